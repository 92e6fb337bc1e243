import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { fulfil, type GoodsChange, hold } from '#testing/simulation/sim-goods.ts';

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

test('the task stays once the buyer has collected the goods, and nobody calls the driver off', async () => {
  const { world, run, rest, calls, deliveries } = calmWorld();
  await run();
  world.shopify.changeGoods(shop, orderId, by('PICK_UP'));
  await rest();
  world.shopify.changeGoods(shop, orderId, fulfil);
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [gone], cancellation: null }]);
  expect(calls()).toEqual(['place 1001']);
});

test('goods that Shopify holds and the buyer will collect are no hold that a driver waits for', async () => {
  const { world, run, deliveries } = calmWorld();
  await run();
  world.shopify.changeGoods(shop, orderId, hold);
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [{ about: 'on_hold' }] }]);
  world.shopify.changeGoods(shop, orderId, by('PICK_UP'));
  await world.runFor(60_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'placed', drift: [gone] }]);
});

test('a driver is called off as before where the buyer had collected other pieces before he was booked', async () => {
  const { world, run, rest, deliveries } = calmWorld();
  const collected: GoodsChange = ({ fulfillmentOrders: all }) =>
    all.flatMap((one) => {
      const lines = one.lines.map((line) => ({ ...line, id: '78', remainingQuantity: 0, totalQuantity: 1 }));
      return [one, { ...one, id: '77', methodType: 'PICK_UP', status: 'CLOSED', lines }];
    });
  const emptied: GoodsChange = ({ fulfillmentOrders: all }) => all.filter(({ id }) => id === '77');
  world.shopify.changeGoods(shop, orderId, collected);
  await run();
  world.shopify.changeGoods(shop, orderId, emptied);
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'cancelled', cancellation: { because: 'emptied' } }]);
});
