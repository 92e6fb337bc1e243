import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSlot } from './slot.ts';

const zone = 'Africa/Johannesburg';
const two = '2026-11-21T12:00:00.000Z';

test.each<[string, unknown]>([
  ['an instant in UTC', '2026-11-21T12:00:00Z'],
  ['an instant with an offset', '2026-11-21T14:00:00+02:00'],
  ['an offset without colon', '2026-11-21 14:00:00 +0200'],
  ['an offset of hours', '2026-11-21T14:00+02'],
  ['lower case', '2026-11-21t12:00:00z'],
  ['fractions of a second', '2026-11-21T12:00:00.000000Z'],
  ['no zone: the profile’s', '2026-11-21T14:00:00'],
  ['date and time', '2026-11-21 14:00'],
  ['date and time with seconds', '2026-11-21 14:00:00'],
  ['epoch seconds', 1795262400],
  ['epoch milliseconds', 1795262400000],
  ['epoch seconds as text', '1795262400'],
  ['epoch milliseconds as text', ' 1795262400000 '],
])('understands %s', (_name, start) => {
  expect(parseSlot(start, null, zone)).toEqual({ start: two, end: null });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['words', 'this afternoon'],
  ['a time alone', '14:00'],
  ['a date alone', '2026-11-21'],
  ['a day that does not exist', '2026-02-30T14:00'],
  ['an hour that does not exist', '2026-11-21T25:00'],
  ['zero', 0],
  ['not a number', Number.NaN],
  ['a year as number', 2026],
  ['a compact date', '20261121'],
  ['microseconds', 1795262400000000],
  ['an object', { start: two }],
  ['a list', [two]],
  ['true', true],
  ['year 1', '0001-01-01T00:00:00Z'],
])('does not recognise %s', (_name, start) => {
  expect(parseSlot(start, two, zone)).toBeNull();
});

test.each<[string, unknown, string | null]>([
  ['later', '2026-11-21T16:00:00+02:00', '2026-11-21T14:00:00.000Z'],
  ['before the start', '2026-11-21T11:00:00Z', null],
  ['equal to the start', two, null],
  ['absent', undefined, null],
  ['nonsense', 'later', null],
])('an end that is %s', (_name, end, expected) => {
  expect(parseSlot(two, end, zone)).toEqual({ start: two, end: expected });
});

test('never throws, and what it gives is an instant with a later end', () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.double(),
  );
  fc.assert(
    fc.property(anything, anything, (start, end) => {
      const slot = parseSlot(start, end, zone);
      if (slot?.end) expect(Date.parse(slot.end)).toBeGreaterThan(Date.parse(slot.start));
    }),
  );
});
