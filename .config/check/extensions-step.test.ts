import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sizeProblems } from './extensions-step.ts';

test('an extension may have 16 kB compressed, and no more', () => {
  expect(sizeProblems('block', Buffer.alloc(1_000_000, 'a'))).toEqual([]);
  expect(sizeProblems('block', randomBytes(17_000))).toEqual([
    expect.stringMatching(/^block: 17\d\d\d bytes compressed, allowed are 16384$/),
  ]);
});
