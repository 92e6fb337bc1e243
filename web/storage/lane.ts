import type { OrderId, ShopDomain } from '#placement/ids.ts';

/**
 * Orders of one shop that are worked on at a time: one shop's hanging service leaves room for the others, and one
 * order's jobs stay in sequence because an order always takes the same lane.
 */
const lanesPerShop = 4;

/** The lane of an order. Every digit counts: ids of one shop lie multiples of 32,768 apart, so their ends are alike. */
export function laneOf(shop: ShopDomain, orderId: OrderId): string {
  let hash = 0;
  for (let index = 0; index < orderId.length; index += 1)
    hash = Math.imul(hash ^ orderId.charCodeAt(index), 0x5bd1e995);
  // A product's low bits know only the low bits of its factors.
  return `${shop}#${(hash >>> 16) % lanesPerShop}`;
}
