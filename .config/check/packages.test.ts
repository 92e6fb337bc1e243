import { expect, test } from 'vitest';
import { licenceProblems } from './licences.ts';
import { versionProblems } from './lock-file.ts';

const locked = { version: '1.2.3', integrity: 'sha512-x' };

test.each([
  ['a range', { pg: '^1.2.3' }, locked, 'not one exact version'],
  ['a tag', { pg: 'latest' }, locked, 'not one exact version'],
  ['another version in the lock', { pg: '1.2.4' }, locked, 'the lock file 1.2.3'],
  ['nothing in the lock', { other: '1.0.0' }, locked, 'the lock file nothing'],
  ['no hash', { pg: '1.2.3' }, { version: '1.2.3' }, 'no hash'],
  ['an address', { pg: '1.2.3' }, { ...locked, resolved: 'https://registry.example/pg.tgz' }, 'names an address'],
])('refuses a dependency with %s', (_name, wanted, inLock, expected) => {
  expect(versionProblems(wanted, [['node_modules/pg', inLock]])).toEqual([expect.stringContaining(expected)]);
});

test('accepts exact versions that the lock file holds with a hash', () => {
  expect(versionProblems({ pg: '1.2.3' }, [['node_modules/pg', locked]])).toEqual([]);
});

test.each(['GPL-3.0', 'AGPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN LICENSE.md', '', 'MIT AND GPL-2.0'])(
  'refuses a production package with the licence %j',
  (license) => {
    expect(licenceProblems([['node_modules/x', { license }]])).toHaveLength(1);
  },
);

test('looks at development packages that are bundled, and at what they need', () => {
  const packages: Parameters<typeof licenceProblems>[0] = [
    ['node_modules/react', { license: 'MIT', dev: true, dependencies: { loose: '^1.0.0', deep: '^2.0.0' } }],
    ['node_modules/loose', { license: 'GPL-3.0', dev: true }],
    ['node_modules/deep', { license: 'MIT', dev: true }],
    ['node_modules/react/node_modules/deep', { license: 'AGPL-3.0-only', dev: true }],
  ];
  expect(licenceProblems(packages, ['react'])).toEqual([
    expect.stringMatching(/^loose: /),
    expect.stringMatching(/^deep: /),
  ]);
  expect(licenceProblems(packages)).toEqual([]);
});

test.each([
  ['MIT', 'node_modules/x', { license: 'MIT' }],
  ['a choice', 'node_modules/x', { license: '(MIT OR GPL-3.0)' }],
  ['both allowed', 'node_modules/x', { license: 'MIT AND ISC' }],
  ['a development package', 'node_modules/x', { license: 'GPL-3.0', dev: true }],
  ["Shopify's own", 'node_modules/@shopify/polaris', { license: 'SEE LICENSE IN LICENSE.md' }],
])('accepts %s', (_name, place, lockedPackage) => {
  expect(licenceProblems([[place, lockedPackage]])).toEqual([]);
});
