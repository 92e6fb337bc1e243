import { anyTime, firstOrder, type Scale } from './draw-scale.ts';
import { whileSent } from './draw-staff.ts';
import type { SeededRandom } from './seeded-random.ts';
import { type GoodsChange, remove } from './sim-goods.ts';
import type { SimWorld } from './sim-world.ts';

/** In some staff exchange goods of the first order for others that cost more: what is owed is paid at the calm, or never. */
export function drawExchanges(world: SimWorld, exchanges: SeededRandom, { spreadMs }: Scale): void {
  if (!exchanges.chance(0.05)) return;
  const { shop, id } = firstOrder(world);
  const isPaid = exchanges.chance(0.3);
  // A service that never tells what it has leaves the app with its own words.
  const isBlind = exchanges.chance(0.5) && !world.followsDrivers;
  if (isBlind) world.service.deniesForMs = Number.POSITIVE_INFINITY;
  const exchange = () => {
    if (!isPaid) world.edits.paysAfterMs = null;
    world.shopify.changeGoods(shop, id, takeAway);
    world.edits.owe(shop, id, exchanges);
  };
  const inMs = anyTime(exchanges, spreadMs);
  if (exchanges.chance(0.3)) whileSent(world, shop, exchange);
  else world.scheduler.after(inMs, exchange);
}

/** All that is left of the order, piece by piece. */
export const takeAway: GoodsChange = (order, random, now) => {
  let left = order;
  for (let pieces = remove(left, random, now); pieces; pieces = remove(left, random, now))
    left = { ...left, fulfillmentOrders: pieces };
  return left === order ? null : left.fulfillmentOrders;
};
