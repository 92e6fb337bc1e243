import { expect, test } from 'vitest';
import type { DriftItem } from '#api-contract/drift.ts';
import { locationSettings, weekdays } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import type { ServiceRow } from '#testing/simulation/service-row.ts';
import { saveSettings } from '#testing/simulation/shop-settings.ts';
import { hold } from '#testing/simulation/sim-goods.ts';
import type { DeliveryRecord, Slot } from '../delivery.ts';
import { closedInSlot } from './slot-drift.ts';

const zone = 'Africa/Johannesburg';
const zones = { timeZone: zone, shopTimeZone: zone };
/** Saturday 21 November 2026, where the driver drives. */
const at = (time: string, day = '2026-11-21') => `${day}T${time}:00.000+02:00`;
const between = (from: string, to: string | null, day?: string): Slot => ({
  start: at(from, day),
  end: to && at(to, day),
});
const told = (placed: string): DriftItem[] => [{ about: 'location_closed', field: 'slot', placed, now: 'closed' }];
const saturday = told('Sat 21 Nov 2026, 14:00–16:00');

const open = (...spans: [string, string][]) =>
  weekdays.flatMap((day) => spans.map(([from, to]) => ({ day, open: from, close: to })));
const daily = (from: string, to: string) => ({ hours: open([from, to]) });
const weekdaysOnly = { hours: open(['08:00', '17:00']).filter(({ day }) => day !== 'saturday' && day !== 'sunday') };

type Case = [name: string, hours: object | null, slot: Slot | null, expected: DriftItem[], changes?: object];

test.each<Case>([
  ['always open', null, between('14:00', '16:00'), []],
  ['open for all of it', daily('08:00', '17:00'), between('14:00', '16:00'), []],
  ['closed before it begins', daily('08:00', '13:00'), between('14:00', '16:00'), saturday],
  ['closed as it begins', daily('08:00', '14:00'), between('14:00', '16:00'), saturday],
  ['closed within it: he may come before', daily('08:00', '14:01'), between('14:00', '16:00'), []],
  ['opened as it ends', daily('16:00', '20:00'), between('14:00', '16:00'), saturday],
  ['opened within it', daily('15:59', '20:00'), between('14:00', '16:00'), []],
  ['closed over noon', { hours: open(['08:00', '12:00'], ['16:00', '18:00']) }, between('14:00', '16:00'), saturday],
  ['open for a while within it', { hours: open(['14:30', '15:00']) }, between('14:00', '16:00'), []],
  ['closed on that weekday', weekdaysOnly, between('14:00', '16:00'), saturday],
  ['closed on that day', { closedDays: ['2026-11-21'] }, between('14:00', '16:00'), saturday],
  ['closed on another day', { closedDays: ['2026-11-22'] }, between('14:00', '16:00'), []],
  ['closed for good', { hours: open(['23:58', '23:59']), closedDays: days(70) }, between('14:00', '16:00'), saturday],
  [
    'closed tomorrow, when he comes',
    { closedDays: ['2026-11-22'] },
    between('10:00', '12:00', '2026-11-22'),
    told('Sun 22 Nov 2026, 10:00–12:00'),
  ],
  [
    'open after midnight, in a slot over it',
    daily('00:00', '02:00'),
    { start: at('23:00'), end: at('01:00', '2026-11-22') },
    [],
  ],
  [
    'closed by the time of its only instant',
    daily('08:00', '13:00'),
    between('14:00', null),
    told('Sat 21 Nov 2026, 14:00'),
  ],
  ['opened later on the day of its only instant', daily('17:00', '20:00'), between('14:00', null), []],
  ['closed, in a slot that ends before it begins', daily('15:00', '20:00'), between('14:00', '13:00'), []],
  ['closed, in a slot that cannot be read', daily('08:00', '13:00'), { start: 'soon', end: null }, []],
  ['closed, of a driver who has no slot', daily('08:00', '13:00'), null, []],
  [
    'closed, of a driver who has the goods',
    daily('08:00', '13:00'),
    between('14:00', '16:00'),
    [],
    { progress: 'on_its_way' },
  ],
  ['closed in a slot that is over', daily('12:00', '13:00'), between('07:00', '09:00'), []],
  [
    'closed in a slot that is over, as was told in time',
    daily('12:00', '13:00'),
    between('07:00', '09:00'),
    told('Sat 21 Nov 2026, 07:00–09:00'),
    { drift: told('Sat 21 Nov 2026, 07:00–09:00') },
  ],
])('a location that is %s', (_name, hours, slot, expected, changes = {}) => {
  const delivery = { locationId: '9001', progress: null, drift: [], service: slot && { slot }, ...changes };
  const locations = { '9002': locationSettings.parse({ closedDays: days(70) }) };
  if (hours) Object.assign(locations, { '9001': locationSettings.parse(hours) });
  const now = Date.parse(at('10:00'));
  expect(closedInSlot(delivery as unknown as DeliveryRecord, { ...defaultSettings, locations }, zones, now)).toEqual(
    expected,
  );
});

