import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundaryProblems } from './import-boundaries.ts';
import { manifest } from './lock-file.ts';
import { type Findings, ROOT } from './step.ts';

/** Holds every source file against the table of `boundaries.ts`. */
export async function boundaries(): Promise<Findings> {
  const devPackages = new Set(Object.keys(manifest().devDependencies));
  const files = globSync('{web,extensions}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/dist/**', '**/node_modules/**'],
  });
  const sources = files.filter((path) => !path.endsWith('.d.ts'));
  const found = sources.flatMap((path) => boundaryProblems(path, readFileSync(join(ROOT, path), 'utf8'), devPackages));
  return sources.length > 0 ? found : ['No source file was found.'];
}
