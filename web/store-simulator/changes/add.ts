import { buildOrder } from '../state/add-order.ts';
import { gid } from '../state/gid.ts';
import type { NewOrder } from '../state/new-order.ts';
import { financialStatus } from '../state/order-figures.ts';
import type { OrderRecord } from '../state/order-records.ts';
import type { ShopState } from '../state/shop-state.ts';
import { orderEvent } from './touch.ts';

/** An order arrives: `orders/create`, `orders/paid` where it is paid, and its routing. */
export function addOrder(shop: ShopState, typed: NewOrder): OrderRecord {
  const order = buildOrder(shop, typed);
  if (typed.quiet) {
    return order;
  }
  const routed = order.fulfillmentOrders.map((fulfillmentOrder) => ({
    topic: 'fulfillment_orders/order_routing_complete',
    body: {
      fulfillment_order: {
        id: gid('FulfillmentOrder', fulfillmentOrder.id),
        status: fulfillmentOrder.status.toLowerCase(),
      },
    },
  }));
  const paid = order.transactions.length > 0 && financialStatus(order) === 'PAID';
  shop.publish([
    orderEvent(shop, 'orders/create', order),
    ...(paid ? [orderEvent(shop, 'orders/paid', order)] : []),
    ...routed,
  ]);
  return order;
}
