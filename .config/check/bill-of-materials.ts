import { manifest } from './lock-file.ts';
import { execute, type Findings } from './step.ts';

interface Component {
  name: string;
  version: string;
}

/**
 * `npm sbom` can say, from the lock file alone, what this is made of, and leaves out no direct dependency. Development
 * packages are in it, marked as such: with `--omit=dev` npm 11 also drops what both kinds need, react and zod among it.
 */
export async function billOfMaterials(): Promise<Findings> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
  const { stdout, findings } = await execute('npm', args);
  if (findings.length > 0) {
    return findings;
  }
  const { components } = JSON.parse(stdout) as { components: Component[] };
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  return Object.entries(manifest().dependencies)
    .filter(([name, version]) => !listed.has(`${name}@${version}`))
    .map(([name, version]) => `${name}@${version} is missing from the bill of materials`);
}
