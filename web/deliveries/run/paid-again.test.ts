import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { hold, release } from '#testing/simulation/sim-goods.ts';

const day = 24 * 3_600_000;

test('an order whose edit was paid two days later is sent then: too late is counted from the payment of the whole', async () => {
  const { world, rest, calls } = calmWorld();
  const { shopify, scheduler } = world;
  shopify.changeGoods(shop, orderId, hold);
  world.notify(shop, orderId, 'orders/paid');
  await world.runFor(60_000, 20_000);
  shopify.edit(shop, orderId, { financialStatus: 'PARTIALLY_PAID' });
  shopify.changeGoods(shop, orderId, release);
  await rest();
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'skipped', reason: { code: 'not_paid' } });
  await world.runFor(2 * day, 200_000);
  expect(calls()).toEqual([]);

  const paidAt = new Date(scheduler.now()).toISOString();
  shopify.edit(shop, orderId, { financialStatus: 'PAID', paidAt });
  await rest();
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'placed', reason: null });
  expect(calls()).toEqual(['place 1001']);
});
