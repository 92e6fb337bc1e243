import { beginPlacing, exhausted, gateReason, withAttempt } from './claim.ts';
import type { DeliveryRecord } from './delivery.ts';
import type { Decided, OrderAggregate } from './order-aggregate.ts';
import { isOurs, isOursUncorrected } from './ours.ts';
import type { LookupOutcome, ServiceDelivery } from './ports.ts';
import { reason } from './reasons.ts';
import { rest } from './rest.ts';
import { attemptRow, cancelled, confirming, placed, retryAt, type SettleContext, wakesFor } from './settle-placing.ts';
import type { ShopRecord } from './shop-ports.ts';
import { withOrderState } from './with-order-state.ts';

export interface LookupContext extends SettleContext {
  shop: ShopRecord;
  nextAttemptId: string;
}

/** `place`: the service has nothing under the reference, so the same body goes out again under a new fence. */
export type LookupSettled = { kind: 'done' } | { kind: 'fenced' } | { kind: 'place'; delivery: DeliveryRecord };

/** How long after the deadline an unanswered question is still asked before a person is told. */
const graceMs = 3_600_000;
/** Longest that a request whose answer was lost may take to arrive at the service. */
const inFlightMs = 60_000;
/** Look-ups that may deny a delivery which the service itself called a duplicate of ours, before a person decides. */
const denialsBelieved = 3;

/** Writes down what a look-up came to, and decides whether anything may be sent. */
export function settleLookup(
  aggregate: OrderAggregate,
  outcome: LookupOutcome,
  context: LookupContext,
): Decided<LookupSettled> {
  const { now } = aggregate;
  const delivery = aggregate.deliveries.find((d) => d.orderReference === context.orderReference);
  if (!delivery || delivery.fence !== context.fence) return { change: null, result: { kind: 'fenced' } };
  const settled = afterLookup(delivery, outcome, aggregate, context);
  const row = attemptRow(settled, 'lookup', context, now, {
    outcome: outcome.kind,
    httpStatus: null,
    message: outcome.kind === 'failed' ? outcome.message : null,
  });
  if (settled.state !== 'placing') {
    const change = withOrderState(aggregate, [settled], wakesFor(settled));
    return { change: { ...change, attempts: [row] }, result: { kind: 'done' } };
  }
  const change = { ...withOrderState(aggregate, [settled]), attempts: [row] };
  const result = { kind: 'place' as const, delivery: settled };
  return { change: withAttempt(change, settled, 'place', context.nextAttemptId), result };
}

function afterLookup(
  delivery: DeliveryRecord,
  outcome: LookupOutcome,
  aggregate: OrderAggregate,
  context: LookupContext,
): DeliveryRecord {
  const { now } = aggregate;
  switch (outcome.kind) {
    case 'found': {
      const proof = delivery.duplicate && !delivery.everUnknown ? 'whole' : 'what_is_there';
      if (isOurs(delivery, outcome.delivery, proof)) {
        return placed(delivery, outcome.delivery, now, aggregate.order?.cancelledAt ?? null);
      }
      if (isOursUncorrected(delivery, outcome.delivery)) return adoptUncorrected(delivery, outcome.delivery, aggregate);
      return taken(delivery, aggregate);
    }
    case 'not_found':
      return delivery.duplicate ? denied(delivery, aggregate, context) : sendAgain(delivery, aggregate, context);
    case 'unsupported':
      return delivery.duplicate ? withoutLookup(delivery, now, context) : sendBlind(delivery, aggregate, context);
    case 'failed':
      return unanswered(delivery, outcome, now, context);
  }
}

/** A driver goes where an earlier request of ours said: that is what is placed, and the correction shows as drift. */
function adoptUncorrected(
  delivery: DeliveryRecord,
  found: ServiceDelivery,
  { order, now }: OrderAggregate,
): DeliveryRecord {
  const { request } = delivery;
  const sent = {
    dropoff_address: found.dropoffAddress ?? request.dropoff_address,
    pickup_address: found.pickupAddress ?? request.pickup_address,
  };
  const drift = (['dropoff_address', 'pickup_address'] as const)
    .filter((field) => sent[field] !== request[field])
    .map((field) => ({ field, placed: sent[field], now: request[field] }));
  const adopted = placed(delivery, found, now, order?.cancelledAt ?? null);
  return { ...adopted, request: { ...request, ...sent }, drift: [...adopted.drift, ...drift] };
}

