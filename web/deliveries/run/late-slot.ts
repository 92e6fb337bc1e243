import type { OrderAggregate } from '../order.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { refreshDelivery } from './refresh-delivery.ts';

/**
 * Reads the slot of what was booked by an answer that held none: asked for by id, once before the order is written back
 * to. Where that tells nothing either, it stays booked without a time.
 *
 * @returns the order as it then stands.
 */
export async function withSlots(ports: Ports, shop: ShopRecord, aggregate: OrderAggregate): Promise<OrderAggregate> {
  const without = aggregate.deliveries.filter(
    ({ state, service, writtenBackAt }) => state === 'placed' && service?.slot === null && writtenBackAt === null,
  );
  for (const delivery of without) await refreshDelivery(ports, shop, delivery);
  const orderId = without[0]?.orderId;
  return orderId === undefined ? aggregate : ports.orders.load(shop.shop, orderId);
}
