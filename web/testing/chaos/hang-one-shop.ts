import { setTimeout as pause } from 'node:timers/promises';
import { sideBySide } from '#deliveries/actions/many-orders.ts';
import { quantile } from '#testing/bench/spread.ts';
import type { ChaosWorld } from './chaos-world.ts';
import { promisesBroken } from './explain-orders.ts';

export interface BulkheadResult {
  /** Orders of the shop whose service hangs that had no delivery when the measuring ended. */
  waiting: number;
  /** Calls of its service that were left hanging. */
  hung: number;
  /** Of them not at rest when the service answered again. */
  lost: number;
  /** Goods that nobody brings and nobody is told of, and drivers that are denied. */
  broken: string[];
  /** From the webhook's acknowledgement to the delivery at the service, 95th percentile, milliseconds. */
  baselineP95Ms: number;
  p95Ms: number;
}

const hanging = 'hanging.myshopify.com';
const healthy = ['healthy-a.myshopify.com', 'healthy-b.myshopify.com', 'healthy-c.myshopify.com'] as const;
const giveUpMs = 30_000;

/** One shop's service takes every call and never answers, with many orders waiting; what do orders of others wait? */
export async function hangOneShop(
  world: ChaosWorld,
  options: { waiting: number; others: number; everyMs: number; restMs: number; say?: (line: string) => void },
): Promise<BulkheadResult> {
  const { waiting, others, everyMs, restMs, say } = options;
  for (const shop of [hanging, ...healthy]) await world.install(shop, `key of ${shop}`);
  const account = Buffer.from(`key of ${hanging}:`).toString('base64');
  // The first orders of a process find nothing warm.
  await waits(world, { others: 5, everyMs: 0 }, 501);
  const baseline = await waits(world, { others, everyMs }, 1001);
  let hung = 0;
  world.courier.fault = (authorization) => {
    if (!authorization.endsWith(account)) return 'none';
    hung += 1;
    return 'hang_after';
  };
  const numbers = Array.from({ length: waiting }, (_, index) => 500_001 + index);
  await sideBySide(numbers, 40, (number) => {
    world.shopify.addOrder(hanging, number);
    return world.fleet.post({ shop: hanging, number, topic: 'orders/paid' });
  });
  say?.(`${waiting} orders wait for a service that hangs`);
  const beside = await waits(world, { others, everyMs }, 10_001);
  const stillWaiting = numbers.filter((number) => !world.shopify.note(hanging, number)?.includes('\n')).length;
  world.courier.fault = () => 'none';
  world.courier.hangUp();
  return {
    waiting: stillWaiting,
    hung,
    lost: await world.untilRested(hanging, numbers, restMs),
    broken: await promisesBroken(
      world,
      numbers.map((number) => ({ shop: hanging, number })),
    ),
    baselineP95Ms: Math.round(quantile(baseline, 0.95)),
    p95Ms: Math.round(quantile(beside, 0.95)),
  };
}

/** Sends orders of the healthy shops one after another and measures each until the service has it. */
async function waits(
  { shopify, fleet, courier }: ChaosWorld,
  { others, everyMs }: { others: number; everyMs: number },
  first: number,
): Promise<number[]> {
  const measured: number[] = [];
  for (let number = first; number < first + others; number += 1) {
    const shop = healthy[number % healthy.length] ?? healthy[0];
    shopify.addOrder(shop, number);
    await fleet.post({ shop, number, topic: 'orders/paid' });
    const startedAt = performance.now();
    const isThere = () => [...courier.deliveries.values()].some(({ customer }) => customer === `7${number}`);
    while (!isThere() && performance.now() - startedAt < giveUpMs) await pause(5);
    measured.push(performance.now() - startedAt);
    await pause(everyMs);
  }
  return measured;
}
