import type { OrderId } from '#placement/ids.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { deliveryOf, withOrderState } from '../order.ts';
import type { CancelOutcome } from '../ports/courier.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { cancelledAtService } from '../run/cancellation.ts';
import { attemptRow } from '../run/claim.ts';
import { endOfTask } from '../run/drift.ts';
import { refreshDelivery } from '../run/refresh-delivery.ts';

export type CancelResult =
  | { kind: 'cancelled' }
  | { kind: 'not_found' }
  /** It is not booked, or the service has no such call. */
  | { kind: 'not_possible'; why: 'not_placed' | 'unsupported' | 'no_key' }
  /** The service said no, in its own words. */
  | { kind: 'refused'; message: string }
  /** No verdict: it may be cancelled or not. */
  | { kind: 'failed'; message: string };

/**
 * Cancels one booked delivery at the service; an answer that was lost is looked up. What is known of it stays, its line in the note says that it is over, and
 * what came of the call is in the order's history.
 */
export async function cancelDelivery(
  ports: Ports,
  shop: ShopRecord,
  action: { orderId: OrderId; orderReference: string; actor: string },
): Promise<CancelResult> {
  const loaded = await ports.orders.load(shop.domain, action.orderId);
  const delivery = deliveryOf(loaded, action.orderReference);
  if (!delivery) return { kind: 'not_found' };
  const account = shop.accounts[delivery.mode];
  if (delivery.state !== 'placed' || !delivery.service) return { kind: 'not_possible', why: 'not_placed' };
  if (!ports.courier.canCancel) return { kind: 'not_possible', why: 'unsupported' };
  if (!account) return { kind: 'not_possible', why: 'no_key' };

  const attempt = { id: ports.random.id(), startedAt: loaded.now };
  const outcome = await ports.courier.cancel(account, delivery.service.deliveryId);
  await ports.orders.change(shop.domain, action.orderId, (aggregate) => {
    const current = deliveryOf(aggregate, delivery.orderReference);
    if (!current) return { change: null, result: undefined };
    const ended = outcome.kind === 'cancelled' ? asWished(current, aggregate.now) : [];
    const change = withOrderState(aggregate, ended, ended.length > 0 ? [{ at: null }] : []);
    change.attempts = [attemptRow(current, 'cancel', { attempt, fence: current.fence }, aggregate.now, outcome)];
    const { actor } = action;
    change.audit = [{ actor, action: 'cancel', orderReference: current.orderReference, detail: outcome.kind }];
    return { change, result: undefined };
  });
  const isOver = outcome.kind !== 'cancelled' && (await isCancelledAfterAll(ports, shop, delivery));
  return isOver ? { kind: 'cancelled' } : resultOf(outcome);
}

/** The run may have seen it cancelled before this: what a person wanted is no task for anybody. */
function asWished(current: DeliveryRecord, now: number): DeliveryRecord[] {
  return current.state === 'placed' ? [cancelled(current, now)] : endOfTask(current, now);
}

/** A person who cancels wants no new one either. */
function cancelled(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const { cancellation } = delivery;
  return cancelledAtService(cancellation?.because === 'replaced' ? { ...delivery, cancellation: null } : delivery, now);
}

/** An answer that was lost, or a refusal of what is cancelled already: the service tells by showing the delivery. */
async function isCancelledAfterAll(ports: Ports, shop: ShopRecord, delivery: DeliveryRecord): Promise<boolean> {
  const write = (decide: Parameters<typeof ports.orders.change>[2]) =>
    ports.orders.change(shop.domain, delivery.orderId, decide);
  const { now } = await ports.orders.load(shop.domain, delivery.orderId);
  await refreshDelivery(ports, { shop, write, now }, delivery);
  const after = deliveryOf(await ports.orders.load(shop.domain, delivery.orderId), delivery.orderReference);
  if (after?.state !== 'cancelled') return false;
  await write((aggregate) => {
    const current = deliveryOf(aggregate, delivery.orderReference);
    const settled = current?.state === 'cancelled' ? endOfTask(current, aggregate.now) : [];
    return { change: settled.length > 0 ? withOrderState(aggregate, settled) : null, result: undefined };
  });
  return true;
}

function resultOf(outcome: CancelOutcome): CancelResult {
  return outcome.kind === 'unsupported' ? { kind: 'not_possible', why: 'unsupported' } : outcome;
}
