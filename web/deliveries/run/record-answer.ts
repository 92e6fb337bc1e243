import { orderEnded } from '#placement/drift.ts';
import type { OrderReference } from '#placement/ids.ts';
import {
  type DeliveryRecord,
  type Doubt,
  type Objection,
  type ReadDriverState,
  type ServiceDelivery,
  tellsOf,
} from '../delivery.ts';
import { type Change, type Decided, deliveryOf, isReplacedIn, type OrderAggregate, readAnew } from '../order.ts';
import { withOrderState } from '../order-state.ts';
import type { PlaceOutcome } from '../ports/courier.ts';
import { reason } from '../reasons.ts';
import { hold, isEditable, transition } from '../transitions.ts';
import { confirming, isDenied, isDeniedAndLeft } from './after-denial.ts';
import { attemptRow } from './attempt-row.ts';
import { orLastAsked, orTooLate, retryAt } from './back-off.ts';
import { beginCancelling, bookedReason, orderIsOver } from './cancellation.ts';
import { cancelled, waitingForService } from './claim.ts';
import { nextLookAt } from './next-look.ts';
import { mayTellOfSlot, type SlotContext } from './slot-drift.ts';
import { changesWhatIsTold, takeNews } from './take-news.ts';

export interface SettleContext extends SlotContext {
  orderReference: OrderReference;
  /** The fence the claim gave; under another one nothing is written but the attempt itself. */
  fence: number;
  attempt: { id: string; startedAt: number };
  leaseMs: number;
  /** Shortest pause between two readings of a booked delivery. */
  lookMs: number;
  driverState: ReadDriverState;
  /** How long to wait before the next try, drawn by the caller (full jitter). */
  backOffMs: number;
}

/** `lookup`: the same worker asks the service next, under the same lease. */
export type Settled = { kind: 'done' } | { kind: 'fenced' } | { kind: 'lookup'; delivery: DeliveryRecord };

/** Writes down what one placing attempt came to (the rows of outcomes.md). */
export function settlePlacing(
  aggregate: OrderAggregate,
  outcome: PlaceOutcome,
  context: SettleContext,
): Decided<Settled> {
  const delivery = deliveryOf(aggregate, context.orderReference);
  if (!delivery || delivery.fence !== context.fence) return { change: null, result: { kind: 'fenced' } };
  const settled = afterAnswer(delivery, outcome, aggregate, context);
  const change = settledChange(aggregate, delivery, settled, context);
  change.attempts = [attemptRow(settled, 'place', context, aggregate.now, outcome)];
  return { change, result: isAsked(settled) ? { kind: 'lookup', delivery: settled } : { kind: 'done' } };
}

/** What the service has under the reference is asked before anything is concluded from its answer. */
const isAsked = ({ doubt }: DeliveryRecord): boolean => doubt === 'duplicate' || doubt === 'refused';

function afterAnswer(
  delivery: DeliveryRecord,
  outcome: PlaceOutcome,
  aggregate: OrderAggregate,
  context: SettleContext,
): DeliveryRecord {
  const { now } = aggregate;
  const later = retryAt(now, context.backOffMs, 'retryAfterMs' in outcome ? outcome.retryAfterMs : null);
  const sureNo = { doubt: null };
  switch (outcome.kind) {
    case 'placed':
      return placed(delivery, outcome.delivery, aggregate, context);
    case 'duplicate':
      return asking(delivery, 'duplicate', { field: null, serviceMessage: outcome.message }, aggregate, context);
    case 'refused': {
      const said = { field: outcome.field, serviceMessage: outcome.message };
      // Its words may be those of a service that has an earlier request, whatever they were taken for.
      const isToAsk = delivery.everUnknown || outcome.mayBeTaken;
      return isToAsk ? asking(delivery, 'refused', said, aggregate, context) : refused(delivery, said, aggregate);
    }
    case 'account_refused': {
      // A firewall forbids one request like all of a refused key: only what is counted ends, and then keeps nobody waiting.
      // So does one that is not found while others are: a probe tells nothing of whether they are.
      const isOwn = outcome.httpStatus === 404 && aggregate.health[delivery.mode].breaker === 'closed';
      const attempts = delivery.attempts - (outcome.httpStatus === 403 || isOwn ? 0 : 1);
      return hold(delivery, waitingForService(outcome.cause, outcome.message), now, { ...sureNo, attempts });
    }
    case 'unsent':
      return retryLater(delivery, later, now, { ...sureNo, attempts: delivery.attempts - 1 });
    case 'rate_limited':
      return retryLater(delivery, orTooLate(delivery, later), now, { ...sureNo, notBefore: later });
    case 'unknown': {
      const dueAt = orLastAsked(delivery, later);
      return { ...confirming(delivery, now), everUnknown: true, failures: delivery.failures + 1, dueAt };
    }
    case 'redirected':
      return transition(delivery, 'needs_attention', reason('redirected', {}), now, { everUnknown: true });
  }
}

