import { expect, test } from 'vitest';
import { calmWorld } from '#testing/deliveries/calm-world.ts';
import { setState } from '#testing/simulation/service-row.ts';

const minute = 60_000;

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
});
