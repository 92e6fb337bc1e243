import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosWorld } from './chaos-world.ts';

export interface BulkheadResult {
  waiting: number;
  others: number;
  /** From the webhook's acknowledgement to the placing call, 95th percentile, milliseconds. */
  baselineP95Ms: number;
  p95Ms: number;
}

const hanging = 'hanging.myshopify.com';
const healthy = 'healthy.myshopify.com';

/** One shop's service takes every call and never answers, with many orders waiting; what do the orders of another wait? */
export async function hangOneShop(
  world: ChaosWorld,
  options: { waiting: number; others: number; everyMs: number },
): Promise<BulkheadResult> {
  await world.install(hanging, 'hanging-key');
  await world.install(healthy, 'healthy-key');
  const name = Buffer.from('hanging-key:').toString('base64');
  const baseline = await waits(world, options, 1001);
  world.courier.fault = (account) => (account.includes(name) ? 'hang_after' : 'none');
  const numbers = Array.from({ length: options.waiting }, (_, index) => 500_001 + index);
  for (const number of numbers) world.shopify.addOrder(hanging, number);
  const left = [...numbers];
  const poster = async (): Promise<void> => {
    for (let number = left.pop(); number; number = left.pop()) {
      await world.fleet.post({ shop: hanging, number, topic: 'orders/paid' });
    }
  };
  await Promise.all(Array.from({ length: 40 }, poster));
  const beside = await waits(world, options, 2001);
  return { waiting: options.waiting, others: options.others, baselineP95Ms: p95(baseline), p95Ms: p95(beside) };
}

/** Sends orders of the healthy shop one after another and measures each until the service has it. */
async function waits(
  world: ChaosWorld,
  { others, everyMs }: { others: number; everyMs: number },
  first: number,
): Promise<number[]> {
  const measured: number[] = [];
  for (let number = first; number < first + others; number += 1) {
    world.shopify.addOrder(healthy, number);
    await world.fleet.post({ shop: healthy, number, topic: 'orders/paid' });
    const startedAt = performance.now();
    const isThere = () => [...world.courier.deliveries.values()].some(({ customer }) => customer === `7${number}`);
    while (!isThere() && performance.now() - startedAt < 30_000) await pause(5);
    measured.push(performance.now() - startedAt);
    await pause(everyMs);
  }
  return measured;
}

export const p95 = (values: readonly number[]): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN);
