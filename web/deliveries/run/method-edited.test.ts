import { expect, test } from 'vitest';
import { exampleFulfillmentOrder, exampleLine } from '#placement/testing/example-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { nothing, read } from '#testing/deliveries/read-order.ts';

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
  world.shopify.places.givePhone(shop, '9001', 'shopify', world.scheduler.now());
  world.shops.wakeLacking(shop, 0);
  await world.runFor(minute, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: told, waitsFor: { kind: 'lacking' } }]);
  world.edits.changeMethod(shop, orderId, 'Same Day');
  await world.runFor(minute, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'can_be_sent' } }]);
  expect(calls()).toEqual(['place 1001']);
});

const local = exampleFulfillmentOrder({ methodType: 'LOCAL', presentedName: 'Local Delivery', serviceCode: null });
test('a Local Delivery whose line was edited to another method is asked about, and told of after its booking', async () => {
  const { world, run, rest, calls, deliveries } = calmWorld({ order: { fulfillmentOrders: [local], shippingLines } });
  world.edits.changeMethod(shop, orderId, 'Locker to locker');
  await run();
  expect(world.orders.stored(shop, orderId).order).toMatchObject({
    ...{ state: 'needs_attention', reason: { code: 'method_edited', params: { methods: 'Locker to locker' } } },
  });
  world.edits.changeMethod(shop, orderId, 'Local Delivery');
  await world.runFor(minute, 20_000);
  expect(calls()).toEqual(['place 1001']);
  world.edits.changeMethod(shop, orderId, 'Locker to locker');
  await rest();
  expect(deliveries()).toMatchObject([
    { state: 'placed', drift: [{ field: 'delivery_method', placed: 'Local Delivery', now: 'Locker to locker' }] },
  ]);
});

/** As an edit adds goods of which checkout kept no method. */
const added = exampleFulfillmentOrder({
  ...{ id: '502', presentedName: null, serviceCode: null },
  lines: [exampleLine({ id: '5020', lineItemId: '7502', title: 'Mug' })],
});
const shippingLines = [{ title: 'Local Delivery', code: null, phone: null }];
const edited = { fulfillmentOrders: [local, added], shippingLines, updatedAt: '2026-11-21T09:00:01Z' };

test('goods that an edit adds to a Local Delivery are asked about before the booking, and told of after it', () => {
  const before = read(nothing, { fulfillmentOrders: [local], shippingLines }, false);
  expect(before.deliveries).toMatchObject([{ state: 'queued' }]);
  const asked = read(before, edited, false);
  expect(asked.deliveries).toMatchObject([{ state: 'needs_attention', reason: { code: 'method_edited' } }]);
  const fulfilled = { ...added, status: 'CLOSED', lines: added.lines.map((one) => ({ ...one, remainingQuantity: 0 })) };
  const gone = { ...edited, fulfillmentOrders: [local, fulfilled], updatedAt: '2026-11-21T09:00:02Z' };
  expect(read(asked, gone, false).deliveries).toMatchObject([{ state: 'queued', reason: null }]);

  const [delivery] = before.deliveries;
  if (!delivery) throw new Error('nothing is planned');
  const booked = { ...before, deliveries: [{ ...delivery, state: 'placed' as const, placedAt: before.now }] };
  const since = read(booked, edited, false);
  expect(since.deliveries).toMatchObject([{ state: 'placed', drift: [{ about: 'goods_without_driver' }] }]);
});
