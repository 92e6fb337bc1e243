import { describe, expect, test } from 'vitest';
import { backOffMs, retryAt } from './back-off.ts';

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
