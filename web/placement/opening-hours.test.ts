import { describe, expect, it } from 'vitest';
import { locationSettings, settings as settingsSchema } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import { type Hours, hoursOf, nextOpening } from './opening-hours.ts';
import { exampleFulfillmentOrder, exampleLocation } from './testing/example-order.ts';

const zone = 'Africa/Johannesburg';
/** A Wednesday. */
const at = (time: string, day = '2026-11-25') => Date.parse(`${day}T${time}:00+02:00`);
const opening = (all: Partial<Hours>[], from: number) => {
  const found = nextOpening(
    all.map((one) => ({ hours: [], closedDays: [], ...one })),
    from,
    zone,
  );
  return found === null ? null : new Date(found + 2 * 3_600_000).toISOString().slice(0, 16);
};
const wednesday = { day: 'wednesday', open: '08:00', close: '17:00' } as const;
const thursday = { day: 'thursday', open: '09:00', close: '24:00' } as const;

describe('nextOpening', () => {
  it.each<[string, Partial<Hours>[], number, string | null]>([
    ['now where no hours are set', [], at('03:00'), '2026-11-25T03:00'],
    ['now where it is open', [{ hours: [wednesday] }], at('08:00'), '2026-11-25T08:00'],
    ['later today', [{ hours: [wednesday] }], at('07:59'), '2026-11-25T08:00'],
    ['tomorrow once it has closed', [{ hours: [wednesday, thursday] }], at('17:00'), '2026-11-26T09:00'],
    ['next week', [{ hours: [wednesday] }], at('17:00'), '2026-12-02T08:00'],
    ['until midnight', [{ hours: [thursday] }], at('23:59', '2026-11-26'), '2026-11-26T23:59'],
    ['not on a closed day', [{ closedDays: ['2026-11-25', '2026-11-26'] }], at('10:00'), '2026-11-27T00:00'],
    [
      'after a break',
      [
        {
          hours: [
            { ...wednesday, open: '13:00' },
            { ...wednesday, close: '12:00' },
          ],
        },
      ],
      at('12:30'),
      '2026-11-25T13:00',
    ],
    [
      'when every location is open',
      [{ hours: [wednesday] }, { hours: [{ ...wednesday, open: '10:00', close: '11:00' }] }],
      at('06:00'),
      '2026-11-25T10:00',
    ],
    ['never where they have no hour in common', [{ hours: [wednesday] }, { hours: [thursday] }], at('06:00'), null],
  ])('is %s', (_when, all, from, expected) => {
    expect(opening(all, from)).toBe(expected);
  });
});

describe('hoursOf', () => {
  it('are those of the locations that goods are collected from, where there are any', () => {
    const goods = ['9001', '9001', '9002', null].map((id) =>
      exampleFulfillmentOrder({ location: exampleLocation({ id: id as never }) }),
    );
    const own = { ...locationSettings.parse({}), hours: [wednesday] };
    const closed = { ...locationSettings.parse({}), closedDays: ['2026-12-25'] };
    const settings = { ...defaultSettings, locations: { 9001: own, 9002: closed, 9003: own } };
    expect(hoursOf(goods, settings)).toEqual([own, closed]);
    expect(hoursOf(goods, { ...defaultSettings, locations: { 9001: locationSettings.parse({}) } })).toEqual([]);
    expect(hoursOf(goods, defaultSettings)).toEqual([]);
  });

  it('close after they open, on days that exist', () => {
    const given = (fields: object) => settingsSchema.safeParse({ locations: { 1: fields } }).success;
    expect(given({ hours: [wednesday, thursday] })).toBe(true);
    expect(given({ hours: [{ ...wednesday, close: '08:00' }] })).toBe(false);
    expect(given({ closedDays: ['2026-02-30'] })).toBe(false);
  });
});
