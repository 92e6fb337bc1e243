import type { OrderRecord } from '../state/order-records.ts';
import type { ShopState } from '../state/shop-state.ts';

/** Deletes an order with its fulfilment orders; fires `orders/delete`. */
export function deleteOrder(shop: ShopState, order: OrderRecord): void {
  shop.orders.delete(order.id);
  for (const { id } of order.fulfillmentOrders) {
    shop.fulfillmentOrders.delete(id);
  }
  shop.publish([{ topic: 'orders/delete', body: { id: BigInt(order.id) } }]);
}
