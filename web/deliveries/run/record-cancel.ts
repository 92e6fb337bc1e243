import type { AttemptRecord, DeliveryRecord, ServiceDelivery, ServiceState } from '../delivery.ts';
import { type Decided, deliveryOf, isReplacedIn, type OrderAggregate, readAnew } from '../order.ts';
import { withOrderState } from '../order-state.ts';
import type { CancelOutcome, LookupOutcome } from '../ports/courier.ts';
import { attemptRow, withAttempt } from './attempt-row.ts';
import { isCancelDue, stillBooked } from './cancellation.ts';
import type { SettleContext } from './record-answer.ts';
import { changesWhatIsTold, endedAtService, type News, takeNews } from './take-news.ts';

/** Tries to cancel before it is left to a person: about two hours, by the back-off. */
const maxTries = 30;
/** Of them, those before a delivery that the service does not find is in doubt: about half a minute. */
const triesToFind = 6;

/** `cancel`: the same run tells the service to cancel next. */
export type CancelStep = { kind: 'done' } | { kind: 'cancel'; delivery: DeliveryRecord };

interface ClaimOf extends Pick<SettleContext, 'orderReference' | 'leaseMs'> {
  attemptId: string;
}

/**
 * Takes a delivery that is to be cancelled for one run: its time is the lease, and the service is asked how far the
 * driver is before anything else. Null: it is not due, or nobody wants it any more.
 */
export function claimCancel(
  aggregate: OrderAggregate,
  { orderReference, leaseMs, attemptId }: ClaimOf,
): Decided<DeliveryRecord | null> {
  const { now } = aggregate;
  const delivery = deliveryOf(aggregate, orderReference);
  if (!delivery?.cancellation || !isCancelDue(delivery, now)) return { change: null, result: null };
  const { cancellation } = delivery;
  const claimed: DeliveryRecord = {
    ...delivery,
    fence: delivery.fence + 1,
    cancellation: { ...cancellation, dueAt: now + leaseMs, calling: true },
    updatedAt: now,
  };
  const change = withOrderState(aggregate, [claimed], now + leaseMs);
  return { change: withAttempt(change, claimed, 'lookup', attemptId), result: claimed };
}

/** Of a call about a cancellation. */
export type CancelContext = Omit<SettleContext, 'lookMs' | 'driverState' | 'timeZone' | 'shop'>;

export interface AskedContext extends CancelContext {
  /** What the service's word for it means; null where that is not known. */
  means: ServiceState | null;
  nextAttemptId: string;
  /** The answer is about a job that was booked there anew under the same reference. */
  isAnew?: boolean;
}

/** Writes down what the service says of a delivery that is to be cancelled, and decides whether it is told to cancel it. */
export function settleAsking(
  aggregate: OrderAggregate,
  outcome: LookupOutcome,
  context: AskedContext,
): Decided<CancelStep> {
  const { now } = aggregate;
  const delivery = claimedBy(aggregate, context);
  if (!delivery) return { change: null, result: { kind: 'done' } };
  const { cancellation } = delivery;
  const attempts = [attemptRow(delivery, 'lookup', context, now, outcome)];
  if (cancellation?.stage !== 'wanted') return { change: { attempts }, result: { kind: 'done' } };
  const isReplaced = isReplacedIn(aggregate.deliveries, delivery);
  const isAnew = context.isAnew && outcome.kind === 'found';
  const news = isAnew ? { ...newsOf(outcome.delivery, { ...context, isReplaced }), isAnew } : null;
  const known = news ? takeNews(delivery, news, now) : delivery;
  const settled = afterAsking(known, outcome, now, { ...context, isReplaced });
  if (settled) return ending(aggregate, settled, attempts);
  const claimed: DeliveryRecord = {
    ...known,
    cancellation: { ...cancellation, asked: true, dueAt: now + context.leaseMs },
    // What was read before this call tells nothing of what it did.
    lookedAt: now,
    updatedAt: now,
  };
  const change = { ...withOrderState(aggregate, [claimed], now + context.leaseMs), attempts };
  return {
    change: withAttempt(change, claimed, 'cancel', context.nextAttemptId),
    result: { kind: 'cancel', delivery: claimed },
  };
}

