import type { Change } from '#deliveries/order.ts';
import type { StoredOrder } from './memory-order-store.ts';
import { sendsByHand } from './shop-settings.ts';
import type { Call } from './sim-service.ts';
import type { SimWorld } from './sim-world.ts';

/** In a shop that sends by hand nothing goes without a press that was accepted. */
export function byItself(world: SimWorld, { reference, customer }: Call, sentByPress: ReadonlySet<string>): string[] {
  const owner = world.orders.ownerOf(reference, customer);
  if (!owner || !sendsByHand(world, owner.shop)) return [];
  return sentByPress.has(`${owner.shop}/${owner.orderId}`)
    ? []
    : [`${reference} is sent by itself, by a press that was refused`];
}

/** By a shop's own wish nothing goes by itself before anybody has packed any of it. */
export function checkPacked(
  world: SimWorld,
  { shop, orderId, deliveries }: StoredOrder,
  { reference }: Call,
): string[] {
  const { trigger } = world.shops.record(shop).settings.automation;
  const isAsked = deliveries.get(reference)?.word !== null;
  if (trigger !== 'inProgress' || isAsked || world.shopify.everPacked.has(`${shop}/${orderId}`)) return [];
  return [`${reference} is sent though nobody has packed it`];
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
