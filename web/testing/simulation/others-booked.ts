import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { DeliveryId } from '#placement/ids.ts';
import type { StoredOrder } from './memory-order-store.ts';

/** The statement of the real table: what else a shop has booked in an account, the newest first. */
export function othersBooked(
  orders: readonly StoredOrder[],
  { account, orderReference }: Pick<DeliveryRecord, 'account' | 'orderReference'>,
  most: number,
): DeliveryId[] {
  return orders
    .flatMap(({ deliveries }) => [...deliveries.values()])
    .filter((one) => one.state === 'placed' && one.account === account && one.orderReference !== orderReference)
    .sort((a, b) => (b.placedAt ?? 0) - (a.placedAt ?? 0))
    .flatMap(({ service }) => (service ? [service.deliveryId] : []))
    .slice(0, most);
}
