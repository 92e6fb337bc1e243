import type { Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { goodsTopic } from './sim-options.ts';
import type { SimWorld } from './sim-world.ts';

/** News of a routing comes at once, or after so long at most. */
const newsMs = 10_000;

/**
 * In some Shopify routes an order only a while after it was made: until then nobody is shown its goods. The worker takes in
 * what tells of that for orders only that were read without goods by then.
 */
export function drawRouting(world: SimWorld, routing: SeededRandom, { spreadMs }: Scale): void {
  const { shopify, scheduler } = world;
  if (!routing.chance(0.06)) return;
  const { onAdded } = shopify;
  shopify.onAdded = (shop, id) => {
    onAdded(shop, id);
    const routedAt = scheduler.now() + routing.below(routing.chance(0.5) ? 5_000 : 2 * spreadMs);
    shopify.orders.routedAt.set(`${shop}/${id}`, routedAt);
    scheduler.at(routedAt + (routing.chance(0.5) ? 0 : routing.below(newsMs)), () => {
      if (world.orders.stored(shop, id).order?.reason?.code === 'nothing_to_ship') world.notify(shop, id, goodsTopic);
    });
  };
}
