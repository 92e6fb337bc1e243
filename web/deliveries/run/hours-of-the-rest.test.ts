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
