import { buildFulfillmentOrder } from '../state/build-fulfillment-orders.ts';
import type { FulfillmentOrderLineRecord, FulfillmentOrderRecord } from '../state/fulfillment-records.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';

/** Index into the lines of a fulfilment order; quantity left out: all that remains. */
export interface ChosenLine {
  line: number;
  quantity?: number;
}

/** Takes goods out of a fulfilment order into a new one, with new ids and everything else as it was. */
export function partOff(
  shop: ShopState,
  original: FulfillmentOrderRecord,
  chosen: readonly ChosenLine[],
): FulfillmentOrderRecord {
  const taken = chosen.map(({ line: index, quantity }) => {
    const entry = original.lines[index];
    const count = quantity ?? entry?.remainingQuantity ?? 0;
    if (!entry || count < 1 || count > entry.remainingQuantity) {
      throw new StoreRefusal(`the fulfilment order has no ${count} units of line ${index}`);
    }
    return { entry, count };
  });
  const apart = replacement(shop, original, taken);
  for (const { entry, count } of taken) {
    entry.remainingQuantity -= count;
    entry.totalQuantity -= count;
  }
  original.lines = original.lines.filter(({ totalQuantity }) => totalQuantity > 0);
  if (original.lines.every(({ remainingQuantity }) => remainingQuantity === 0)) {
    original.status = 'CLOSED';
    original.holds = [];
  }
  return apart;
}

/** A new fulfilment order with so many units of these lines, and everything else as the original has it. */
export function replacement(
  shop: ShopState,
  original: FulfillmentOrderRecord,
  taken: readonly { entry: FulfillmentOrderLineRecord; count: number }[],
): FulfillmentOrderRecord {
  const { order } = original;
  const apart = buildFulfillmentOrder(shop, order, {
    location: original.location.id,
    status: original.status,
    fulfillAt: original.fulfillAt,
    lines: taken.map(({ entry, count }) => ({ line: order.lines.indexOf(entry.line), quantity: count })),
  });
  apart.deliveryMethod = original.deliveryMethod;
  apart.destinationPhone = original.destinationPhone;
  apart.holds = [...original.holds];
  order.fulfillmentOrders.push(apart);
  shop.fulfillmentOrders.set(apart.id, apart);
  return apart;
}
