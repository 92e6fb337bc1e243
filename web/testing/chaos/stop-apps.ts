import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosWorld } from './chaos-world.ts';

export interface StopResult {
  stops: number;
  orders: number;
  lost: number;
  doubled: number;
  /** Answers that came back to a process after its lease, and were refused by their fence. */
  fenced: number;
  /** Writes under an older fence that went through all the same. */
  lateWrites: number;
}

const shop = 'stopped.myshopify.com';

/** SIGSTOPs a process in the middle of its calls for longer than lease and heartbeat, then lets it go on. */
export async function stopUnderLoad(
  world: ChaosWorld,
  options: { stops: number; ordersPerStop: number; stopMs: number; restMs: number; say?: (line: string) => void },
): Promise<StopResult> {
  await world.install(shop, 'stop-key');
  world.courier.delayMs = 400;
  const numbers: number[] = [];
  for (let stop = 0; stop < options.stops; stop += 1) {
    const wave = Array.from({ length: options.ordersPerStop }, (_, index) => 1001 + numbers.length + index);
    numbers.push(...wave);
    for (const number of wave) world.shopify.addOrder(shop, number);
    const before = world.courier.placings;
    await Promise.all(wave.map((number) => world.fleet.post({ shop, number, topic: 'orders/paid' })));
    for (const until = Date.now() + 10_000; world.courier.placings < before + 2 && Date.now() < until; )
      await pause(10);
    // Half of the processes: the others take over what these were doing.
    const stopped = world.fleet.members.slice(0, Math.ceil(world.fleet.members.length / 2));
    for (const { child } of stopped) child.kill('SIGSTOP');
    await pause(options.stopMs);
    for (const { child } of stopped) child.kill('SIGCONT');
    world.fleet.members.reverse();
    if ((stop + 1) % 10 === 0) options.say?.(`${stop + 1} of ${options.stops} SIGSTOPs`);
  }
  const lost = await world.untilRested(shop, numbers, options.restMs);
  const customers = [...world.courier.deliveries.values()].map(({ customer }) => customer);
  const late = await world.query<{ count: number }>(`
    select count(*)::int4 as count from attempt a join attempt n
      on n.shop = a.shop and n.order_id = a.order_id and n.order_reference = a.order_reference and n.fence > a.fence
    where a.finished_at > n.started_at + interval '1 second'`);
  return {
    stops: options.stops,
    orders: numbers.length,
    lost,
    doubled: customers.length - new Set(customers).size,
    fenced: world.fleet.logged('a late answer was fenced off'),
    lateWrites: late[0]?.count ?? -1,
  };
}
