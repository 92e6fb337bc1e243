import type {
  FulfillmentOrderLineRecord,
  FulfillmentOrderRecord,
  FulfillmentRecord,
} from '../state/fulfillment-records.ts';
import { wholeSecond } from '../state/instants.ts';
import type { OrderRecord } from '../state/order-records.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';
import { replacement } from './part-off.ts';
import { orderChanged } from './touch.ts';

export interface Taken {
  fulfillmentOrder: FulfillmentOrderRecord;
  entry: FulfillmentOrderLineRecord;
  quantity: number;
}

interface Tracking {
  company?: string | null;
  number?: string | null;
  url?: string | null;
}

/** "Fulfill item" on the order page: staff hand over by themselves what is open of a fulfilment order, or so many units of each line. */
export function fulfilByHand(shop: ShopState, order: OrderRecord, index = 0, units = Infinity): OrderRecord {
  const fulfillmentOrder = order.fulfillmentOrders[index];
  if (!fulfillmentOrder || !['OPEN', 'IN_PROGRESS'].includes(fulfillmentOrder.status)) {
    throw new StoreRefusal(`${order.name} has no open fulfilment order ${index}`);
  }
  const open = fulfillmentOrder.lines.filter(({ remainingQuantity }) => remainingQuantity > 0);
  return fulfil(
    shop,
    open.map((entry) => ({ fulfillmentOrder, entry, quantity: Math.min(units, entry.remainingQuantity) })),
    null,
  ).order;
}

/** The goods leave their fulfilment orders, all at one location; fires `orders/updated`. */
export function fulfil(shop: ShopState, taken: readonly Taken[], tracking: Tracking | null): FulfillmentRecord {
  const { order, location } = (taken[0] as Taken).fulfillmentOrder;
  const at = wholeSecond(shop.now());
  for (const { entry, quantity } of taken) {
    entry.remainingQuantity -= quantity;
    entry.line.fulfilledQuantity += quantity;
  }
  const fulfillmentOrders = [...new Set(taken.map(({ fulfillmentOrder }) => fulfillmentOrder))];
  for (const fulfillmentOrder of fulfillmentOrders) {
    fulfillmentOrder.updatedAt = at;
    if (fulfillmentOrder.lines.every((entry) => entry.remainingQuantity === 0)) {
      fulfillmentOrder.status = 'CLOSED';
    } else {
      // Also of what nobody marked: Shopify has no other word for one of which a part left.
      fulfillmentOrder.status = 'IN_PROGRESS';
    }
  }
  const fulfillment: FulfillmentRecord = {
    kind: 'Fulfillment',
    id: shop.nextId(),
    name: `${order.name}-F${order.fulfillments.length + 1}`,
    order,
    location,
    fulfillmentOrders,
    status: 'SUCCESS',
    lines: taken.map((one) => ({ id: shop.nextId(), line: one.entry.line, ...one })),
    tracking: tracking
      ? [{ company: tracking.company ?? null, number: tracking.number ?? null, url: tracking.url ?? null }]
      : [],
    events: [],
    createdAt: at,
    updatedAt: at,
  };
  order.fulfillments.push(fulfillment);
  shop.fulfillments.set(fulfillment.id, fulfillment);
  orderChanged(shop, order);
  return fulfillment;
}

/**
 * "Cancel fulfillment" on the order page: its goods are open again. A fulfilment order that it had closed stays closed,
 * with units that look open, and a new one at its location takes them over; fires `orders/updated`.
 */
export function cancelFulfilment(shop: ShopState, order: OrderRecord, index = 0): OrderRecord {
  const fulfillment = order.fulfillments[index];
  if (fulfillment?.status !== 'SUCCESS') {
    throw new StoreRefusal(`${order.name} has no fulfilment ${index} to cancel`);
  }
  fulfillment.status = 'CANCELLED';
  fulfillment.updatedAt = wholeSecond(shop.now());
  for (const { line, entry, quantity } of fulfillment.lines) {
    entry.remainingQuantity += quantity;
    line.fulfilledQuantity -= quantity;
  }
  for (const begun of fulfillment.fulfillmentOrders.filter(({ status }) => status === 'IN_PROGRESS')) {
    if (begun.lines.every((entry) => entry.remainingQuantity === entry.totalQuantity)) begun.status = 'OPEN';
  }
  for (const closed of fulfillment.fulfillmentOrders.filter(({ status }) => status === 'CLOSED')) {
    const open = fulfillment.lines.filter(({ fulfillmentOrder }) => fulfillmentOrder === closed);
    replacement(
      shop,
      closed,
      open.map(({ entry, quantity }) => ({ entry, count: quantity })),
    ).status = 'OPEN';
  }
  orderChanged(shop, order);
  return order;
}
