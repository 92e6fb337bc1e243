import { addressLine } from '#placement/address.ts';
import type { LocationId } from '#placement/ids.ts';
import type { FulfillmentOrder, ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';

/**
 * The order with the locations that a merchant has deleted since: Shopify shows nothing behind their fulfilment orders any
 * more, and goods would count as gone from where a driver collected them.
 */
export function withKnownLocations(order: ShopOrder, deliveries: readonly DeliveryRecord[]): ShopOrder {
  if (order.fulfillmentOrders.every(({ location }) => location.id !== null)) return order;
  const fulfillmentOrders = order.fulfillmentOrders.map((one) => ({
    ...one,
    location: { ...one.location, id: one.location.id ?? knownId(one, deliveries) },
  }));
  return { ...order, fulfillmentOrders };
}

/**
 * The location that was there when a delivery was made, by its words: goods may have been moved to another before that was
 * deleted, and are in a fulfilment order of their own once staff take them back. Of one that was renamed, or whose address
 * a person corrected, the fulfilment order has to be the delivery's too.
 */
function knownId({ id, location }: FulfillmentOrder, deliveries: readonly DeliveryRecord[]): LocationId | null {
  const address = addressLine(location);
  const found = deliveries.find(({ locationId, locationName, request, lines }) => {
    if (locationId === null) return false;
    const isNamed = locationName === location.name;
    const isThere = address.ok && address.line === request.pickup_address;
    return (isNamed && isThere) || ((isNamed || isThere) && lines.some((line) => line.fulfillmentOrderId === id));
  });
  return found?.locationId ?? null;
}
