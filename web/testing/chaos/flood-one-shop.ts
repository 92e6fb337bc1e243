import { setTimeout as pause } from 'node:timers/promises';
import { sideBySide } from '#deliveries/actions/many-orders.ts';
import { quantile } from '#testing/bench/spread.ts';
import type { OrderOfShop } from './canned-shopify.ts';
import { type ChaosWorld, ordersIn } from './chaos-world.ts';
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
  const { shops, warmUpOrders, orders, perSecond, rushed, others, everyMs, restMs } = options;
  const quiet = Array.from({ length: shops - 1 }, (_, index) => `quiet-${index + 1}.myshopify.com`);
  await world.install(flooding, ...quiet);
  await warmUp(world, quiet, warmUpOrders);
  world.courier.delayMs = callMs;
  const baseline = await timeOrders(world, quiet, { count: others, everyMs, first: 1001 });
  const all = ordersIn([flooding], orders + rushed, firstNumber);
  const pay = (order: OrderOfShop) => world.pay(order);
  const coming = await timeBeside(world, quiet, {
    flood: atRate(all.slice(0, orders), perSecond, pay),
    ...{ everyMs, first: 10_001 },
  });
  const waited = await timeCounted(world, quiet, { goesOn: (timed) => timed < others, everyMs, first: 20_001 });
  const waiting = world.shopify.withoutNote(all.slice(0, orders));
  const rushedAt = performance.now();
  let rushedMs = Number.NaN;
  const rush = sideBySide(all.slice(orders), 40, pay).finally(() => {
    rushedMs = performance.now() - rushedAt;
  });
  const rushing = await timeBeside(world, quiet, { flood: rush, everyMs, first: 30_001 });
  return {
    waiting: waiting.length,
    lost: await world.untilRested(all, restMs),
    broken: await promisesBroken(world, all),
    bookedMeanwhile: Math.max(...coming.booked, ...waited.booked, ...rushing.booked),
    rushPerSecond: Math.round((1_000 * rushed) / rushedMs),
    baselineP95Ms: Math.round(quantile(baseline, 0.95)),
    comingP95Ms: Math.round(quantile(coming.measured, 0.95)),
    waitingP95Ms: Math.round(quantile(waited.measured, 0.95)),
    rushingP95Ms: Math.round(quantile(rushing.measured, 0.95)),
  };
}

/** Resolves when so many orders of these shops are placed. */
async function warmUp(world: ChaosWorld, shops: readonly string[], count: number): Promise<void> {
  const { courier } = world;
  const placed = courier.deliveries.size + count;
  await sideBySide(ordersIn(shops, count, 100_001), 20, (order) => world.pay(order));
  while (courier.deliveries.size < placed) await pause(100);
}

/** Times orders of the other shops one after another until all of `flood` was posted. */
async function timeBeside(
  world: ChaosWorld,
  shops: readonly string[],
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
  shops: readonly string[],
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

/** Begins with each at its time, as Shopify does, whether or not those before it were answered. */
async function atRate<T>(all: readonly T[], perSecond: number, begin: (one: T) => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const begun: Promise<unknown>[] = [];
  for (const [index, one] of all.entries()) {
    const early = startedAt + (index * 1_000) / perSecond - performance.now();
    if (early > 0) await pause(early);
    begun.push(begin(one));
  }
  await Promise.all(begun);
}
