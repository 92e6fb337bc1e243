import { anyTime, firstOrder, minute, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { isOver } from './sim-edits.ts';
import type { SimWorld } from './sim-world.ts';

/**
 * In some staff delete the first order, in half of them just after they cancelled it; in half Shopify answers nobody around
 * then. Where all is `serene`, each deletion is told.
 */
export function drawGone(world: SimWorld, gone: SeededRandom, { spreadMs, serene }: Scale & { serene: boolean }): void {
  if (!gone.chance(0.08)) return;
  const { scheduler, shopify } = world;
  const { shop, id } = firstOrder(world);
  const at = scheduler.now() + anyTime(gone, spreadMs);
  if (gone.chance(0.5)) throttle(world, at - gone.below(spreadMs), at + gone.below(minute / 2));
  const [isCancelled, isTold] = [gone.chance(0.5), serene || gone.chance(0.9)];
  const [deletedAt, toldIn] = [at + gone.below(gone.chance(0.5) ? 2_000 : spreadMs), gone.below(spreadMs)];
  const isThere = () => {
    const order = shopify.order(shop, id);
    return order !== null && !isOver(order);
  };
  const erase = (end: 'cancelled' | 'deleted') => {
    if (!shopify.order(shop, id)) return;
    world.log(`${id} is deleted`);
    shopify.remove(shop, id);
    // What is told of an order that the app cannot read and does not know is forgotten.
    const isKnown = world.orders.stored(shop, id).order !== null;
    if (isKnown ? end === 'cancelled' || isTold : isTold)
      world.edits.gone.set(`${shop}/${id}`, isKnown ? end : 'deleted');
    if (isTold) scheduler.at(deletedAt + toldIn, () => world.notify(shop, id, 'orders/delete'));
  };
  if (!isCancelled) scheduler.at(deletedAt, () => erase('deleted'));
  scheduler.at(at, () => {
    if (!isCancelled || !isThere()) return;
    shopify.edit(shop, id, { cancelledAt: new Date(at).toISOString() });
    world.notify(shop, id, 'orders/cancelled');
    scheduler.at(deletedAt, () => erase('cancelled'));
  });
}

function throttle({ shopify, scheduler }: SimWorld, from: number, to: number): void {
  const { failing } = shopify;
  const isThrottled = () => scheduler.now() >= from && scheduler.now() < to;
  shopify.failing = (random) => isThrottled() || failing(random);
}
