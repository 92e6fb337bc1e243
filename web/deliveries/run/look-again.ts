import type { ShopOrder } from '#placement/shop-order.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import type { Standing } from '../delivery.ts';

const lookAgainMs = 300_000;
/** What somebody is to do in Shopify may take weeks, and is told of; that the order was deleted is not. */
const lookRarelyMs = 6 * 3_600_000;
const routedWithinMs = 600_000;
const lookForGoodsMs = 60_000;

/**
 * When to read an order again by itself, for what of it waits; null: never.
 *
 * @param deadline when it is packed too late; epoch ms as `now`.
 */
export function lookAgainAt(waiting: readonly Standing[], now: number, deadline: number): number | null {
  const times = waiting.map((one) => waitsUntil(one, now, deadline)).filter((at) => at !== null);
  return times.length > 0 ? Math.min(...times) : null;
}

/** What ends at a time nobody knows is looked at now and then, whatever news of it got lost; what is packed too late at its deadline. */
function waitsUntil({ waitsFor }: Standing, now: number, deadline: number): number | null {
  if (waitsFor !== null && 'at' in waitsFor) return waitsFor.at ?? now + lookAgainMs;
  if (!isWaitingFor({ waitsFor }, 'release', 'packing')) return null;
  const isSooner = isWaitingFor({ waitsFor }, 'packing') && deadline >= now;
  return isSooner ? Math.min(deadline + 1, now + lookRarelyMs) : now + lookRarelyMs;
}

/** Shopify makes the fulfilment orders of an order after it, and may show them only so long after. Epoch ms. */
export function mayGetGoods(
  { fulfillmentOrders, processedAt }: Pick<ShopOrder, 'fulfillmentOrders' | 'processedAt'>,
  now: number,
): boolean {
  return fulfillmentOrders.length === 0 && now - Date.parse(processedAt) < routedWithinMs;
}

/**
 * When to read such an order again, ever more rarely; null: never, for a third party's goods are never shown. What tells of
 * the fulfilment orders may be lost, or taken in while the order was read without them. Epoch ms, as `now`.
 */
export function lookForGoodsAt(read: Pick<ShopOrder, 'fulfillmentOrders' | 'processedAt'>, now: number): number | null {
  const age = now - Date.parse(read.processedAt);
  return mayGetGoods(read, now) ? now + Math.max(lookForGoodsMs, age) : null;
}
