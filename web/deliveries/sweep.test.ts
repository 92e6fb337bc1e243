import { describe, expect, test } from 'vitest';
import { isNewsToSweep } from './sweep.ts';

const now = Date.UTC(2026, 10, 21, 8);
const minute = 60_000;

describe('an order that Shopify lists as changed is looked at', () => {
  test('when the change is newer than all that was seen of it', () => {
    expect(isNewsToSweep(now, { seenAt: now - 1, ownWriteAt: null, now })).toBe(true);
    expect(isNewsToSweep(now, { seenAt: now, ownWriteAt: null, now })).toBe(false);
  });

  test('not while it is explained by our own write, whose echo is still on its way', () => {
    expect(isNewsToSweep(now - minute, { seenAt: now - 2 * minute, ownWriteAt: now - minute, now })).toBe(false);
    expect(isNewsToSweep(now, { seenAt: now - 2 * minute, ownWriteAt: now - minute, now })).toBe(true);
  });

  test('when the echo of our own write did not come: a lost webhook may lie under it', () => {
    const ownWriteAt = now - 3 * minute;
    expect(isNewsToSweep(ownWriteAt, { seenAt: now - 4 * minute, ownWriteAt, now })).toBe(true);
    expect(isNewsToSweep(ownWriteAt, { seenAt: ownWriteAt, ownWriteAt, now })).toBe(false);
  });
});
