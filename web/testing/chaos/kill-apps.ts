import { setTimeout as pause } from 'node:timers/promises';
import { type ChaosWorld, ordersIn } from './chaos-world.ts';
import { type Balance, balanceOf } from './explain-orders.ts';
import { faults } from './faulty-courier.ts';

export interface KillResult extends Balance {
  kills: number;
  orders: number;
  acknowledged: number;
  /** Acknowledged and never at rest. */
  lost: number;
  placings: number;
}

export interface KillOptions {
  kills: number;
  ordersPerKill: number;
  restMs: number;
  strike: (world: ChaosWorld) => Promise<void>;
  say?: (line: string) => void;
}

const shops = ['chaos-a.myshopify.com', 'chaos-b.myshopify.com', 'chaos-c.myshopify.com'];

/** Every fourth answer of the service is spoilt in one way or another. */
function spoilAnswers({ courier, random }: ChaosWorld): void {
  courier.delayMs = 100;
  courier.fault = (_account, kind) => {
    if (!random.chance(0.25)) return 'none';
    return kind === 'lookup' ? 'error_before' : (faults[random.below(faults.length)] ?? 'none');
  };
}

/** Kills processes of the app (or whatever `strike` ends) under load, lets everything rest and counts. */
export async function killUnderLoad(world: ChaosWorld, options: KillOptions): Promise<KillResult> {
  const { kills, ordersPerKill, restMs, strike, say } = options;
  await world.install(...shops);
  spoilAnswers(world);
  const orders = ordersIn(shops, kills * ordersPerKill);
  const posts: Promise<boolean>[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    for (const order of orders.slice(kill * ordersPerKill, (kill + 1) * ordersPerKill)) {
      // Every fourth has goods at two locations: a process may die between their two calls.
      const locations = order.number % 4 === 0 ? 2 : 1;
      // As patient as Shopify, which goes on for four hours: with kills one after another most of a minute is a restart.
      posts.push(world.pay(order, { locations, withinMs: restMs }));
    }
    // Into the middle of the work: as soon as the service sees some of it.
    await untilPlacings(world, (kill + 1) * ordersPerKill * 0.4);
    await strike(world);
    if ((kill + 1) % 10 === 0) say?.(`${kill + 1} of ${kills} SIGKILLs, ${world.courier.placings} placing calls`);
  }
  const acks = await Promise.all(posts);
  const acknowledged = orders.filter((_, index) => acks[index]);
  world.courier.fault = () => 'none';
  return {
    kills,
    orders: orders.length,
    acknowledged: acknowledged.length,
    lost: await world.untilRested(acknowledged, restMs),
    placings: world.courier.placings,
    ...(await balanceOf(world, orders)),
  };
}

/** Ends one process with SIGKILL and starts another. */
export async function killOneApp({ fleet, random }: ChaosWorld): Promise<void> {
  const victim = fleet.members[random.below(fleet.members.length)];
  if (victim) await fleet.replace(victim);
}

async function untilPlacings({ courier }: ChaosWorld, count: number): Promise<void> {
  for (const until = Date.now() + 6_000; courier.placings < count && Date.now() < until; ) await pause(20);
}

/**
 * What killed processes were sending: milliseconds from the beginning of each call that was never finished to the next
 * call about the same delivery, which is never less than the time from the kill. On PGlite once the fleet is closed.
 */
export async function resumptions(world: ChaosWorld): Promise<number[]> {
  const rows = await world.query<{ ms: number }>(`
    select extract(epoch from (next.started_at - a.started_at))::float8 * 1000 as ms
    from attempt a
    cross join lateral (
      select min(n.started_at) as started_at from attempt n
      where n.shop = a.shop and n.order_id = a.order_id and n.order_reference = a.order_reference and n.fence > a.fence
    ) next
    where a.finished_at is null and next.started_at is not null`);
  return rows.map(({ ms }) => Math.round(ms));
}