/** Nothing there: the same body may follow, unless a person's turn has come meanwhile. */
function sendAgain(delivery: DeliveryRecord, aggregate: OrderAggregate, context: LookupContext): DeliveryRecord {
  const { now } = aggregate;
  const known = { ...delivery, uncertain: false };
  const stop = exhausted(known, now) ?? cancelled(known, aggregate);
  if (stop) return mayStillLand(delivery, now) ? askOnceMore(delivery, now) : stop;
  if (context.shop.settings.paused) return rest(known, 'held', reason('paused', {}), now);
  return beginPlacing(known, now, context.leaseMs, context.shop);
}

/** Nobody can be asked: where the same body may not follow any more, nobody knows whether a driver is booked. */
function sendBlind(delivery: DeliveryRecord, aggregate: OrderAggregate, context: LookupContext): DeliveryRecord {
  const next = sendAgain(delivery, aggregate, context);
  if (!delivery.everUnknown || (next.state !== 'needs_attention' && next.state !== 'cancelled')) return next;
  const why = reason('fate_unknown', { reference: delivery.orderReference });
  return rest(delivery, 'needs_attention', why, aggregate.now);
}

/** "Not found" proves nothing about a request still in flight: the last word on it is asked for once it has landed. */
function mayStillLand({ everUnknown, reason: why }: DeliveryRecord, now: number): boolean {
  const until = why?.until == null ? Number.POSITIVE_INFINITY : Date.parse(why.until);
  return everUnknown && now < until;
}

function askOnceMore(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const dueAt = delivery.reason?.until ? Date.parse(delivery.reason.until) : now + inFlightMs;
  const why = reason('asking_service', {}, { until: new Date(dueAt).toISOString(), retrying: true });
  return { ...confirming(delivery, now), reason: why, dueAt };
}

/** The service calls the reference taken, and this account has nothing under it. */
function denied(delivery: DeliveryRecord, aggregate: OrderAggregate, context: LookupContext): DeliveryRecord {
  const { now } = aggregate;
  if (!delivery.everUnknown || delivery.failures >= denialsBelieved) return taken(delivery, aggregate);
  const dueAt = retryAt(now, context.backOffMs, null);
  return { ...confirming(delivery, now), failures: delivery.failures + 1, dueAt };
}

/** A duplicate is believed to be ours without a look-up only under a prefix of this shop. */
function withoutLookup(delivery: DeliveryRecord, now: number, context: LookupContext): DeliveryRecord {
  const prefix = context.shop.settings.reference.prefix;
  const ours = delivery.everUnknown && prefix !== '' && delivery.orderReference.includes(prefix);
  const params = { reference: delivery.orderReference };
  if (!ours) return rest(delivery, 'needs_attention', reason('probably_placed', params), now);
  return rest(delivery, 'placed', reason('slot_not_recognised', {}), now, {
    uncertain: false,
    duplicate: false,
    placedAt: now,
  });
}

function unanswered(
  delivery: DeliveryRecord,
  outcome: Extract<LookupOutcome, { kind: 'failed' }>,
  now: number,
  context: LookupContext,
): DeliveryRecord {
  if (outcome.account) return rest(delivery, 'held', gateReason(outcome.account), now);
  if (delivery.deadlineAt !== null && now > delivery.deadlineAt + graceMs) {
    const params = { reference: delivery.orderReference };
    return rest(delivery, 'needs_attention', reason('fate_unknown', params), now);
  }
  const dueAt = retryAt(now, context.backOffMs, outcome.retryAfterMs);
  return { ...confirming(delivery, now), failures: delivery.failures + 1, dueAt };
}

/** Sure-no for our goods: what holds the reference is somebody else's delivery. */
function taken(delivery: DeliveryRecord, aggregate: OrderAggregate): DeliveryRecord {
  const sureNo = { uncertain: false, duplicate: false, everUnknown: false };
  const ended = cancelled({ ...delivery, uncertain: false, duplicate: false }, aggregate);
  if (ended) return ended;
  const why = reason(
    'reference_taken',
    { reference: delivery.orderReference, prefix: 'SHOP-' },
    { field: 'order_reference' },
  );
  return rest(delivery, 'needs_attention', why, aggregate.now, sureNo);
}

/** The delivery found under the reference belongs to another order of ours: nothing is adopted. */
export function settleTaken(
  aggregate: OrderAggregate,
  orderReference: DeliveryRecord['orderReference'],
  fence: number,
): Decided<null> {
  const delivery = aggregate.deliveries.find((d) => d.orderReference === orderReference);
  if (!delivery || delivery.fence !== fence) return { change: null, result: null };
  return { change: withOrderState(aggregate, [taken(delivery, aggregate)]), result: null };
}
