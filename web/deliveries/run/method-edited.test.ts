import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';

const told = { code: 'method_edited', params: { kept: 'Same Day', methods: 'Economy courier' } };
const minute = 60_000;

test("an order whose method was edited before it was read is a person's, and goes once that is taken back", async () => {
  const { world, run, calls } = calmWorld();
  const order = () => world.orders.stored(shop, orderId).order;
  world.edits.changeMethod(shop, orderId, 'Economy courier');
  await run();
  expect(order()).toMatchObject({ state: 'needs_attention', reason: told });
  expect(calls()).toEqual([]);
  world.edits.changeMethod(shop, orderId, 'Same day before noon');
  await world.runFor(minute, 20_000);
  expect(order()).toMatchObject({ state: 'placed' });
  expect(calls()).toEqual(['place 1001']);
});

test("a delivery that waits for the service is a person's once its method is edited, and goes once that is taken back", async () => {
  const { world, calls, deliveries } = calmWorld({ faults: ['rate_limited'] });
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(1_000, 20_000);
  world.edits.changeMethod(shop, orderId, 'Economy courier');
  await world.runFor(10 * minute, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: told, waitsFor: { kind: 'order' } }]);
  world.edits.changeMethod(shop, orderId, 'Same Day');
  await world.runFor(minute, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', reason: null, drift: [] }]);
  expect(calls()).toEqual(['place 1001', 'place 1001']);
});

test('what the service refused stays so while its method is edited and that is taken back', async () => {
  const { world, run, calls, deliveries } = calmWorld({ faults: ['refused'] });
  await run();
  const refused = deliveries();
  expect(refused).toMatchObject([{ state: 'needs_attention', waitsFor: null }]);
  for (const title of ['Economy courier', 'Same Day']) {
    world.edits.changeMethod(shop, orderId, title);
    await world.runFor(minute, 20_000);
    expect(deliveries()).toMatchObject(refused.map(({ state, reason }) => ({ state, reason })));
  }
  expect(calls()).toEqual(['place 1001']);
});

test('what lacked something besides says what is asked of it once that is entered, and stays a person’s', async () => {
  const { world, run, calls, deliveries } = calmWorld({ faults: ['refused'] });
  await run();
  world.shopify.places.losePhone(shop, '9001', 'now');
  world.edits.changeMethod(shop, orderId, 'Same day before noon');
  await world.runFor(minute, 20_000);
  expect(deliveries()).toMatchObject([{ reason: { code: 'pickup_phone_missing' }, waitsFor: { kind: 'lacking' } }]);
  world.edits.changeMethod(shop, orderId, 'Economy courier');
  await world.runFor(minute, 20_000);
  expect(deliveries()).toMatchObject([{ reason: { code: 'pickup_phone_missing' } }]);
  world.shopify.places.givePhone(shop, '9001', world.scheduler.now());
  world.shops.wakeLacking(shop, 0);
  await world.runFor(minute, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: told, waitsFor: { kind: 'lacking' } }]);
  world.edits.changeMethod(shop, orderId, 'Same Day');
  await world.runFor(minute, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'can_be_sent' } }]);
  expect(calls()).toEqual(['place 1001']);
});
