import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { check } from './check-history.ts';
import { drawPlan, type Plan, stormMs } from './draw-plan.ts';
import type { Plant } from './port-fault.ts';
import { SeededRandom } from './seeded-random.ts';
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
/** Many times what any schedule needed so far: most a hundred, a rare one with an outage and many retries some thousands. */
const mostEvents = 20_000;

/** One seeded schedule: orders, repeated webhooks, faults, kills and stops; then rest, then the checker. `plant`: with that fault. */
export async function runSchedule(seed: number, plant?: Plant): Promise<ScheduleResult> {
  // A schedule leaves the event loop to nobody while it runs.
  await setImmediate();
  const draw = (salt: number) => new SeededRandom(seed ^ salt);
  const plan: Plan = drawPlan({
    plan: draw(0x5bd1e995),
    wishes: draw(0x2c1b3c6d),
    hosts: draw(0x1b56c4e9),
    rush: draw(0x7f4a7c15),
  });
  const world = new SimWorld({ seed, ...plan.world, ...(plant && { plant }) });
  const watch = watchHistory(world);
  const kills = plan.begin(world);
  let rested: 'rested' | 'endless' = 'endless';
  if ((await world.runFor(stormMs, mostEvents)) !== 'endless') {
    plan.calm(world);
    rested = await world.runToRest(restMs, mostEvents);
  }
  const violations =
    rested === 'endless' ? ['never came to rest'] : [...watch.violations, ...check(world, watch, plan)];
  return {
    seed,
    violations: [...new Set(violations)],
    trace: createHash('sha256').update(world.trace.join('\n')).digest('hex'),
    orders: world.shopify.orders.size,
    placed: world.service.stored.size,
    kills: kills.count,
    lines: world.trace,
  };
}
