import { later, pressNew } from './draw-events.ts';
import { minute, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { orderIdOf } from './sim-shopify.ts';
import type { SimWorld } from './sim-world.ts';

/** In some staff send another driver for the first order, and call off the one that was booked last, once or twice. */
export function drawSecond(world: SimWorld, second: SeededRandom, { spreadMs }: Scale): void {
  const [shop] = world.shops.shops.keys();
  if (shop === undefined || !second.chance(0.06)) return;
  const { scheduler, people } = world;
  const id = orderIdOf(1001);
  let at = scheduler.now() + spreadMs;
  for (let times = 1 + second.below(2); times > 0; times -= 1) {
    at += second.below(5 * minute);
    scheduler.at(at, () => pressNew(world, shop, id));
    at += second.below(second.chance(0.5) ? 10_000 : 5 * minute);
    scheduler.at(at, () => later(world, 1_000, () => people.cancel(shop, id, 'last')));
  }
}
