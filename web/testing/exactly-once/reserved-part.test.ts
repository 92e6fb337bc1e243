import { expect, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { exampleFulfillmentOrder } from '#placement/testing/example-order.ts';
import { simLine, simLocation } from '#testing/simulation/sim-goods.ts';
import { calm } from '#testing/simulation/sim-options.ts';
import { orderIdOf } from '#testing/simulation/sim-shopify.ts';
import { SimWorld } from '#testing/simulation/sim-world.ts';

const first = 'a.myshopify.com' as ShopDomain;
const second = 'bb.myshopify.com' as ShopDomain;
const orderId = orderIdOf(1001);

test('goods whose reference is another shop’s keep what waits from going without them', async () => {
  const world: SimWorld = new SimWorld({
    ...calm,
    faults: { place: () => (takesKey ? 'none' : 'key_refused'), lookup: () => 'none' },
  });
  let takesKey = true;
  world.service.takesKey = () => takesKey;
  // Both shops place in one account; the first one has the reference of an order's second part.
  world.shops.add(first, 'key', '');
  world.shopify.addOrder(first, 1001, 2);
  world.notify(first, orderId, 'orders/paid');
  await world.runFor(5_000, 5_000);
  takesKey = false;
  world.shops.add(second, 'key', 'B-');
  world.shopify.addOrder(second, 1001, 1);
  world.notify(second, orderId, 'orders/paid');
  await world.runFor(5_000, 5_000);
  expect(world.orders.stored(second, orderId).order?.reason?.code).toBe('key_refused');
  const { settings } = world.shops.record(second);
  world.shops.change(second, { settings: { ...settings, reference: { prefix: '' } } });
  const more = { id: '10019', location: simLocation(1), lines: [simLine('100199', 'More tea', 1)] };
  world.shopify.changeGoods(second, orderId, (order) => [...order.fulfillmentOrders, exampleFulfillmentOrder(more)]);
  world.notify(second, orderId, 'orders/updated');
  await world.runFor(5_000, 5_000);
  takesKey = true;
  await world.runToRest(3_600_000, 5_000);
  const { order, deliveries } = world.orders.stored(second, orderId);
  expect([order?.state, order?.reason?.code]).toEqual(['needs_attention', 'reference_reserved_elsewhere']);
  expect([...deliveries.values()].map(({ state }) => state)).toEqual(['needs_attention']);
  expect([...world.service.stored.keys()]).toEqual(['1001', '1001-2']);
});
