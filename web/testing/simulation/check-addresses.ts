import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { OrderRecord } from '#deliveries/order.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { toCome } from './check-held.ts';
import { isSendable } from './sim-addresses.ts';

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
