import { addressLine } from '#placement/address.ts';
import type { LocationId } from '#placement/ids.ts';
import { locationName } from '#placement/map-pickup.ts';
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
 * The location that was there when a delivery was made: that of the fulfilment order, while name or address are the same,
 * else the one of these words. Goods may have been moved to another before that was deleted, and are in a fulfilment order
 * of their own once staff take them back.
 */
function knownId({ id, location }: FulfillmentOrder, deliveries: readonly DeliveryRecord[]): LocationId | null {
  const address = addressLine(location);
  const isNamed = (one: DeliveryRecord) => one.locationName === locationName(location);
  const isThere = ({ request }: DeliveryRecord) => address.ok && address.line === request.pickup_address;
  const known = deliveries.filter(({ locationId }) => locationId !== null);
  const own = known.filter(({ lines }) => lines.some((line) => line.fulfillmentOrderId === id));
  const found = own.find((one) => isNamed(one) || isThere(one)) ?? known.find((one) => isNamed(one) && isThere(one));
  return found?.locationId ?? null;
}
