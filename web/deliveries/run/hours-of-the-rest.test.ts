import { expect, test } from 'vitest';
import { locationSettings, weekdays } from '#api-contract/settings.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { hold, release } from '#testing/simulation/sim-goods.ts';

const daily = weekdays.map((day) => ({ day, open: '08:00', close: '20:00' }));
const closedDays = Array.from({ length: 9 }, (_, index) => `2026-11-${21 + index}`);

/** A booked part beside one on hold; the location of the first then closes for nine days. */
async function firstPartBooked() {
  const given = calmWorld({ goods: 2 });
  const { world, deliveries } = given;
  world.shopify.changeGoods(shop, orderId, hold);
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(60_000, 20_000);
  const booked = deliveries().find(({ state }) => state === 'placed')?.locationId ?? '';
  const held = deliveries().find(({ state }) => state === 'held')?.locationId ?? '';
  const { settings } = world.shops.record(shop);
  const openAt = (locationId: string, days: string[]) => ({
    [locationId]: locationSettings.parse({ hours: daily, closedDays: days }),
  });
  const change = (locations: Record<string, ReturnType<typeof locationSettings.parse>>) =>
    world.shops.change(shop, { settings: { ...settings, locations } });
  return { ...given, booked, held, openAt, change };
}

test('goods that are released go by the hours of their own location, not of one that has handed its own over', async () => {
  const { world, rest, deliveries, booked, held, openAt, change } = await firstPartBooked();
  change({ ...openAt(booked, closedDays), ...openAt(held, []) });
  world.shopify.changeGoods(shop, orderId, release);
  await rest();
  expect(deliveries().map(({ state }) => state)).toEqual(['placed', 'placed']);
});

test('and wait for their own', async () => {
  const { world, deliveries, booked, held, openAt, change } = await firstPartBooked();
  change({ ...openAt(booked, []), ...openAt(held, ['2026-11-21']) });
  world.shopify.changeGoods(shop, orderId, release);
  await world.runFor(3_600_000, 20_000);
  const reason = { code: 'outside_hours', until: '2026-11-22T06:00:00.000Z' };
  expect(deliveries().find(({ state }) => state === 'held')).toMatchObject({ locationId: held, reason });
  await world.runFor(24 * 3_600_000, 20_000);
  expect(deliveries().map(({ state }) => state)).toEqual(['placed', 'placed']);
});

test('an order that is released at night goes in the morning, before its cut-off', async () => {
  const { world, deliveries } = calmWorld({ goods: 1 });
  const { settings } = world.shops.record(shop);
  const automation = { ...settings.automation, cutOff: '12:00' };
  const locations = { 9001: locationSettings.parse({ hours: daily }) };
  world.shops.change(shop, { settings: { ...settings, automation, locations } });
  world.shopify.changeGoods(shop, orderId, hold);
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(13 * 3_600_000, 20_000);
  expect(deliveries()).toEqual([]);
  world.shopify.changeGoods(shop, orderId, release);
  await world.runFor(12 * 3_600_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed' }]);
});

test('what a location lacks is asked for once its hours are put right, also while the order waits for its day', async () => {
  const { world, deliveries } = calmWorld({ faults: ['address_refused'] });
  const { settings } = world.shops.record(shop);
  const closeFor = (days: number) => {
    const first = Date.parse('2026-11-21T00:00:00Z');
    const dates = Array.from({ length: days }, (_, index) => new Date(first + index * 86_400_000).toISOString());
    const hours = locationSettings.parse({ hours: daily, closedDays: dates.map((date) => date.slice(0, 10)) });
    world.shops.change(shop, { settings: { ...settings, locations: { 9001: hours } } });
  };
  world.notify(shop, orderId, 'orders/paid');
  while (deliveries()[0]?.state !== 'held') await world.runFor(100, 20_000);
  closeFor(70);
  world.notify(shop, orderId, 'orders/updated');
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'never_open' } }]);
  world.shopify.places.losePhone(shop, '9001', 'now');
  closeFor(0);
  world.shopify.edit(shop, orderId, { customAttributes: [{ key: 'Delivery-Date', value: '2026-11-22' }] });
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'pickup_phone_missing' } }]);
});
