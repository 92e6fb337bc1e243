import { expect, test } from 'vitest';
import { locationSettings, type Settings, weekdays } from '#api-contract/settings.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { previewOrder } from './preview.ts';

const monday = Date.UTC(2026, 10, 23, 6, 0, 0);
const hours = weekdays.slice(0, 5).map((day) => ({ day, open: '08:00', close: '20:00' }));

/** Paid on a Saturday for two locations, one closed until Monday 08:00, when one is booked and the other's request fails. */
async function halfBookedOnMonday(rules: Partial<Settings['automation']>) {
  const given = calmWorld({ goods: 2, faults: ['none', 'rate_limited'] });
  const { world, deliveries } = given;
  const { settings } = world.shops.record(shop);
  const locations = { 9001: locationSettings.parse({ hours }) };
  world.shops.change(shop, { settings: { ...settings, locations, automation: { ...settings.automation, ...rules } } });
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(monday + 1_000 - world.scheduler.now(), 20_000);
  const standing = () => deliveries().map(({ locationId, state }) => `${locationId} ${state}`);
  expect(standing()).toEqual(['9001 placed', '9002 queued']);
  return { ...given, standing };
}

test.each<[string, Partial<Settings['automation']>]>([
  ['its age', {}],
  ['the cut-off', { cutOff: '17:00' }],
])('the rest of an order that waited over the weekend is too late by %s from Monday on only', async (_name, rules) => {
  const { world, standing, during } = await halfBookedOnMonday(rules);
  world.shopify.typeInNote(shop, orderId, 'By the back door');
  await world.runFor(1_000, 20_000);
  const shown = await during((ports) => previewOrder(ports, world.shops.record(shop), orderId));
  expect(shown?.decision).toMatchObject({ state: 'queued', reason: null });
  await world.runFor(3_600_000, 20_000);
  expect(standing()).toEqual(['9001 placed', '9002 placed']);
});

test('and is so too where the goods that went are fulfilled by then', async () => {
  const { world, standing } = await halfBookedOnMonday({});
  world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders: all }) =>
    all.map((one) => (one.location.id === '9001' ? { ...one, status: 'CLOSED', lines: [] } : one)),
  );
  await world.runFor(3_600_000, 20_000);
  expect(standing()).toEqual(['9001 placed', '9002 placed']);
});
