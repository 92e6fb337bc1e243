import { anyTime, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { orderIdOf } from './sim-shopify.ts';
import type { SimWorld } from './sim-world.ts';

const titles = [
  ['Same Day', 2],
  ['Same day before noon', 1],
  ['Economy courier', 3],
  ['Shipping', 1],
] as const;

/** In some the shipping line of the first order is edited after checkout, and back. */
export function drawMethods(world: SimWorld, methods: SeededRandom, { spreadMs }: Scale): void {
  const [shop] = world.shops.shops.keys();
  if (shop === undefined || !methods.chance(0.06)) return;
  for (let times = 1 + methods.below(3); times > 0; times -= 1) {
    const title = methods.pick(titles);
    world.scheduler.after(anyTime(methods, spreadMs), () => world.edits.changeMethod(shop, orderIdOf(1001), title));
  }
}
