import { addressLine } from '#placement/address.ts';
import { withChangedPhone } from '#placement/changed-phone.ts';
import { locationName } from '#placement/map-pickup.ts';
import { locationKeys } from '#placement/parts.ts';
import type { AssignedLocation, FulfillmentOrder, ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { OrderAggregate } from '../order.ts';

/** The order with what is stored of it that Shopify does not show (any more). */
export function withWhatIsKnown(
  read: ShopOrder,
  { order, deliveries }: Pick<OrderAggregate, 'order' | 'deliveries'>,
): ShopOrder {
  return withChangedPhone(withKnownLocations(read, deliveries), order?.firstPhones ?? null);
}

/**
 * The order with the locations that a merchant has deleted since: Shopify shows nothing behind their fulfilment orders any
 * more, and goods would count as gone from where a driver collected them. One that no delivery knows gets a name of its own.
 */
function withKnownLocations(order: ShopOrder, deliveries: readonly DeliveryRecord[]): ShopOrder {
  if (order.fulfillmentOrders.every(({ location }) => location.id !== null)) return order;
  const known = withLocations(order, (one) => knownAs(one, deliveries));
  const keyOf = locationKeys(known, new Set(deliveries.map(({ locationKey }) => locationKey)));
  return withLocations(known, ({ location }) => ({ key: keyOf(location) }));
}

/** The order with more about each location that has no id. */
function withLocations(order: ShopOrder, more: (one: FulfillmentOrder) => Partial<AssignedLocation>): ShopOrder {
  const fulfillmentOrders = order.fulfillmentOrders.map((one) =>
    one.location.id === null ? { ...one, location: { ...one.location, ...more(one) } } : one,
  );
  return { ...order, fulfillmentOrders };
}

/**
 * The location of a delivery: that of the fulfilment order, while name or address are the same, else the one of these words.
 * Goods may have been moved to another before that was deleted, and are in a fulfilment order of their own once staff take
 * them back.
 */
function knownAs({ id, location }: FulfillmentOrder, deliveries: readonly DeliveryRecord[]): Partial<AssignedLocation> {
  const address = addressLine(location);
  const isNamed = (one: DeliveryRecord) => one.locationName === locationName(location);
  const isThere = ({ said, request }: DeliveryRecord) =>
    address.ok && address.line === (said ?? request).pickup_address;
  const own = deliveries.filter(({ lines }) => lines.some((line) => line.fulfillmentOrderId === id));
  const found =
    own.find((one) => isNamed(one) || isThere(one)) ?? deliveries.find((one) => isNamed(one) && isThere(one));
  return found ? { id: found.locationId, key: found.locationKey } : {};
}
