import { expect, test } from 'vitest';
import type { OrderReference } from '#placement/ids.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { setState } from '#testing/simulation/service-row.ts';
import { simLocation } from '#testing/simulation/sim-goods.ts';
import { hintNews } from './hint-news.ts';

test.each([
  ['failed', 'FAILED'],
  ['came back', 'RETURNED'],
  ['was taken back', 'CANCELLED'],
])('goods that moved have no driver again once their delivery %s after all', async (_name, end) => {
  const { world, run, rest, during, deliveries } = calmWorld();
  await run();
  const inService = world.service.stored.get('1001');
  if (!inService) throw new Error('not booked');
  setState(inService, 'DELIVERED');
  world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) =>
    fulfillmentOrders.map((one) => ({ ...one, location: simLocation(1) })),
  );
  const announced = () =>
    during((ports) => hintNews(ports, shop, { orderId, orderReference: '1001' as OrderReference }));
  await announced();
  await rest();
  const told = () => deliveries().map(({ progress, drift }) => [progress, ...drift.map(({ about }) => about)]);
  expect(told()).toEqual([['delivered']]);
  setState(inService, end);
  await announced();
  await rest();
  expect(told()[0]).toContain('goods_without_driver');
});

test('goods that moved while the answer was lost have no alarm once their delivery is found delivered', async () => {
  const { world, rest, deliveries } = calmWorld({ faults: ['reset_after'] });
  let isDown = true;
  world.service.faults.lookup = () => (isDown ? 'failed' : 'none');
  world.notify(shop, orderId, 'orders/paid');
  const during = (ms: number) => world.scheduler.run(world.scheduler.now() + ms, 20_000);
  await during(20_000);
  const inService = world.service.stored.get('1001');
  if (!inService) throw new Error('not booked');
  world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders }) =>
    fulfillmentOrders.map((one) => ({ ...one, location: simLocation(1) })),
  );
  await during(60_000);
  const told = () =>
    deliveries().map(({ state, progress, drift }) => [state, progress, drift.map(({ about }) => about)]);
  expect(told()).toEqual([['confirming', null, expect.arrayContaining(['goods_without_driver'])]]);
  setState(inService, 'DELIVERED');
  isDown = false;
  await rest();
  expect(told()).toEqual([['placed', 'delivered', []]]);
});
