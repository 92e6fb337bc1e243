import { describe, expect, test } from 'vitest';
import { backOffMs, isPastGrace, orLastAsked, retryAt } from './back-off.ts';

describe('the back-off', () => {
  test.each([
    ['waits up to the base after the first failure', 0, 500],
    ['doubles with each failure in a row', 3, 4_000],
    ['is never longer than ten minutes', 12, 600_000],
    ['stays there however long it goes on', 5_000, 600_000],
  ])('%s', (_name, failures, longest) => {
    expect(backOffMs(failures, 500, 1 - Number.EPSILON)).toBe(longest);
    expect(backOffMs(failures, 500, 0.5)).toBe(longest / 2);
    expect(backOffMs(failures, 500, 0)).toBe(0);
  });

  test.each([
    ['the drawn time where the service asked for none', null, 2_000],
    ['the drawn time where the service asked for less', 1_000, 2_000],
    ['what the service asked for where that is more', 86_400_000, 86_400_000],
  ])('%s decides when it is tried again', (_name, retryAfterMs, waits) => {
    expect(retryAt(10_000, 2_000, retryAfterMs)).toBe(10_000 + waits);
  });
});

describe('a question that stays unanswered', () => {
  const hour = 3_600_000;
  test.each([
    ['before the deadline', 1, false],
    ['an hour after it', -hour, false],
    ['later than that', -hour - 1, true],
  ])("is a person's %s: %s ms to go, %s", (_name, left, isPast) => {
    expect(isPastGrace({ deadlineAt: 1_000 + left }, 1_000)).toBe(isPast);
  });

  test("is never a person's without a deadline", () => {
    expect(isPastGrace({ deadlineAt: null }, 1_000)).toBe(false);
    expect(orLastAsked({ deadlineAt: null }, 86_400_000)).toBe(86_400_000);
  });

  test.each([
    ['in the hour after the deadline', 9_000, 9_000],
    ['at its end', hour + 1, hour + 1],
    ['after it', 86_400_000, hour + 1],
  ])('is asked the last time as that hour ends: the service would hear it %s', (_name, at, askedAt) => {
    expect(orLastAsked({ deadlineAt: 0 }, at)).toBe(askedAt);
    if (askedAt < at) expect(isPastGrace({ deadlineAt: 0 }, askedAt)).toBe(true);
  });
});
