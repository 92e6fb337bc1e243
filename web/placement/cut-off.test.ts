import { describe, expect, it, test } from 'vitest';
import { deadlineOf, type SendableSince, tooLateBefore, wordCountsUntil } from './cut-off.ts';

const zone = 'Africa/Johannesburg';
/** An instant on 23 November in the driver's zone; from 24:00 on, the next day. */
const at = (hour: number): number => Date.parse('2026-11-23T00:00:00+02:00') + hour * 3_600_000;
const since: SendableSince = { sendableFrom: null, paidAt: null, processedAt: at(8), openedAt: null };

describe('deadlineOf', () => {
  it.each<[string, Partial<SendableSince>, string | null, number, number]>([
    ['the cut-off of the day on which it was processed', {}, '15:00', 24, at(15)],
    ['that of the day on which it was paid', { paidAt: at(32) }, '15:00', 24, at(39)],
    ['that of the first day on which it could be sent', { paidAt: at(20), sendableFrom: at(33) }, '15:00', 24, at(39)],
    ['that of the day on which its goods opened', { sendableFrom: at(9), openedAt: at(34) }, '15:00', 24, at(39)],
    ['no later than its greatest age', {}, '15:00', 4, at(12)],
    ['its greatest age where there is no cut-off', { openedAt: at(10) }, null, 24, at(34)],
    ['past already where it came after the cut-off', { sendableFrom: at(16) }, '15:00', 24, at(15)],
  ])('is %s', (_case, changes, cutOff, maxAgeHours, deadline) => {
    expect(deadlineOf({ ...since, ...changes }, { cutOff, maxAgeHours }, zone)).toBe(deadline);
  });
});

describe('tooLateBefore', () => {
  it.each<[string, string | null, number]>([
    ['no cut-off', null, 24],
    ['a cut-off to come', '15:00', 24],
    ['a cut-off that is over', '08:30', 24],
    ['a short life', '15:00', 1],
  ])('splits starts by whether their deadline is over: %s', (_case, cutOff, maxAgeHours) => {
    const now = at(9);
    const split = tooLateBefore({ cutOff, maxAgeHours }, zone, now);
    for (let hour = -30; hour <= 9; hour += 0.25) {
      const deadline = deadlineOf({ ...since, paidAt: at(hour) }, { cutOff, maxAgeHours }, zone);
      expect([hour, deadline < now]).toEqual([hour, at(hour) < split]);
    }
  });
});

test.each([
  [24, '2026-11-22T08:00:00.000Z'],
  [0.5, '2026-11-21T08:30:00.000Z'],
])("a person's word of 08:00 counts for the %s hours of the settings, past any cut-off", (maxAgeHours, until) => {
  const at = wordCountsUntil(Date.parse('2026-11-21T08:00:00Z'), { maxAgeHours });
  expect(new Date(at).toISOString()).toBe(until);
});
