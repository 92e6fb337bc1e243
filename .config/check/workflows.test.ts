import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../.github/workflows/', import.meta.url));
const workflows = readdirSync(folder).map((name): [string, string] => [name, readFileSync(`${folder}${name}`, 'utf8')]);

test.each(workflows)('%s runs actions by their hash, and may write nowhere by default', (_name, text) => {
  const used = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action ?? '');
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
});

test('a release says what it is made of', () => {
  const release = new Map(workflows).get('release.yml') ?? '';
  expect(release).toMatch(/npm sbom --sbom-format=cyclonedx .*> (\S+)\n.*gh release create .* \1\n/s);
});
