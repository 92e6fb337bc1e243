import { expect, test } from 'vitest';
import { exampleFulfillmentOrder, exampleLine } from '#placement/testing/example-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';

const minute = 60_000;
const today = '2026-11-21';

test.each([
  ['names a day that nobody can read', ['soon', null], 'delivery_day_unreadable', ['', '']],
  ['names a day of a mistyped year', ['25/11/2062', '2062-11-25'], 'delivery_day_too_far', ['', '']],
  ['names a day that has passed', ['2026-11-20', '2026-11-20'], 'delivery_day_passed', [today, today]],
] as const)(
  'what waits for the service while its order %s goes once that is put right',
  async (_name, wrong, code, right) => {
    const { world, calls, deliveries } = calmWorld({ faults: ['rate_limited'] });
    world.notify(shop, orderId, 'orders/paid');
    await world.runFor(1_000, 20_000);
    world.edits.name(shop, orderId, wrong);
    await world.runFor(10 * minute, 20_000);
    expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code }, waitsFor: { kind: 'order' } }]);
    expect(calls()).toEqual(['place 1001']);
    world.edits.name(shop, orderId, right);
    await world.runFor(minute, 20_000);
    expect(deliveries()).toMatchObject([{ state: 'placed', reason: null }]);
    expect(calls()).toEqual(['place 1001', 'place 1001']);
  },
);

test('what waits for the service goes once a slip in its quantity is put right', async () => {
  const { world, calls, deliveries } = calmWorld({ faults: ['rate_limited'] });
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(1_000, 20_000);
  const before = world.shopify.order(shop, orderId)?.fulfillmentOrders ?? [];
  const [goods] = before;
  const line = exampleLine({ ...goods?.lines[0], remainingQuantity: 1000, totalQuantity: 1000, orderedQuantity: 1000 });
  world.shopify.edit(shop, orderId, { fulfillmentOrders: [exampleFulfillmentOrder({ ...goods, lines: [line] })] });
  await world.runFor(10 * minute, 20_000);
  const told = { code: 'implausible_quantity' };
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: told, waitsFor: { kind: 'order' } }]);
  world.shopify.edit(shop, orderId, { fulfillmentOrders: before });
  await world.runFor(minute, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', reason: null }]);
  expect(calls()).toEqual(['place 1001', 'place 1001']);
});