/** It never goes out unchanged: a person hears why, and of the answer that was lost where there was one. */
export function refused(delivery: DeliveryRecord, said: Objection, aggregate: OrderAggregate): DeliveryRecord {
  const { now } = aggregate;
  const sureNo = { doubt: null };
  const { everUnknown, orderReference: reference } = delivery;
  const ended = everUnknown ? null : cancelled({ ...delivery, ...sureNo }, aggregate);
  const why = everUnknown
    ? reason('refused_after_unknown', { reference }, said)
    : reason('refused_by_service', {}, said);
  return ended ?? transition(delivery, 'needs_attention', why, now, sureNo);
}

function asking(
  delivery: DeliveryRecord,
  doubt: Doubt,
  objection: Objection,
  { now }: OrderAggregate,
  { leaseMs }: SettleContext,
): DeliveryRecord {
  return { ...confirming({ ...delivery, doubt, objection }, now), leaseUntil: now + leaseMs };
}

/** The delivery exists at the service, which may say in the same breath that its driver is under way, or that none comes. */
export function placed(
  delivery: DeliveryRecord,
  service: ServiceDelivery,
  { now, order, deliveries }: OrderAggregate,
  { lookMs, driverState }: Pick<SettleContext, 'lookMs' | 'driverState'>,
): DeliveryRecord {
  const isCancelled = order?.cancelledAt != null;
  const alarm = isCancelled && !tellsOf(delivery, 'order_ended') ? [orderEnded('cancelled')] : [];
  const placing = transition(delivery, 'placed', bookedReason({ ...delivery, service }), now, {
    doubt: null,
    earlier: null,
    service,
    placedAt: delivery.placedAt ?? now,
    drift: [...delivery.drift, ...alarm],
  });
  const booked = { ...placing, lookAt: nextLookAt(placing, now, lookMs) };
  const because = isCancelled ? orderIsOver.because : booked.cancellation?.because;
  const going = because ? beginCancelling(booked, { ...orderIsOver, because }, now) : booked;
  const means = driverState(service.state);
  if (means === null || means === 'booked') return going;
  const news = { found: service, means, readAt: now, isReplaced: isReplacedIn(deliveries, delivery) };
  const told = takeNews(going, news, now);
  return { ...told, lookAt: told.state === 'placed' ? nextLookAt(told, now, lookMs) : null };
}

function retryLater(
  delivery: DeliveryRecord,
  dueAt: number,
  now: number,
  more: Pick<DeliveryRecord, 'doubt'> & Partial<Pick<DeliveryRecord, 'attempts' | 'notBefore'>>,
): DeliveryRecord {
  const why = reason('waiting_to_retry', {}, { until: new Date(dueAt).toISOString(), retrying: true });
  return transition(delivery, 'queued', why, now, { failures: delivery.failures + 1, dueAt, ...more });
}

/**
 * Writes a settled delivery down, and when it goes on; what is placed is written back by the same run. Once it is known
 * with which of two requests it was booked, the order is read anew: only that tells which goods are left without a driver.
 * So it is where it changed while a request was on its way that booked nothing: nobody could lay that over the delivery,
 * and before a person is left with what was denied: nobody has anything to decide of an order that ended. The day that it
 * names by now, and the hours of its location, are held against the driver's slot once that is known.
 */
export function settledChange(
  aggregate: OrderAggregate,
  before: DeliveryRecord,
  settled: DeliveryRecord,
  context: Pick<SettleContext, 'leaseMs' | keyof SlotContext>,
): Change {
  const change = withOrderState(aggregate, [settled], settled.dueAt);
  const { now, order } = aggregate;
  const isKnown = before.earlier !== null && settled.earlier === null;
  // What is read meanwhile writes the delivery's row, too: only its lease tells when it was claimed.
  const claimedAt = before.leaseUntil === null ? before.updatedAt : before.leaseUntil - context.leaseMs;
  // Each answer and look-up claims it anew: what its order's end wanted of it was read before that, too.
  const isUnwanted = settled.cancellation !== null;
  // Nor is it known any more when that went out of whose answer it was asked.
  const mayBeOld = order !== null && (order.updatedAt > claimedAt || isUnwanted || isAsked(before));
  const isOld = (isEditable(settled) || isDenied(settled)) && mayBeOld;
  // Of a part that a rule leaves out nobody is told before another one is sent.
  const isFirst = before.placedAt === null && settled.placedAt !== null;
  const leavesOut = isFirst && aggregate.deliveries.some(({ state }) => state === 'skipped');
  const tellsOfSlot = isFirst && mayTellOfSlot(settled, context, now);
  const tellsOfGoods = isDeniedAndLeft(settled) || changesWhatIsTold(before, settled);
  return isKnown || isOld || leavesOut || tellsOfSlot || tellsOfGoods ? readAnew(change, now) : change;
}
