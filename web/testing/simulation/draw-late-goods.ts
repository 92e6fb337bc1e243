import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { minute, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { add } from './sim-goods.ts';
import { editTopic } from './sim-options.ts';
import { orderIdOf } from './sim-shopify.ts';
import type { SimWorld } from './sim-world.ts';

/** Shopify makes the fulfilment orders of an edit within this. */
const madeWithinMs = 50_000;

/**
 * In some staff add goods to the first order, of which Shopify makes the fulfilment orders only a while after it has shown
 * and told of the edit, and tells no more. Where all is `serene`, each edit is told by its own webhook, too.
 */
export function drawLateGoods(
  world: SimWorld,
  late: SeededRandom,
  { spreadMs, serene }: Scale & { serene: boolean },
): void {
  if (!late.chance(0.08)) return;
  const { shopify, scheduler } = world;
  shopify.orders.late.onEdit = (key, added) => {
    const [shop, id] = key.split('/') as [ShopDomain, OrderId];
    const told = late.pick([
      [0, serene ? 0 : 1],
      [1, 4],
      [2, 1],
    ] as const);
    for (let times = told; times > 0; times -= 1) {
      const at = scheduler.now() + late.below(late.chance(0.7) ? spreadMs : 2 * minute);
      scheduler.at(at, null, () => world.notify(shop, id, editTopic));
    }
    for (const one of added) {
      if (late.chance(0.2)) continue;
      const madeAt = scheduler.now() + late.below(madeWithinMs);
      world.log(`${id} gets ${one.id} by ${madeAt}`);
      shopify.orders.late.delay(key, one, { madeAt, isTold: told > 0 });
    }
  };
  const [shop] = world.shops.shops.keys();
  for (let times = shop === undefined ? 0 : 1 + late.below(3); times > 0; times -= 1) {
    const at = scheduler.now() + late.below((late.chance(0.5) ? 2 : 10) * spreadMs);
    scheduler.at(at, null, () => shopify.changeGoods(shop as ShopDomain, orderIdOf(1001), add));
  }
}
