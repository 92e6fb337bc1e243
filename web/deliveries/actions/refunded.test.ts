import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { hold } from '#testing/simulation/sim-goods.ts';
import { sendOrder } from './send-again.ts';

const minute = 60_000;
const refunded = { financialStatus: 'REFUNDED' };

test('nothing new waits for the goods of an order that was refunded in full, whatever of them Shopify holds', async () => {
  const { world, run, rest, deliveries } = calmWorld({ faults: ['refused'] });
  await run();
  expect(deliveries()).toMatchObject([{ state: 'needs_attention', reason: { code: 'refused_by_service' } }]);
  world.shopify.edit(shop, orderId, refunded);
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'cancelled', reason: { code: 'order_refunded' } }]);
  world.shopify.changeGoods(shop, orderId, hold);
  await world.runFor(minute, 20_000);
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'cancelled' });
  expect(deliveries()).toHaveLength(1);
});

test('nobody is asked for another reference of an order that was refunded while it was looked up', async () => {
  const { world, rest, deliveries } = calmWorld({ faults: ['reset_before'] });
  world.service.addForeign('1001');
  const { onAnswer } = world.service;
  world.service.onAnswer = (call) => {
    onAnswer(call);
    if (call.kind !== 'place') return;
    world.service.onAnswer = onAnswer;
    world.shopify.edit(shop, orderId, refunded);
  };
  // Two look-ups that fail: the order is read meanwhile.
  let failing = 2;
  world.service.faults = { ...world.service.faults, lookup: () => (failing-- > 0 ? 'failed' : 'none') };
  world.notify(shop, orderId, 'orders/paid');
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'cancelled' }]);
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'cancelled' });
});

test('what was cancelled to be booked again asks nobody for an order that was refunded meanwhile', async () => {
  const { world, run, rest, during, deliveries } = calmWorld();
  await run();
  let isDown = false;
  world.shopify.failing = () => isDown;
  const { onCancel } = world.service;
  world.service.onCancel = (row) => {
    onCancel(row);
    isDown = true;
  };
  const record = () => world.shops.record(shop);
  await during((ports) =>
    sendOrder(ports, record(), {
      orderId,
      actor: 'person',
      body: { mode: 'replace', orderReference: '1001', newReference: '1001-R2', reason: 'x' },
    }),
  );
  await world.runFor(5_000, 20_000);
  expect(deliveries()).toMatchObject([{ state: 'cancelled', cancellation: { newReference: '1001-R2' } }]);
  world.shopify.edit(shop, orderId, refunded);
  isDown = false;
  await rest();
  expect(deliveries().map(({ orderReference, state }) => [orderReference, state])).toEqual([['1001', 'cancelled']]);
});

test.each<[when: string, days: number, calledOff: number, Record<string, unknown>]>([
  ['an hour after its booking calls its driver off', 1 / 24, 1, { state: 'cancelled' }],
  ['weeks after a delivery whose end nobody told calls none off', 20, 0, { state: 'placed', reason: null, drift: [] }],
])('an order that is refunded %s', async (_when, days, calledOff, expected) => {
  const { world, run, rest, deliveries } = calmWorld();
  await run();
  await world.runFor(days * 24 * 60 * minute, 200_000);
  let cancelled = 0;
  world.service.onCancel = () => {
    cancelled += 1;
  };
  world.shopify.edit(shop, orderId, refunded);
  await rest();
  expect(deliveries()).toMatchObject([expected]);
  expect(cancelled).toBe(calledOff);
});

test('what was told of a driver whose order was refunded in time stays, weeks later too', async () => {
  const { world, run, rest, deliveries } = calmWorld();
  await run();
  world.service.faults = { ...world.service.faults, cancel: () => 'refused' };
  world.shopify.edit(shop, orderId, refunded);
  await rest();
  expect(deliveries()).toMatchObject([{ drift: [{ about: 'order_ended' }] }]);
  await world.runFor(20 * 24 * 60 * minute, 200_000);
  world.shopify.changePhone(shop, orderId, '083 111 2222');
  await rest();
  expect(deliveries()).toMatchObject([{ drift: [{ about: 'order_ended' }] }]);
});

test('nobody is told of an order that is deleted weeks after its delivery', async () => {
  const { world, run, rest, deliveries } = calmWorld();
  await run();
  await world.runFor(20 * 24 * 60 * minute, 200_000);
  world.shopify.remove(shop, orderId);
  world.notify(shop, orderId, 'orders/delete');
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'placed', reason: null, drift: [] }]);
});
