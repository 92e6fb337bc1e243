import { execFileSync } from 'node:child_process';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { courierConfig } from '../config.ts';
import { isPublicHoliday } from './public-holidays.ts';
import { localDate, localInstant, openWindow, slotInWords, slotsAhead, slotsOfDate, TIME_ZONE } from './schedule.ts';

const defaults = courierConfig.parse({});
const times = (isoDate: string, settings = defaults) =>
  slotsOfDate(isoDate, settings).map(
    ({ startMs, endMs }) => `${localInstant(startMs).slice(11, 16)}-${localInstant(endMs).slice(11, 16)}`,
  );

describe('slots', () => {
  test('are two hours long from 07:00 on; a rest too short for one is not offered', () => {
    expect(times('2026-11-20')).toEqual(['07:00-09:00', '09:00-11:00', '11:00-13:00', '13:00-15:00', '15:00-17:00']);
  });
  test.each([
    ['a Sunday', '2026-11-22', 0],
    ['a Saturday', '2026-11-21', 5],
    ['Christmas', '2026-12-25', 0],
    ['the day after', '2026-12-26', 0],
    ['Good Friday', '2027-03-26', 0],
    ['Family Day', '2027-03-29', 0],
    ['the Monday after a holiday on a Sunday', '2027-03-22', 0],
    ['a Monday', '2026-11-23', 5],
  ])('on %s (%s) are %i', (_name, date, count) => {
    expect(slotsOfDate(date, defaults)).toHaveLength(count);
  });
  test('follow the configuration', () => {
    const settings = courierConfig.parse({
      hours: { sunday: { open: '10:00', close: '12:00' }, monday: null },
      slotMinutes: 30,
      closedDates: ['2026-11-24'],
      openDates: ['2026-12-25'],
    });
    expect(times('2026-11-22', settings)).toEqual(['10:00-10:30', '10:30-11:00', '11:00-11:30', '11:30-12:00']);
    expect([times('2026-11-23', settings), times('2026-11-24', settings)]).toEqual([[], []]);
    expect(times('2026-12-25', settings)).toHaveLength(22);
  });
  test('ahead reach to the last of the 14 days after today', () => {
    const ahead = slotsAhead(Date.parse('2026-11-20T10:00:00+02:00'), defaults);
    expect([localInstant(ahead[0]?.startMs ?? 0), localInstant(ahead.at(-1)?.startMs ?? 0)]).toEqual([
      '2026-11-20T07:00:00+02:00',
      '2026-12-04T15:00:00+02:00',
    ]);
  });
  test('can be taken from the lead time on until the end of the last day', () => {
    const { fromMs, untilMs } = openWindow(Date.parse('2026-11-20T23:45:00+02:00'), defaults);
    expect([localInstant(fromMs), localInstant(untilMs)]).toEqual([
      '2026-11-21T00:15:00+02:00',
      '2026-12-05T00:00:00+02:00',
    ]);
  });
});

test('days are Johannesburg’s: 22:30 UTC is the next day there', () => {
  expect(localDate(Date.parse('2026-11-20T22:30:00Z'))).toBe('2026-11-21');
  expect(slotInWords({ startMs: Date.parse('2026-11-23T05:00:00Z'), endMs: Date.parse('2026-11-23T07:00:00Z') })).toBe(
    'Monday 23 November 2026, 07:00 to 09:00',
  );
});

test('the fixed offset is that of the zone database, all year', () => {
  for (let day = 0; day < 365 * 12; day += 5) {
    const at = DateTime.utc(2020).plus({ days: day }).toMillis();
    expect(DateTime.fromMillis(at, { zone: 'Africa/Johannesburg' }).offset).toBe(TIME_ZONE.offset(at));
  }
});

test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])('a process in %s reads the same slots', (zone) => {
  const script = `import { courierConfig } from '${new URL('../config.ts', import.meta.url).href}';
    import { slotsAhead, localInstant } from '${new URL('schedule.ts', import.meta.url).href}';
    const slots = slotsAhead(Date.parse('2026-11-20T23:30:00Z'), courierConfig.parse({}));
    process.stdout.write(new Date().getTimezoneOffset() + ' ' + slots.map(({ startMs }) => localInstant(startMs)).join());`;
  const env = { PATH: process.env['PATH'], TZ: zone };
  const [offset, starts] = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
    encoding: 'utf8',
  }).split(' ');
  const here = slotsAhead(Date.parse('2026-11-20T23:30:00Z'), defaults).map(({ startMs }) => localInstant(startMs));
  expect(offset).not.toBe('-120');
  expect(starts).toBe(here.join());
  expect(here[0]).toBe('2026-11-21T07:00:00+02:00');
});

test.each([
  ['2024-05-01', true],
  ['2024-03-29', true],
  ['2024-04-01', true],
  ['2024-06-17', true],
  ['2025-04-18', true],
  ['2025-04-21', true],
  ['2026-04-03', true],
  ['2026-04-06', true],
  ['2026-08-10', true],
  ['2026-08-09', true],
  ['2026-08-11', false],
  ['2026-04-05', false],
  ['2026-11-20', false],
])('%s is a public holiday: %s', (date, expected) => {
  expect(isPublicHoliday(date)).toBe(expected);
});
