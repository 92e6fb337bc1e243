import type { Reason } from '#api-contract/order.ts';
import type { OrderId } from '#placement/ids.ts';
import { type Decided, deliveryOf, type OrderAggregate } from '../order.ts';
import { withOrderState } from '../order-state.ts';
import type { Ports } from '../ports/ports.ts';
import { hasKeyOf, type ShopRecord } from '../ports/stores.ts';
import { reason } from '../reasons.ts';
import { cancelOne } from '../run/cancel-booked.ts';
import { beginCancelling, isForOrder } from '../run/cancellation.ts';
import { loadForPerson } from '../run/running-order.ts';

export type CancelResult =
  | { kind: 'cancelled' }
  /** The service has not said what became of it: another press, or the order's run, goes on with it. */
  | { kind: 'under_way' }
  | { kind: 'not_found' }
  /** It is not booked, or the service has no such call. */
  | { kind: 'not_possible'; why: 'not_placed' | 'unsupported' | 'no_key' }
  | { kind: 'stays_booked'; why: Reason };

interface Wish {
  orderReference: string;
  actor: string;
}

/**
 * Cancels one booked delivery at the service, and no other of the order. The wish is on record before the first call, so
 * that the order's run goes on with it where an answer is lost or this process dies, and a second press leaves it to the
 * first. What is known of the delivery stays, and its line in the note says that it is over.
 */
export async function cancelDelivery(
  ports: Ports,
  shop: ShopRecord,
  { orderId, ...wish }: Wish & { orderId: OrderId },
): Promise<CancelResult> {
  const order = await loadForPerson(ports, shop, orderId);
  const begun = await order.record((aggregate) => beginByPerson(aggregate, wish, { ports, shop }));
  if (begun.kind === 'done' && begun.result !== null) return begun.result;
  await cancelOne(ports, order, wish.orderReference);
  const delivery = deliveryOf(order.known, wish.orderReference);
  if (delivery?.state === 'cancelled') {
    // The note follows at once: the order is due otherwise only when this press's lease would be over.
    await order.record(() => ({ change: { wakes: [{ at: null }] }, result: null }));
    return { kind: 'cancelled' };
  }
  if (delivery?.cancellation?.stage === 'wanted') return { kind: 'under_way' };
  const collected = reason('not_cancelled_under_way', { reference: wish.orderReference });
  return { kind: 'stays_booked', why: delivery?.reason ?? collected };
}

/** Nobody is to drive, and nothing is to be booked in its stead. Null: the wish is on record. */
function beginByPerson(
  aggregate: OrderAggregate,
  { orderReference, actor }: Wish,
  { ports, shop }: { ports: Pick<Ports, 'courier' | 'timing'>; shop: ShopRecord },
): Decided<CancelResult | null> {
  const { now } = aggregate;
  const delivery = deliveryOf(aggregate, orderReference);
  if (!delivery) return { change: null, result: { kind: 'not_found' } };
  // Of two who press, both are told what the first one's press came to; without a record the service may still have one.
  if (delivery.state === 'cancelled' && delivery.service) return { change: null, result: { kind: 'cancelled' } };
  if (delivery.state !== 'placed' || !delivery.service) return notPossible('not_placed');
  if (!ports.courier.canCancel) return notPossible('unsupported');
  if (!hasKeyOf(shop, delivery)) return notPossible('no_key');
  const { cancellation } = delivery;
  const because = cancellation && isForOrder(cancellation) ? cancellation.because : 'person';
  const begun = beginCancelling(delivery, { because, actor, newReference: null }, now);
  // This press makes the call itself; should it die, the order is due when a lease would be over.
  const change = withOrderState(aggregate, [{ ...begun, updatedAt: now }], now + ports.timing.leaseMs);
  change.audit = [{ actor, action: 'cancel', orderReference: begun.orderReference, detail: '' }];
  return { change, result: null };
}

function notPossible(why: 'not_placed' | 'unsupported' | 'no_key'): Decided<CancelResult> {
  return { change: null, result: { kind: 'not_possible', why } };
}
