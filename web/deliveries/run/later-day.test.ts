import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { laterDay } from './slot-drift.ts';

const zone = 'Africa/Johannesburg';
const slotOn = (day: string) => ({ start: `${day}T14:00:00.000+02:00`, end: `${day}T16:00:00.000+02:00` });
const later = (placed: string, now: string) => [{ about: 'later_day', field: 'delivery_day', placed, now }];

type Words = Record<string, string>;
const named = (delivery_day: string, more: Words = {}): Words => ({
  delivery_day,
  delivery_day_attribute: 'day',
  ...more,
});
const promised = (promised_by: string): Words => named('', { promised_by });

test.each<[name: string, said: Words | null, comes: string, changes: object, expected: unknown[]]>([
  ['on the day named', named('2026-11-21'), '2026-11-21', {}, []],
  ['after the day named', named('21 Nov 2026'), '2026-11-23', {}, later('2026-11-23', '2026-11-21')],
  ['before the day named, as a person sent him', named('2026-11-25'), '2026-11-21', {}, []],
  ['after a day that had passed when he was sent', named('2026-11-20'), '2026-11-23', {}, []],
  ['for an order that names no day', named(''), '2026-11-23', {}, []],
  ['for one whose day cannot be read', named('next week'), '2026-11-23', {}, []],
  ['after checkout promised', promised('2026-11-21T22:30:00Z'), '2026-11-23', {}, later('2026-11-23', '2026-11-22')],
  ['by the day that checkout promised', promised('2026-11-22T22:30:00Z'), '2026-11-23', {}, []],
  ['later, in a version that did not keep it', {}, '2026-11-23', {}, []],
  ['later, where nothing was kept', null, '2026-11-23', {}, []],
  ['after the day named, and has delivered', named('2026-11-21'), '2026-11-23', { progress: 'delivered' }, []],
  ['after the day that it names by now', named('2026-11-21'), '2026-11-23', { now: named('2026-11-23') }, []],
  [
    'after the day named, in an attribute that is no longer asked',
    named('2026-11-21'),
    '2026-11-23',
    { now: named('2026-11-23', { delivery_day_attribute: 'other' }) },
    later('2026-11-23', '2026-11-21'),
  ],
])('a driver who comes %s', (_name, said, comes, changes, expected) => {
  const { progress = null, now = said } = changes as { progress?: DeliveryRecord['progress']; now?: Words };
  const delivery = {
    ...{ said, progress, placedAt: Date.parse('2026-11-21T09:00:00Z') },
    service: { slot: slotOn(comes) },
  } as DeliveryRecord;
  expect(laterDay(delivery, now && { said: now as never }, zone)).toEqual(expected);
});

test('nobody is told of a driver whose slot is not known, or who was not sent', () => {
  const said = named('2026-11-21');
  const placedAt = Date.parse('2026-11-21T09:00:00Z');
  expect(laterDay({ said, placedAt, service: { slot: null }, progress: null } as never, null, zone)).toEqual([]);
  expect(laterDay({ said, placedAt: null, service: null, progress: null } as never, null, zone)).toEqual([]);
});

test('a person is told at once that the service books a later day than the order names, until that is dealt with', async () => {
  const naming = (value: string) => ({ customAttributes: [{ key: 'Delivery-Date', value }] });
  const { world, calls, deliveries } = calmWorld({ order: naming('2026-11-21') });
  world.service.onStored = (row) => {
    row.slot = slotOn('2026-11-23');
  };
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: later('2026-11-23', '2026-11-21') }]);
  world.shopify.edit(shop, orderId, naming('2026-11-23'));
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [] }]);
  world.shopify.edit(shop, orderId, naming('2026-11-24'));
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ drift: [{ about: 'request', field: 'delivery_day', placed: '2026-11-23' }] }]);
  expect(calls()).toEqual(['place 1001']);
});
