import type { DeliveryRecord } from '../delivery.ts';
import { deliveryOf } from '../order.ts';
import { withOrderState } from '../order-state.ts';
import type { LookupOutcome } from '../ports/courier.ts';
import type { Ports } from '../ports/ports.ts';
import { isBlocked } from '../service-health.ts';
import { askAbout, meaningOf } from './ask-about.ts';
import { backOffMs } from './back-off.ts';
import { isCancelDue, stillBooked } from './cancellation.ts';
import { judgedByKey, reportLookup } from './circuit-breaker.ts';
import { claimCancel, settleAsking, settleCancel } from './record-cancel.ts';
import type { RunningOrder } from './running-order.ts';

/** How long a cancellation waits for a service that cannot be called at the moment. */
const waitMs = 30_000;

/** A job that was ended there is its end only where it is known that none stands anew under its reference. */
const untold: LookupOutcome = { kind: 'failed', message: 'no answer', retryAfterMs: null, account: null };

/** Cancels at the service what the order's end, or a person, wants cancelled; the rows say when it goes on. */
export async function cancelBooked(ports: Ports, order: RunningOrder): Promise<void> {
  for (const { orderReference } of order.known.deliveries) await cancelOne(ports, order, orderReference);
}

/**
 * Where a delivery is due to be cancelled, asks the service how far it is, tells it to cancel, and writes down what came of
 * it: claimed and recorded like placing, so that a lost answer is looked up by the next run and never taken for a yes.
 */
export async function cancelOne(ports: Ports, order: RunningOrder, reference: string): Promise<void> {
  const seen = deliveryOf(order.known, reference);
  if (!seen || !isCancelDue(seen, order.known.now)) return;
  const { shop } = order;
  const { orderReference, service } = seen;
  const account = shop.accounts[seen.mode];
  if (!service || !ports.courier.canCancel || account?.account !== seen.account) {
    return settleDue(order, seen, (delivery, now) => stillBooked(delivery, 'no_way', now));
  }
  if (isBlocked(await ports.shops.health(shop.domain, seen.mode), order.known.now)) {
    return settleDue(order, seen, postponed);
  }
  const [askId, cancelId] = [ports.random.id(), ports.random.id()];
  const { leaseMs } = ports.timing;
  const claimed = await order.take((now) => claimCancel(now, { orderReference, leaseMs, attemptId: askId }));
  if (claimed.kind !== 'done' || !claimed.result) return;
  const delivery = claimed.result;
  const wasAsked = delivery.cancellation?.asked ?? false;
  const settling = (id: string) => ({
    orderReference,
    fence: delivery.fence,
    leaseMs,
    backOffMs: backOffMs(delivery.cancellation?.tries ?? 0, ports.timing.retryBaseMs, ports.random.next()),
    attempt: { id, startedAt: order.known.now },
  });

  const asking = settling(askId);
  const said = await askAbout(ports.courier, account, delivery);
  const answer = await judgedByKey(ports, account, said.isOpen ? untold : said.outcome);
  await reportLookup(ports, shop, delivery.mode, answer);
  const leasedFor = ports.startStopwatch();
  const settle = (outcome: LookupOutcome, isAnew: boolean) => {
    const means = meaningOf(ports.courier, { outcome, isAnew });
    return order.record((now) => settleAsking(now, outcome, { ...asking, means, nextAttemptId: cancelId, isAnew }));
  };
  const first = await settle(answer, said.isAnew);
  const asked = first.kind === 'delivery_id_taken' ? await settle(said.ofOurs, false) : first;
  if (asked.kind !== 'done' || asked.result.kind === 'done') return;
  // A process that stood still may not cancel what nobody may want cancelled by now; the next run asks the service first.
  if (leasedFor() >= leaseMs) return;
  const { deliveryId } = asked.result.delivery.service ?? service;
  const telling = { ...settling(cancelId), wasAsked };
  const outcome = await ports.courier.cancel(account, deliveryId);
  ports.events.attempt(`cancel_${outcome.kind}`);
  await order.record((now) => settleCancel(now, outcome, telling));
}

/** Changes a delivery that is due to be cancelled, before any call is made about it. */
async function settleDue(
  order: RunningOrder,
  { orderReference }: DeliveryRecord,
  settle: (delivery: DeliveryRecord, now: number) => DeliveryRecord,
): Promise<void> {
  await order.take((aggregate) => {
    const delivery = deliveryOf(aggregate, orderReference);
    if (!delivery || !isCancelDue(delivery, aggregate.now)) return { change: null, result: null };
    const settled = settle(delivery, aggregate.now);
    return { change: withOrderState(aggregate, [settled], settled.cancellation?.dueAt), result: null };
  });
}

function postponed(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const { cancellation } = delivery;
  return {
    ...delivery,
    cancellation: cancellation && { ...cancellation, dueAt: now + waitMs, calling: false },
    updatedAt: now,
  };
}
