import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';

/**
 * The order with the locations that a merchant has deleted since: Shopify shows nothing behind their fulfilment orders any
 * more, and goods would count as gone from where a driver collected them.
 */
export function withKnownLocations(order: ShopOrder, deliveries: readonly DeliveryRecord[]): ShopOrder {
  if (order.fulfillmentOrders.every(({ location }) => location.id !== null)) return order;
  const known = new Map(
    deliveries.flatMap(({ locationId, lines }) => lines.map((line) => [line.fulfillmentOrderId, locationId] as const)),
  );
  const fulfillmentOrders = order.fulfillmentOrders.map((one) => ({
    ...one,
    location: { ...one.location, id: one.location.id ?? known.get(one.id) ?? null },
  }));
  return { ...order, fulfillmentOrders };
}
