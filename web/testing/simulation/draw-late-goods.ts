import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { alsoWhen } from './draw-events.ts';
import { takeAway } from './draw-exchanges.ts';
import { anyTime, firstOrder, minute, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { add, type GoodsChange, newGoods } from './sim-goods.ts';
import { editTopic, goodsTopic } from './sim-options.ts';
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
      scheduler.at(at, () => world.notify(shop, id, editTopic));
    }
    for (const one of added) {
      if (late.chance(0.2)) continue;
      const madeAt = scheduler.now() + late.below(madeWithinMs);
      world.log(`${id} gets ${one.id} by ${madeAt}`);
      shopify.orders.late.delay(key, one, { madeAt, isTold: told > 0 });
    }
  };
  const { shop, id } = firstOrder(world);
  for (let times = 1 + late.below(3); times > 0; times -= 1) {
    scheduler.after(anyTime(late, spreadMs), () => shopify.changeGoods(shop, id, add));
  }
}

/** The webhook of an edit comes so soon after that of the change. */
const toldWithinMs = 1_200;

/** In some one edit of the first order takes all of its goods away and adds others, which Shopify makes only a while after. */
export function drawSwaps(world: SimWorld, swaps: SeededRandom, { spreadMs }: Scale): void {
  if (!swaps.chance(0.08)) return;
  const { shopify, scheduler } = world;
  const { shop, id } = firstOrder(world);
  scheduler.after(anyTime(swaps, spreadMs), () => {
    const before = shopify.order(shop, id)?.fulfillmentOrders ?? [];
    shopify.changeGoods(shop, id, swap);
    const made = shopify.order(shop, id)?.fulfillmentOrders ?? [];
    const fresh = made.filter((one) => before.every((old) => old.id !== one.id));
    if (fresh.length === 0) return;
    const madeAt = scheduler.now() + swaps.below(madeWithinMs);
    world.log(`${id} gets ${fresh.map((one) => one.id).join()} instead by ${madeAt}`);
    // Told only once the order counts as changed: with these goods on their way it was never empty.
    for (const one of fresh) shopify.orders.late.delay(`${shop}/${id}`, one, { madeAt, isTold: true });
    scheduler.after(swaps.below(toldWithinMs), () => world.notify(shop, id, editTopic));
  });
}

const swap: GoodsChange = (order, random, now) => {
  const emptied = takeAway(order, random, now);
  return emptied && [...emptied, newGoods({ ...order, fulfillmentOrders: emptied }, random.below(2))];
};

/** News of a routing comes at once, or after so long at most. */
const newsMs = 10_000;

/**
 * In some Shopify routes an order only a while after it was made: until then nobody is shown its goods. The worker takes in
 * what tells of that for orders only that were read without goods by then.
 */
export function drawRouting(world: SimWorld, routing: SeededRandom, { spreadMs }: Scale): void {
  const { shopify, scheduler } = world;
  if (!routing.chance(0.06)) return;
  alsoWhen(shopify, 'onAdded', (shop, id) => {
    const routedAt = scheduler.now() + routing.below(routing.chance(0.5) ? 5_000 : 2 * spreadMs);
    shopify.orders.routedAt.set(`${shop}/${id}`, routedAt);
    scheduler.at(routedAt + (routing.chance(0.5) ? 0 : routing.below(newsMs)), () => {
      if (world.orders.stored(shop, id).order?.reason?.code === 'nothing_to_ship') world.notify(shop, id, goodsTopic);
    });
  });
}
