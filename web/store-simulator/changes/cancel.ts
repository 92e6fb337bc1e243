import { wholeSecond } from '../state/instants.ts';
import { orderFigures } from '../state/order-figures.ts';
import type { OrderRecord } from '../state/order-records.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';
import { recordRefund } from './refund.ts';
import { orderChanged, orderEvent } from './touch.ts';

/** Cancels the order, with its money back unless `refund` is false; fires `orders/cancelled`. */
export function cancelOrder(
  shop: ShopState,
  order: OrderRecord,
  options: { reason?: string; refund?: boolean } = {},
): OrderRecord {
  if (order.cancelledAt !== null) {
    throw new StoreRefusal(`${order.name} is cancelled already`);
  }
  const at = wholeSecond(shop.now());
  order.cancelledAt = at;
  order.closedAt = at;
  order.cancelReason = options.reason ?? 'CUSTOMER';
  for (const line of order.lines) {
    line.currentQuantity = line.fulfilledQuantity;
  }
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    if (fulfillmentOrder.status === 'CLOSED') {
      continue;
    }
    fulfillmentOrder.status = 'CANCELLED';
    fulfillmentOrder.updatedAt = at;
    for (const line of fulfillmentOrder.lines) {
      line.remainingQuantity = 0;
    }
  }
  const { received, refunded } = orderFigures(order);
  if (received === 0) {
    order.financialStatusOverride = 'VOIDED';
  } else if (options.refund !== false && received > refunded) {
    recordRefund(shop, order, {});
  }
  orderChanged(shop, order, [orderEvent(shop, 'orders/cancelled', order)]);
  return order;
}
