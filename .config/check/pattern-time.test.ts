import { expect, test } from 'vitest';
import { patternProblems } from './pattern-time.ts';

const problems = (pattern: string) => patternProblems('web/placement/x.ts', `export const x = /${pattern}/u;`);

test.each([
  String.raw`[^\S\n]+$`,
  String.raw`^[\s,;]+|[\s,;]+$`,
  '(a+)+b',
  '(a|aa)+b',
  '(a|aaa)+b',
  String.raw`^(\w+\s?)*$`,
  String.raw`^\s*[([]?\s*\d{1,3}\s*°?\s*[,;\s]\s*\d$`,
  String.raw`.*@.*\.com`,
  String.raw`\d+-R\d+$`,
])('refuses /%s/, which a long text stops', (pattern) => {
  expect(problems(pattern)).toEqual([expect.stringContaining('goes back and forth over')]);
});

test.each([
  String.raw`\s+`,
  String.raw`^[\u0021-\u007E]+(?: [\u0021-\u007E]+)*$`,
  String.raw`-R\d+$`,
  String.raw`^\d{4}$`,
])('lets /%s/ pass', (pattern) => {
  expect(problems(pattern)).toEqual([]);
});
