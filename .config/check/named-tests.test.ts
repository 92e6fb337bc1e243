import { expect, test } from 'vitest';
import { missingTests, namedTests } from './named-tests.ts';

const read = async (path: string) => (path === 'web/a.test.ts' ? "test('holds', () => {});" : null);

test.each([
  ['`web/a.test.ts`: “holds”', 0],
  ['`web/a.test.ts`: “held”', 1],
  ['`web/b.test.ts`: “holds”', 1],
  ['`web/a.test.ts`: “holds”<br>`web/a.test.ts`: “hold”', 1],
])('%s', async (text, count) => {
  expect(await missingTests(text, read)).toHaveLength(count);
});

test('the tests that docs/security.md names are there', async () => {
  expect(await namedTests()).toEqual([]);
});
