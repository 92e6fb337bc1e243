import type { OrderRecord } from '../state/order-records.ts';
import type { ShopState } from '../state/shop-state.ts';

/** Deletes an order with its fulfilment orders. `orders/delete` is none of the topics that the app subscribes to. */
export function deleteOrder(shop: ShopState, order: OrderRecord): void {
  shop.orders.delete(order.id);
  for (const { id } of order.fulfillmentOrders) {
    shop.fulfillmentOrders.delete(id);
  }
}
