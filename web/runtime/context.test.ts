import { expect, test, vi } from 'vitest';
import { startStopwatch } from './context.ts';

test.each([
  ['both clocks go on', 5_000, 5_000, 5_000],
  ['the clock of the day is set back', -3_600_000, 5_000, 5_000],
  ['the machine is paused, and only the clock of the day is set right', 60_000, 5, 60_000],
])('a stopwatch counts by the clock that says more: %s', (_name, dayMs, steadyMs, elapsed) => {
  const [day, steady] = [vi.spyOn(Date, 'now'), vi.spyOn(performance, 'now')];
  day.mockReturnValue(1_000_000);
  steady.mockReturnValue(2_000);
  const elapsedMs = startStopwatch();
  day.mockReturnValue(1_000_000 + dayMs);
  steady.mockReturnValue(2_000 + steadyMs);
  expect(elapsedMs()).toBe(elapsed);
});
