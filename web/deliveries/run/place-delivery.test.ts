import { expect, test } from 'vitest';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import type { PlaceFault } from '#testing/simulation/service-faults.ts';
import { orderIdOf } from '#testing/simulation/sim-shopify.ts';
import type { ServiceDelivery } from '../delivery.ts';
import { goodHealth } from '../service-health.ts';
import { runOrder } from './run-order.ts';

test.each([
  ['is still open leaves the order to its probe', false],
  ['has closed meanwhile, so that nobody else wakes the order, has it due at once', true],
])('a breaker that %s', async (_name, isClosed) => {
  const given = calmWorld();
  const { orders, scheduler } = given.world;
  orders.newestRun = () => true;
  const now = scheduler.now();
  const end = await given.during(async (ports) => {
    const health = { ...goodHealth, breaker: 'open' as const, probeAt: now + 60_000 };
    await ports.shops.changeHealth(shop, 'live', () => ({ health, result: undefined }));
    const settledHealth = async () => (isClosed ? goodHealth : health);
    return runOrder({ ...ports, shops: { ...ports.shops, settledHealth } }, { shop, orderId, fence: '1' });
  });
  expect(given.deliveries()).toMatchObject([{ state: 'held' }]);
  expect(end).toMatchObject({ at: isClosed ? expect.any(Number) : null, behindBreaker: !isClosed });
  expect(end.at ?? now).toBeLessThan(now + 1_000);
});

test.each<[string, PlaceFault, string[]]>([
  ['booked', 'none', ['place 1002']],
  ['found', 'reset_after', ['place 1002', 'lookup 1002']],
])('what the service calls %s under the id of another order’s delivery is a person’s', async (_name, fault, calls) => {
  const given = calmWorld({ faults: ['none', fault] });
  await given.run();
  const { world } = given;
  const { service: first } = given.deliveries()[0] ?? {};
  const portsOf = world.portsOf.bind(world);
  world.portsOf = (process) => {
    const ports = portsOf(process);
    const { courier } = ports;
    const asFirst = <A extends object>(answer: A & { delivery?: ServiceDelivery }): A =>
      answer.delivery && first ? { ...answer, delivery: { ...answer.delivery, deliveryId: first.deliveryId } } : answer;
    const place: typeof courier.place = async (...call) => asFirst(await courier.place(...call));
    const lookup: typeof courier.lookup = async (...call) => asFirst(await courier.lookup(...call));
    return { ...ports, courier: { ...courier, place, lookup } };
  };
  world.shopify.addOrder(shop, 1002, 1);
  world.notify(shop, orderIdOf(1002), 'orders/paid');
  await given.rest();
  const second = [...world.orders.stored(shop, orderIdOf(1002)).deliveries.values()];
  expect(second).toMatchObject([
    { state: 'needs_attention', reason: { code: 'probably_placed' }, service: null, leaseUntil: null },
  ]);
  expect(given.calls().slice(1)).toEqual(calls);
});
