import { anyTime, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { orderIdOf } from './sim-shopify.ts';
import type { SimWorld } from './sim-world.ts';

const recommendations = [
  ['CANCEL', 3],
  ['INVESTIGATE', 1],
  ['ACCEPT', 2],
] as const;

/** In some the first order is analysed for fraud, later than it is paid as a rule, and again. */
export function drawRisks(world: SimWorld, risks: SeededRandom, { spreadMs }: Scale): void {
  const [shop] = world.shops.shops.keys();
  if (shop === undefined || !risks.chance(0.06)) return;
  // Where replicas lag, changes are kept a second apart: with more of them, instants run ahead of the clock.
  world.edits.analysisTouches = risks.chance(0.5) && world.shopify.orders.lagMs === 0;
  for (let times = 1 + risks.below(3); times > 0; times -= 1) {
    const found = risks.pick(recommendations);
    world.scheduler.after(anyTime(risks, spreadMs), () => world.edits.analyse(shop, orderIdOf(1001), found));
  }
}
