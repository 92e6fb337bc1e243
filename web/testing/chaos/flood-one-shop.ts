import { setTimeout as pause } from 'node:timers/promises';
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
  /** The most orders of the flood that were booked while one of another shop waited. */
  bookedMeanwhile: number;
  /** Webhooks of the flood that were stored in a second while they were posted as fast as they are answered. */
  rushPerSecond: number;
  /** Of orders of the other shops, 95th percentile, milliseconds: before, and while the flood comes, waits and rushes. */
  baselineP95Ms: number;
  comingP95Ms: number;
  waitingP95Ms: number;
  rushingP95Ms: number;
}

export interface FloodOptions {
  shops: number;
  /** Of the other shops, before anything is measured: compiling the app takes as much of the processor as its work. */
  warmUpOrders: number;
  /** That come at `perSecond`. */
  orders: number;
  perSecond: number;
  /** That come as fast as they are answered, 40 side by side. */
  rushed: number;
  /** Orders of the other shops before the flood, and while it waits, one every `everyMs`. */
  others: number;
  everyMs: number;
  restMs: number;
}

const flooding = 'flooding.myshopify.com';
const callMs = 100;
const firstNumber = 500_001;

/** Orders of one of many shops are paid by the thousand; what do those of the others wait? */
export async function floodOneShop(world: ChaosWorld, options: FloodOptions): Promise<FloodResult> {
  const { shops, warmUpOrders, orders, perSecond, rushed, others: count, everyMs, restMs } = options;
  const quiet = Array.from({ length: shops - 1 }, (_, index) => `quiet-${index + 1}.myshopify.com`);
  for (const shop of [flooding, ...quiet]) await world.install(shop, `key of ${shop}`);
  const [first = flooding, ...rest] = quiet;
  const others: readonly [string, ...string[]] = [first, ...rest];
  await warmUp(world, others, warmUpOrders);
  world.courier.delayMs = callMs;
  const baseline = await timeOrders(world, others, { count, everyMs, first: 1001 });
  const numbers = Array.from({ length: orders + rushed }, (_, index) => firstNumber + index);
  const pay = (number: number) => {
    world.shopify.addOrder(flooding, number);
    return world.fleet.post({ shop: flooding, number, topic: 'orders/paid' });
  };
  const coming = await timeBeside(world, others, {
    flood: atRate(numbers.slice(0, orders), perSecond, pay),
    ...{ everyMs, first: 10_001 },
  });
  const waited = await timeCounted(world, others, { goesOn: (timed) => timed < count, everyMs, first: 20_001 });
  const waiting = numbers.slice(0, orders).filter((number) => !world.shopify.note(flooding, number)?.includes('\n'));
  const rushedAt = performance.now();
  let rushedMs = Number.NaN;
  const rush = sideBySide(numbers.slice(orders), 40, pay).finally(() => {
    rushedMs = performance.now() - rushedAt;
  });
  const rushing = await timeBeside(world, others, { flood: rush, everyMs, first: 30_001 });
  return {
    waiting: waiting.length,
    lost: await world.untilRested(flooding, numbers, restMs),
    broken: await promisesBroken(
      world,
      numbers.map((number) => ({ shop: flooding, number })),
    ),
    bookedMeanwhile: Math.max(...coming.booked, ...waited.booked, ...rushing.booked),
    rushPerSecond: Math.round((1_000 * rushed) / rushedMs),
    baselineP95Ms: Math.round(quantile(baseline, 0.95)),
    comingP95Ms: Math.round(quantile(coming.measured, 0.95)),
    waitingP95Ms: Math.round(quantile(waited.measured, 0.95)),
    rushingP95Ms: Math.round(quantile(rushing.measured, 0.95)),
  };
}

/** Resolves when so many orders of these shops are placed. */
async function warmUp({ shopify, fleet, courier }: ChaosWorld, shops: readonly string[], count: number): Promise<void> {
  const placed = courier.deliveries.size + count;
  await sideBySide(
    Array.from({ length: count }, (_, index) => 100_001 + index),
    20,
    (number) => {
      const shop = shops[number % shops.length] ?? '';
      shopify.addOrder(shop, number);
      return fleet.post({ shop, number, topic: 'orders/paid' });
    },
  );
  while (courier.deliveries.size < placed) await pause(100);
}

/** Times orders of the other shops one after another until all of `flood` was posted. */
async function timeBeside(
  world: ChaosWorld,
  shops: readonly [string, ...string[]],
  { flood, ...pace }: { flood: Promise<unknown>; everyMs: number; first: number },
): Promise<{ measured: number[]; booked: number[] }> {
  let isPosted = false;
  const posted = flood.finally(() => {
    isPosted = true;
  });
  const timed = await timeCounted(world, shops, { goesOn: () => !isPosted, ...pace });
  await posted;
  return timed;
}

/** Times orders of the other shops one after another, and counts what else is booked while each of them waits. */
async function timeCounted(
  world: ChaosWorld,
  shops: readonly [string, ...string[]],
  { goesOn, everyMs, first }: { goesOn: (timed: number) => boolean; everyMs: number; first: number },
): Promise<{ measured: number[]; booked: number[] }> {
  const measured: number[] = [];
  const booked: number[] = [];
  while (goesOn(measured.length)) {
    const before = world.courier.deliveries.size;
    measured.push(...(await timeOrders(world, shops, { count: 1, everyMs, first: first + measured.length })));
    booked.push(world.courier.deliveries.size - before - 1);
  }
  return { measured, booked };
}

/** Begins with each of `numbers` at its time, as Shopify does, whether or not those before it were answered. */
async function atRate(numbers: readonly number[], perSecond: number, begin: (number: number) => Promise<unknown>) {
  const startedAt = performance.now();
  const begun: Promise<unknown>[] = [];
  for (const [index, number] of numbers.entries()) {
    const early = startedAt + (index * 1_000) / perSecond - performance.now();
    if (early > 0) await pause(early);
    begun.push(begin(number));
  }
  await Promise.all(begun);
}
