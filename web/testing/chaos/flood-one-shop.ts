import { sideBySide } from '#deliveries/actions/many-orders.ts';
import { quantile } from '#testing/bench/spread.ts';
import type { ChaosWorld } from './chaos-world.ts';
import { promisesBroken } from './explain-orders.ts';
import { timeOrders } from './time-orders.ts';

export interface FloodResult {
  /** Orders of the flood that had no delivery yet when the measuring ended. */
  waiting: number;
  /** Of them not at rest in the end. */
  lost: number;
  /** Goods that nobody brings and nobody is told of, and drivers that are denied. */
  broken: string[];
  /** Of orders of the other shops, 95th percentile, milliseconds: before, while the flood comes, and while it waits. */
  baselineP95Ms: number;
  comingP95Ms: number;
  waitingP95Ms: number;
}

const flooding = 'flooding.myshopify.com';
const callMs = 100;

/** Orders of one of many shops are paid all at once; what do those of the others wait? */
export async function floodOneShop(
  world: ChaosWorld,
  options: { shops: number; orders: number; others: number; everyMs: number; restMs: number },
): Promise<FloodResult> {
  const { shops, orders, others: count, everyMs, restMs } = options;
  const quiet = Array.from({ length: shops - 1 }, (_, index) => `quiet-${index + 1}.myshopify.com`);
  for (const shop of [flooding, ...quiet]) await world.install(shop, `key of ${shop}`);
  const [first = flooding, ...others] = quiet;
  world.courier.delayMs = callMs;
  // The first orders of a process find nothing warm.
  await timeOrders(world, [first, ...others], { count: 5, everyMs: 0, first: 501 });
  const baseline = await timeOrders(world, [first, ...others], { count, everyMs, first: 1001 });
  const numbers = Array.from({ length: orders }, (_, index) => 500_001 + index);
  let isPosted = false;
  const posts = sideBySide(numbers, 40, (number) => {
    world.shopify.addOrder(flooding, number);
    return world.fleet.post({ shop: flooding, number, topic: 'orders/paid' });
  }).finally(() => {
    isPosted = true;
  });
  const coming: number[] = [];
  for (let number = 10_001; !isPosted; number += 1) {
    coming.push(...(await timeOrders(world, [first, ...others], { count: 1, everyMs, first: number })));
  }
  await posts;
  const beside = await timeOrders(world, [first, ...others], { count, everyMs, first: 20_001 });
  const waiting = numbers.filter((number) => !world.shopify.note(flooding, number)?.includes('\n')).length;
  return {
    waiting,
    lost: await world.untilRested(flooding, numbers, restMs),
    broken: await promisesBroken(
      world,
      numbers.map((number) => ({ shop: flooding, number })),
    ),
    baselineP95Ms: Math.round(quantile(baseline, 0.95)),
    comingP95Ms: Math.round(quantile(coming, 0.95)),
    waitingP95Ms: Math.round(quantile(beside, 0.95)),
  };
}
