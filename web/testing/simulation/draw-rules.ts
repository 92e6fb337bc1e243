import type { Change } from '#deliveries/order.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { later } from './draw-events.ts';
import type { Scale } from './draw-scale.ts';
import type { StoredOrder } from './memory-order-store.ts';
import type { SeededRandom } from './seeded-random.ts';
import { saveSettings, sendsByHand, withRules } from './shop-settings.ts';
import type { SimWorld } from './sim-world.ts';

/** While orders come in and wait, a shop serves another location only, and takes that back. */
export function drawRules(world: SimWorld, staff: SeededRandom, { spreadMs }: Scale): void {
  const shops = [...world.shops.shops.keys()];
  const shop = shops[staff.below(shops.length)];
  if (shop === undefined || sendsByHand(world, shop)) return;
  later(world, 2 * spreadMs, () => {
    saveRules(world, shop, ['9999']);
    later(world, 4 * spreadMs, () => saveRules(world, shop, []));
  });
}

/** What saving them does: waiting orders are woken up, but for a pause. */
function saveRules(world: SimWorld, shop: ShopDomain, locationIds: string[]): void {
  world.log(`${shop} serves ${locationIds.join() || 'every location'}`);
  saveSettings(world, shop, (settings) => withRules(settings, { locationIds }));
}

/** What waited to go by itself goes once no rule speaks against it any more. */
export function checkRules(
  { shopify }: SimWorld,
  waited: ReadonlySet<string>,
  { shop, orderId, order }: StoredOrder,
): string[] {
  const key = `${shop}/${orderId}`;
  const isOut = order?.state === 'skipped' && order.reason?.code === 'condition_location';
  return isOut && waited.has(key) && shopify.order(shop, orderId) !== null
    ? [`${key} waited, and is left out by a rule that is no more`]
    : [];
}

/** Notes what waits to go by itself. */
export function noteWaiting(waited: Set<string>, key: string, { order }: Pick<Change, 'order'>): void {
  if (order && ['queued', 'held'].includes(order.state)) waited.add(key);
}
