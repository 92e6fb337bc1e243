import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { fulfil, type GoodsChange } from '#testing/simulation/sim-goods.ts';

/** What Shopify shows of a fulfilment order whose location was deleted: the address as it was, and nothing behind it. */
const deleted: GoodsChange = ({ fulfillmentOrders: all }) =>
  all.map((one) => ({ ...one, location: { ...one.location, id: null } }));

test('the driver who has the goods is not called off when their location is deleted', async () => {
  const { world, run, rest, calls, deliveries } = calmWorld();
  await run();
  world.shopify.changeGoods(shop, orderId, fulfil);
  await rest();
  world.shopify.changeGoods(shop, orderId, deleted);
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [], cancellation: null }]);
  expect(calls()).toEqual(['place 1001']);
});
