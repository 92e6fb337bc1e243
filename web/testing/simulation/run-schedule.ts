import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { goOn, stopForWeeks } from './afterwards.ts';
import { check, checkHolds } from './check-history.ts';
import { checkWaiting, keepsHours } from './check-hours.ts';
import { drawPlan } from './draw-plan.ts';
import { stormMs } from './draw-scale.ts';
import { sourcesOf } from './draw-sources.ts';
import type { Plant } from './port-fault.ts';
import { hold } from './sim-goods.ts';
import { sweepMs } from './sim-options.ts';
import { SimWorld } from './sim-world.ts';
import { watchHistory } from './watch-history.ts';

export interface ScheduleResult {
  seed: number;
  violations: string[];
  /** Hash over everything that happened: the same seed gives the same. */
  trace: string;
  orders: number;
  placed: number;
  kills: number;
  /** Everything that happened, for reading. */
  lines: readonly string[];
}

/** Long enough for every wait there is, the longest back-off and the greatest age included. */
const restMs = 26 * 3_600_000;
/** What waits for an opening, or its day, goes out on the second day at the latest, and all else follows then. */
const nightsMs = 48 * 3_600_000;
/** Many times what any schedule needed so far: most a hundred, a rare one with an outage and many retries some thousands. */
const mostEvents = 20_000;

/**
 * One seeded schedule: orders, repeated webhooks, faults, kills and stops; then rest, then the checker. `plant`: with that
 * fault; `density`: how many times as often rare things are drawn for it, so that more of them meet.
 */
export async function runSchedule(seed: number, plant?: Plant, density = 1): Promise<ScheduleResult> {
  // A schedule leaves the event loop to nobody while it runs.
  await setImmediate();
  const sources = sourcesOf(seed, density);
  const plan = drawPlan(sources);
  const world = new SimWorld({ seed, ...plan.world, ...(plant && { plant }) });
  const watch = watchHistory(world);
  const kills = plan.begin(world);
  let isAtRest = false;
  const waiting: string[] = [];
  if ((await world.runFor(stormMs, mostEvents)) !== 'endless') {
    waiting.push(...checkWaiting(world));
    plan.calm(world);
    const isUntilTomorrow = keepsHours(world) || world.edits.isAnythingNamed || waitsForPacking(world);
    const asksMs = world.followsDrivers ? 2 * nightsMs : 0;
    const mostMs = (isUntilTomorrow ? restMs + nightsMs : restMs) + asksMs;
    isAtRest = (await world.runToRest(mostMs, mostEvents)) === 'rested';
  }
  const found = isAtRest ? check(world, watch, plan) : ['never came to rest'];
  const { holds, afterwards } = sources;
  if (isAtRest && holds.chance(0.2)) found.push(...(await holdGoods(world)));
  else if (isAtRest && afterwards.chance(0.25)) found.push(...(await goOn(world, afterwards)));
  else if (isAtRest && afterwards.chance(0.15)) found.push(...(await stopForWeeks(world, afterwards)));
  return {
    seed,
    violations: [...new Set(isAtRest ? [...watch.violations, ...waiting, ...found] : found)],
    trace: createHash('sha256').update(world.trace.join('\n')).digest('hex'),
    orders: world.shopify.orders.size,
    placed: world.service.stored.size,
    kills: kills.count,
    lines: world.trace,
  };
}

/** Goods that Shopify held are late only a day after that was seen to be over. */
const waitsForPacking = ({ shops }: SimWorld): boolean =>
  shops.domains().some((shop) => shops.record(shop).settings.automation.trigger === 'inProgress');

/** The shops hold goods of every order, also of those whose drivers are booked. */
async function holdGoods(world: SimWorld): Promise<string[]> {
  for (const { shop, id } of [...world.shopify.orders.values()]) world.shopify.changeGoods(shop, id, hold);
  // A lost webhook's order is found by the next list, at the latest the one after.
  const ended = await world.runFor(3 * sweepMs, mostEvents);
  return ended === 'endless' ? ['never came to rest with goods on hold'] : checkHolds(world);
}
