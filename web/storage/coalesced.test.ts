import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesced } from './coalesced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['one', [0], [0]],
  ['two at once', [0, 0], [0, 25]],
  ['many while it rests', [0, 1, 5, 24], [0, 25]],
  ['one after it rested', [0, 30], [0, 30]],
  ['a steady stream', [0, 10, 20, 30, 40, 50, 60], [0, 25, 50, 75]],
  ['a pause between two streams', [0, 10, 100, 110], [0, 25, 100, 125]],
])('%s', (_name, asked, called) => {
  const calls: number[] = [];
  const startedAt = Date.now();
  const ask = coalesced(25, () => calls.push(Date.now() - startedAt));
  for (const at of asked) setTimeout(ask, at);
  vi.advanceTimersByTime(1_000);
  expect(calls).toEqual(called);
});
