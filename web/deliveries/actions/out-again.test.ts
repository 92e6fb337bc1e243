import { expect, test } from 'vitest';
import { calmWorld } from '#testing/deliveries/calm-world.ts';
import { setState } from '#testing/simulation/service-row.ts';
import { hintNews } from './hint-news.ts';

const minute = 60_000;

test('goods of which nothing is heard after they were collected are told of, until something is', async () => {
  const { world, run, deliveries } = calmWorld();
  await run();
  const inService = world.service.stored.get('1001');
  const [owner] = deliveries();
  if (!inService || !owner) throw new Error('not booked');
  world.followsDrivers = true;
  const pass = (ms: number) => world.scheduler.run(world.scheduler.now() + ms, 20_000);
  const ask = () => world.runs.ask(owner.shop, owner.orderId, null);
  setState(inService, 'PENDING DROPOFF');
  ask();
  await pass(24 * 60 * minute);
  const told = () => deliveries().map(({ progress, drift, lookAt }) => [progress, drift.length, lookAt !== null]);
  expect(told()).toEqual([['on_its_way', 0, true]]);
  await pass(48 * 60 * minute);
  expect(told()).toEqual([['on_its_way', 1, false]]);
  expect(deliveries()).toMatchObject([{ reason: { code: 'delivery_unheard' }, drift: [{ about: 'not_delivered' }] }]);
  setState(inService, 'DELIVERED');
  const { orderId, orderReference } = owner;
  const [process] = world.runs.processes;
  if (!process) throw new Error('no process');
  await Promise.all([hintNews(world.portsOf(process), owner.shop, { orderId, orderReference }), pass(10 * minute)]);
  await pass(10 * minute);
  expect(told()).toEqual([['delivered', 0, false]]);
});

test('what came back and goes out again is followed, and no alarm says that it came back', async () => {
  const { world, run, deliveries } = calmWorld();
  await run();
  const inService = world.service.stored.get('1001');
  if (!inService) throw new Error('not booked');
  world.followsDrivers = true;
  const becomes = async (state: string, withinMs: number) => {
    setState(inService, state);
    world.runs.ask(...owner(), null);
    await world.scheduler.run(world.scheduler.now() + withinMs, 20_000);
  };
  const owner = () => {
    const [one] = deliveries();
    if (!one) throw new Error('not booked');
    return [one.shop, one.orderId] as const;
  };
  const told = () => deliveries().map(({ progress, drift }) => [progress, ...drift.map(({ about }) => about)]);
  await becomes('PENDING DROPOFF', 30 * minute);
  expect(told()).toEqual([['on_its_way']]);
  await becomes('RETURNED', 2 * 60 * minute);
  expect(told()).toEqual([['returned', 'not_delivered']]);
  await becomes('PENDING DROPOFF', 2 * 60 * minute);
  expect(told()).toEqual([['on_its_way']]);
  await becomes('RETURNED', 2 * 60 * minute);
  // Nobody was to be called off as Shopify warned of the order.
  world.shopify.edit(...owner(), { riskRecommendation: 'CANCEL' }, 'analysis');
  await world.scheduler.run(world.scheduler.now() + minute, 20_000);
  expect(told()).toEqual([['returned', 'not_delivered']]);
  await becomes('PENDING DROPOFF', 2 * 60 * minute);
  expect(told()).toEqual([['on_its_way', 'fraud_risk']]);
});
