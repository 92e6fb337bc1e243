import { expect, it } from 'vitest';
import { cancelledText, type SlotTextOptions, slotText } from './slot-text.ts';

const here = { timeZone: 'Africa/Johannesburg', shopTimeZone: 'Africa/Johannesburg', deliveryId: 'D-8831' };
const start = '2026-11-21T12:00:00Z';

it.each<[string, { start: string; end: string | null } | null, Partial<SlotTextOptions>, string]>([
  ['start and end', { start, end: '2026-11-21T14:00:00Z' }, {}, 'Sat 21 Nov 2026, 14:00–16:00 (D-8831)'],
  ['no end', { start, end: null }, {}, 'Sat 21 Nov 2026, 14:00 (D-8831)'],
  ['an end that is none', { start, end: 'later' }, {}, 'Sat 21 Nov 2026, 14:00 (D-8831)'],
  ['an end before the start', { start, end: '2026-11-21T11:00:00Z' }, {}, 'Sat 21 Nov 2026, 14:00 (D-8831)'],
  ['no slot', null, {}, 'booked, time not given (D-8831)'],
  ['a slot that is none', { start: 'soon', end: null }, {}, 'booked, time not given (D-8831)'],
  ['no slot and no id', null, { deliveryId: null }, 'booked, time not given'],
  ['no id', { start, end: null }, { deliveryId: null }, 'Sat 21 Nov 2026, 14:00'],
  ['an id with a line break', { start, end: null }, { deliveryId: 'D\r\n1' }, 'Sat 21 Nov 2026, 14:00 (D 1)'],
  [
    'over midnight',
    { start: '2026-11-21T20:00:00Z', end: '2026-11-21T23:00:00Z' },
    {},
    'Sat 21 Nov 2026, 22:00 – Sun 22 Nov 2026, 01:00 (D-8831)',
  ],
  [
    'another shop zone',
    { start, end: '2026-11-21T14:00:00Z' },
    { shopTimeZone: 'Europe/Paris' },
    'Sat 21 Nov 2026, 14:00–16:00 Africa/Johannesburg (D-8831)',
  ],
  ['September', { start: '2026-09-05T06:00:00Z', end: null }, {}, 'Sat 5 Sep 2026, 08:00 (D-8831)'],
])('writes %s', (_case, slot, changes, text) => {
  expect(slotText(slot, { ...here, ...changes })).toBe(text);
});

it.each<[string, string | null, string]>([
  ['with its id', 'D-8831', 'cancelled (D-8831)'],
  ['without an id', null, 'cancelled'],
  ['with an id of several lines', 'D\r\n1', 'cancelled (D 1)'],
])('writes a cancelled delivery %s', (_case, deliveryId, text) => {
  expect(cancelledText(deliveryId)).toBe(text);
});
