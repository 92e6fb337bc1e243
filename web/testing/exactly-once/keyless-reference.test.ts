import { expect, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { exampleFulfillmentOrder } from '#placement/testing/example-order.ts';
import { simLine, simLocation } from '#testing/simulation/sim-goods.ts';
import { calm } from '#testing/simulation/sim-options.ts';
import { orderIdOf } from '#testing/simulation/sim-shopify.ts';
import { SimWorld } from '#testing/simulation/sim-world.ts';

const shops = ['a.myshopify.com', 'bb.myshopify.com'] as ShopDomain[];
const orderId = orderIdOf(1001);

test('two shops without a key do not hold references of each other', async () => {
  const world: SimWorld = new SimWorld({
    ...calm,
    faults: { place: () => 'key_refused', lookup: () => 'none' },
  });
  world.service.takesKey = () => false;
  for (const shop of shops) {
    world.shops.add(shop, `key of ${shop}`, '');
    world.shopify.addOrder(shop, 1001, 1);
    world.notify(shop, orderId, 'orders/paid');
  }
  await world.runFor(5_000, 5_000);
  const states = () => shops.map((shop) => world.orders.stored(shop, orderId).order?.reason?.code);
  expect(states()).toEqual(['key_refused', 'key_refused']);
  for (const shop of shops) {
    world.shops.change(shop, { accounts: { live: null, test: null } });
    const more = {
      id: '10019',
      status: 'ON_HOLD' as const,
      location: simLocation(1),
      lines: [simLine('100199', 'More tea', 1)],
    };
    world.shopify.changeGoods(shop, orderId, (order) => [...order.fulfillmentOrders, exampleFulfillmentOrder(more)]);
    world.notify(shop, orderId, 'orders/updated');
    await world.runFor(5_000, 5_000);
  }
  const seen = (shop: ShopDomain) =>
    [...world.orders.stored(shop, orderId).deliveries.values()].map((one) => [one.orderReference, one.state]);
  for (const shop of shops) {
    expect(seen(shop)).toEqual([
      ['1001', 'held'],
      ['1001-2', 'held'],
    ]);
  }
});