/** Null: it is to be cancelled now. */
function afterAsking(
  delivery: DeliveryRecord,
  outcome: LookupOutcome,
  now: number,
  context: AskedContext & { isReplaced: boolean },
): DeliveryRecord | null {
  // Of an order that goes on, the service is only asked what became of the call.
  const isWithdrawn = delivery.cancellation?.because === 'withdrawn';
  switch (outcome.kind) {
    case 'failed':
      return tryLater(delivery, now, context);
    case 'unsupported':
      return isWithdrawn ? stillBooked(delivery, 'in_doubt', now) : null;
    case 'not_found':
      return delivery.cancellation?.asked ? notFound(delivery, now, context) : null;
    case 'found': {
      const told = takeNews(delivery, newsOf(outcome.delivery, context), now);
      if (told.cancellation?.stage !== 'wanted' || told.state !== 'placed') return told;
      return isWithdrawn ? tryLater(told, now, context) : null;
    }
  }
}

const newsOf = (
  found: ServiceDelivery,
  { attempt, means, isReplaced }: AskedContext & { isReplaced: boolean },
): News => ({ found, means, readAt: attempt.startedAt, isReplaced });

/** Some services forget what was cancelled, and some what they cannot find at the moment: those are asked once more. */
function notFound(delivery: DeliveryRecord, now: number, context: CancelContext): DeliveryRecord {
  const { tries } = delivery.cancellation ?? { tries: 0 };
  return tries < triesToFind ? tryLater(delivery, now, context) : stillBooked(delivery, 'in_doubt', now);
}

/** Writes down what the call to cancel came to: only the service's own yes counts, and what is not known is asked next. */
export function settleCancel(
  aggregate: OrderAggregate,
  outcome: CancelOutcome,
  context: CancelContext & { wasAsked: boolean },
): Decided<CancelStep> {
  const { now } = aggregate;
  const delivery = claimedBy(aggregate, context);
  if (!delivery) return { change: null, result: { kind: 'done' } };
  const attempts = [attemptRow(delivery, 'cancel', context, now, outcome)];
  const isReplaced = isReplacedIn(aggregate.deliveries, delivery);
  return ending(aggregate, afterCancel(delivery, outcome, now, { ...context, isReplaced }), attempts);
}

function afterCancel(
  delivery: DeliveryRecord,
  outcome: CancelOutcome,
  now: number,
  context: CancelContext & { wasAsked: boolean; isReplaced: boolean },
): DeliveryRecord {
  switch (outcome.kind) {
    case 'cancelled':
      return endedAtService({ ...delivery, service: withoutWord(delivery), lookedAt: now }, context.isReplaced, now);
    case 'unsupported':
      return stillBooked(delivery, 'no_way', now);
    case 'refused':
      // What an earlier call has cancelled already cannot be cancelled again: the look-up tells.
      return context.wasAsked
        ? tryLater(delivery, now, context)
        : stillBooked(delivery, 'refused', now, outcome.message);
    case 'failed':
      return tryLater(delivery, now, context);
  }
}

/** The word that the service had for it before says otherwise; the next reading brings another one. */
const withoutWord = ({ service }: DeliveryRecord): ServiceDelivery | null => service && { ...service, state: null };

function tryLater(delivery: DeliveryRecord, now: number, { backOffMs }: CancelContext): DeliveryRecord {
  const { cancellation } = delivery;
  if (!cancellation) return delivery;
  const tries = cancellation.tries + 1;
  if (tries >= maxTries) return stillBooked(delivery, 'in_doubt', now);
  return {
    ...delivery,
    cancellation: { ...cancellation, tries, dueAt: now + backOffMs, calling: false },
    updatedAt: now,
  };
}

function claimedBy(aggregate: OrderAggregate, { orderReference, fence }: CancelContext): DeliveryRecord | null {
  const delivery = deliveryOf(aggregate, orderReference);
  return delivery?.fence === fence && delivery.state === 'placed' ? delivery : null;
}

function ending(aggregate: OrderAggregate, settled: DeliveryRecord, attempts: AttemptRecord[]): Decided<CancelStep> {
  const { now } = aggregate;
  const before = deliveryOf(aggregate, settled.orderReference);
  const isToRead = before !== undefined && changesWhatIsTold(before, settled);
  const change = { ...withOrderState(aggregate, [settled], settled.cancellation?.dueAt), attempts };
  return { change: isToRead ? readAnew(change, now) : change, result: { kind: 'done' } };
}
