import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import type { GoodsChange } from '#testing/simulation/sim-goods.ts';

const by =
  (methodType: string): GoodsChange =>
  ({ fulfillmentOrders: all }) =>
    all.map((one) => ({ ...one, methodType, presentedName: 'Shop 0', serviceCode: null }));
const gone = { about: 'goods_gone', field: 'items: Item 1001-0', placed: '2', now: '0' };

test('a booked driver whose goods the buyer will collect is a task, until they are to be delivered again', async () => {
  const { world, run, rest, calls, deliveries } = calmWorld();
  await run();
  world.shopify.changeGoods(shop, orderId, by('PICK_UP'));
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [gone], cancellation: null }]);
  world.shopify.changeGoods(shop, orderId, by('LOCAL'));
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [] }]);
  expect(calls()).toEqual(['place 1001']);
});
