import { wholeSecond } from '../state/instants.ts';
import type { OrderRecord } from '../state/order-records.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopEvent, ShopState } from '../state/shop-state.ts';
import { orderBody } from '../webhooks/order-body.ts';

/** An order by its id, gid, number or name; the id wins where a number could be one too. */
export function findOrder(shop: ShopState, reference: string | number): OrderRecord {
  const text = String(reference).replace(/^gid:\/\/shopify\/Order\//, '');
  const found =
    shop.orders.get(text) ??
    [...shop.orders.values()].find((order) => String(order.number) === text || order.name === text);
  if (!found) {
    throw new StoreRefusal(`no order ${text} in ${shop.domain}`, 404);
  }
  return found;
}

/** Stamps the order as changed now and tells apps: `orders/updated` after the given events. */
export function orderChanged(shop: ShopState, order: OrderRecord, events: ShopEvent[] = []): void {
  order.updatedAt = wholeSecond(shop.now());
  shop.publish([...events, { topic: 'orders/updated', body: orderBody(shop, order) }]);
}

/** An event that carries the order as it stands now. */
export function orderEvent(shop: ShopState, topic: string, order: OrderRecord): ShopEvent {
  order.updatedAt = wholeSecond(shop.now());
  return { topic, body: orderBody(shop, order) };
}
