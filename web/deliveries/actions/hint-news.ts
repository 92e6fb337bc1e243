import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { deliveryOf } from '../order.ts';
import type { Ports } from '../ports/ports.ts';
import { mayHaveNews } from '../run/refresh-delivery.ts';

/** Between two readings of one delivery, however often the service announces news of it. */
const calmMs = 1_000;

/**
 * Somebody says that there is news of a delivery: the service is asked now, also of what it called delivered or cancelled,
 * for nothing else asks again. What is to be asked already is not changed, so that repeating it costs a reading at most.
 */
export async function hintNews(
  ports: Pick<Ports, 'orders'>,
  shop: ShopDomain,
  { orderId, orderReference }: { orderId: OrderId; orderReference: OrderReference },
): Promise<void> {
  await ports.orders.change(shop, orderId, (aggregate) => {
    const { now } = aggregate;
    const delivery = deliveryOf(aggregate, orderReference);
    const at = Math.max(now, (delivery?.lookedAt ?? 0) + calmMs);
    const isDue = delivery?.lookAt != null && delivery.lookAt <= at;
    if (!delivery || !mayHaveNews(delivery) || isDue) return { change: null, result: undefined };
    return { change: { deliveries: [{ ...delivery, lookAt: at }], wakes: [{ at }] }, result: undefined };
  });
}