/** The days from Friday 20 November on. */
function days(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(2026, 10, 20 + index)).toISOString().slice(0, 10),
  );
}

test('hours and slot are those of the place where he drives; it is named where the shop keeps another time', () => {
  const delivery = { locationId: '9001', progress: null, drift: [], service: { slot: between('14:00', '16:00') } };
  const locations = { '9001': locationSettings.parse(daily('12:00', '13:00')) };
  const abroad = { ...zones, shopTimeZone: 'Europe/London' };
  const found = closedInSlot(delivery as unknown as DeliveryRecord, { ...defaultSettings, locations }, abroad, 0);
  expect(found).toEqual(told('Sat 21 Nov 2026, 14:00–16:00 Africa/Johannesburg'));
});

/** The shop keeps such hours, writes no note, which would have the order read anew, and hears of its drivers. */
function shopThatKeeps(times: object, goods = 1) {
  const calm = calmWorld({ goods });
  const { world } = calm;
  const keep = (own: object) =>
    saveSettings(world, shop, (settings) => ({
      ...settings,
      writeBack: { ...settings.writeBack, note: false },
      locations: { '9001': locationSettings.parse(own) },
    }));
  keep(times);
  world.followsDrivers = true;
  const during = (hours: number) => world.runFor(hours * 3_600_000, 20_000);
  const book = async (slot = between('14:00', '16:00')) => {
    world.service.onStored = (row) => {
      row.slot = slot;
    };
    world.notify(shop, orderId, 'orders/paid');
    await during(0.02);
  };
  const becomes = (changes: Partial<ServiceRow>) => {
    const row = world.service.stored.get('1001') ?? expect.fail('nothing is booked');
    world.service.stored.set('1001', { ...row, ...changes });
  };
  return { ...calm, keep, during, book, becomes };
}

test('a person is told at once of a slot in which the location is closed, until its hours are others', async () => {
  const { world, book, keep, during, deliveries, calls } = shopThatKeeps(daily('08:00', '13:00'));
  await book();
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: saturday }]);
  keep(daily('08:00', '15:00'));
  world.shopify.edit(shop, orderId, {});
  await during(0.02);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [] }]);
  expect(calls()).toEqual(['place 1001']);
});

test('and of a booked part while the rest of the order waits, which goes by its own hours', async () => {
  const { world, book, deliveries } = shopThatKeeps(daily('08:00', '13:00'), 2);
  world.shopify.changeGoods(shop, orderId, hold);
  await book();
  const states = deliveries().map(({ state, locationId, drift }) => [state, locationId, drift]);
  expect(states).toEqual([
    ['placed', '9001', saturday],
    ['held', '9002', []],
  ]);
});

test('a slot that the service moves past closing is told of once that is seen, and no more once it is moved back', async () => {
  const { book, becomes, during, deliveries } = shopThatKeeps(daily('08:00', '15:00'));
  await book();
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [] }]);
  becomes({ slot: between('15:00', '17:00') });
  await during(2);
  expect(deliveries()).toMatchObject([{ drift: told('Sat 21 Nov 2026, 15:00–17:00') }]);
  becomes({ slot: between('14:00', '16:00') });
  await during(2);
  expect(deliveries()).toMatchObject([{ drift: [] }]);
});

test.each([
  ['has the goods', { state: 'PENDING DROPOFF' }, []],
  ['has brought them', { state: 'DELIVERED' }, []],
  ['stood before a closed door', { state: 'FAILED' }, [expect.objectContaining({ about: 'not_delivered' })]],
])('nobody is to open for a driver who %s', async (_name, changes, expected) => {
  const { book, becomes, during, deliveries } = shopThatKeeps(daily('08:00', '13:00'));
  await book();
  becomes(changes);
  await during(7);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: expected }]);
});

test('what was told in time stays once the slot is over, until somebody has dealt with it', async () => {
  const { world, book, during, deliveries } = shopThatKeeps(daily('08:00', '13:00'));
  await book();
  await during(8);
  world.shopify.edit(shop, orderId, {});
  await during(0.02);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: saturday }]);
});

test('new hours make nothing of a slot that is over', async () => {
  const { world, book, keep, during, deliveries } = shopThatKeeps(daily('08:00', '20:00'));
  await book();
  await during(8);
  keep(daily('08:00', '13:00'));
  world.shopify.edit(shop, orderId, {});
  await during(0.02);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [] }]);
});
