import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosWorld } from './chaos-world.ts';
import { faults } from './faulty-courier.ts';

export interface KillResult {
  kills: number;
  orders: number;
  acknowledged: number;
  /** Acknowledged and never at rest. */
  lost: number;
  /** Customers with more than one delivery: each order has its own. */
  doubled: number;
  placed: number;
  needsAttention: number;
  placings: number;
  /** From a kill to the next call about what the killed process was sending, milliseconds. */
  resumedMs: number[];
}

const shop = 'chaos.myshopify.com';

/** Every fourth answer of the service is spoilt in one way or another. */
export function spoilAnswers(world: ChaosWorld, rate: number, random: () => number = Math.random): void {
  world.courier.delayMs = 100;
  world.courier.fault = (_account, kind) => {
    if (random() >= rate) return 'none';
    return kind === 'lookup' ? 'error_before' : (faults[Math.floor(random() * faults.length)] ?? 'none');
  };
}

/** Kills processes of the app (or whatever `strike` ends) under load, lets everything rest and counts. */
export async function killUnderLoad(
  world: ChaosWorld,
  options: { kills: number; ordersPerKill: number; restMs: number; strike: (world: ChaosWorld) => Promise<void> },
): Promise<KillResult> {
  const { kills, ordersPerKill } = options;
  await world.install(shop, 'chaos-key');
  spoilAnswers(world, 0.25);
  const numbers = Array.from({ length: kills * ordersPerKill }, (_, index) => 1001 + index);
  const posts: Promise<boolean>[] = [];
  const killedAt: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    for (const number of numbers.slice(kill * ordersPerKill, (kill + 1) * ordersPerKill)) {
      world.shopify.addOrder(shop, number);
      posts.push(world.fleet.post({ shop, number, topic: 'orders/paid' }));
    }
    // Into the middle of the work: as soon as the service sees some of it.
    await untilPlacings(world, (kill + 1) * ordersPerKill * 0.4, 6_000);
    killedAt.push(Date.now());
    await options.strike(world);
  }
  const acks = await Promise.all(posts);
  const acknowledged = numbers.filter((_, index) => acks[index]);
  world.courier.fault = () => 'none';
  const lost = await world.untilRested(shop, acknowledged, options.restMs);
  const states = await Promise.all(numbers.map((number) => world.fleet.api('GET', `/api/orders/${number}`, shop)));
  const count = (state: string) => states.filter(({ body }) => (body as { state?: string }).state === state).length;
  const customers = [...world.courier.deliveries.values()].map(({ customer }) => customer);
  return {
    kills,
    orders: numbers.length,
    acknowledged: acknowledged.length,
    lost,
    doubled: customers.length - new Set(customers).size,
    placed: count('placed'),
    needsAttention: count('needs_attention'),
    placings: world.courier.placings,
    resumedMs: [],
  };
}

/** Ends one process with SIGKILL and starts another. */
export async function killOneApp({ fleet }: ChaosWorld): Promise<void> {
  const victim = fleet.members[Math.floor(Math.random() * fleet.members.length)];
  if (victim) await fleet.replace(victim);
}

async function untilPlacings({ courier }: ChaosWorld, count: number, withinMs: number): Promise<void> {
  for (const until = Date.now() + withinMs; courier.placings < count && Date.now() < until; ) await pause(20);
}

/** From each kill to the next call about what had been under way: the attempts that were never finished tell. */
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
