import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { OrderRecord } from '#deliveries/order.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { toCome } from './delivery-rows.ts';
import type { StoredOrder } from './memory-order-store.ts';
import { homes, isSendable } from './sim-addresses.ts';
import type { Call } from './sim-service.ts';
import type { SimWorld } from './sim-world.ts';

/** A driver who goes to where the order went before is told of, unless a person sends him there. */
export function checkAddresses(
  now: ShopOrder,
  { corrections }: OrderRecord,
  deliveries: readonly DeliveryRecord[],
): string[] {
  const { shippingAddress: address } = now;
  const wanted = address && isSendable(address) ? [address.address1, address.city, address.country] : null;
  const corrected = corrections['*']?.dropoff_address;
  return toCome(now, deliveries).flatMap(({ orderReference, request, drift }) => {
    const sentTo = request.dropoff_address;
    const isRight = sentTo === corrected || wanted?.every((part) => sentTo.includes(part ?? ''));
    const isTold = drift.some(({ field }) => field === 'dropoff_address');
    return isRight || isTold ? [] : [`${orderReference} goes to ${sentTo}, a former address, and nobody is told`];
  });
}

/** A person who types while the buyer moves may mean either place. */
const typingMs = 60_000;

/** No driver is sent to one address by a point that a person gave for another: the service goes by the point. */
export function checkPoint(world: SimWorld, { shop, orderId }: StoredOrder, { reference, body }: Call): string[] {
  const { dropoff_address: address, dropoff_coordinates: point } = JSON.parse(body) as Record<string, string>;
  const typedFor = homes.find((home) => home.point === point);
  const sentTo = homes.find(({ street }) => street.test(address ?? ''));
  if (!typedFor || !sentTo || typedFor === sentTo || world.edits.movedWhileTyped(shop, orderId, typingMs)) return [];
  return [`${reference} is sent to ${address} by the point of another address`];
}
