import { waitingFor } from '#placement/waiting.ts';
import type { DeliveryRecord, ServiceDelivery } from '../delivery.ts';
import { type Decided, deliveryOf, type OrderAggregate } from '../order.ts';
import { withOrderState } from '../order-state.ts';
import type { LookupOutcome } from '../ports/courier.ts';
import { accountOf, type ShopRecord } from '../ports/stores.ts';
import { offeredPrefix, reason } from '../reasons.ts';
import { askPerson, doubtOf, transition } from '../transitions.ts';
import { askOnceMore, confirming, fateUnknown, holdOrTell, mayStillLand, saidInDoubt } from './after-denial.ts';
import { attemptRow } from './attempt-row.ts';
import { isPastGrace, orLastAsked, retryAt } from './back-off.ts';
import { cancelled, exhausted, isOfFormerKey, waitingForService, withDeadline } from './claim.ts';
import { ownerOf, sentOf } from './matches-request.ts';
import { placed, refused, type SettleContext, settledChange } from './record-answer.ts';

export interface LookupContext extends SettleContext {
  shop: ShopRecord;
}

/** Look-ups that may deny a delivery which the service itself called a duplicate of ours, before a person decides. */
const denialsBelieved = 3;

/** Look-ups without a verdict about a reference that a refusal only named, before a person hears of the refusal. */
const answersAwaited = 2;

/** Writes down what a look-up came to. What follows "not found" is decided by the order as it is then, read anew. */
export function settleLookup(
  aggregate: OrderAggregate,
  outcome: LookupOutcome,
  context: LookupContext,
): Decided<{ kind: 'done' | 'fenced' }> {
  const { now } = aggregate;
  const stored = deliveryOf(aggregate, context.orderReference);
  if (!stored || stored.fence !== context.fence) return { change: null, result: { kind: 'fenced' } };
  // The order may have been paid in full since the service was asked.
  const delivery = withDeadline(stored, aggregate, context);
  const settled = afterLookup(delivery, outcome, aggregate, context);
  const row = attemptRow(settled, 'lookup', context, now, outcome);
  const change = settledChange(aggregate, delivery, settled, context);
  return { change: { ...change, attempts: [row] }, result: { kind: 'done' } };
}

function afterLookup(
  delivery: DeliveryRecord,
  outcome: LookupOutcome,
  aggregate: OrderAggregate,
  context: LookupContext,
): DeliveryRecord {
  const { now } = aggregate;
  if (outcome.kind === 'failed') return unanswered(delivery, outcome, aggregate, context);
  const owner = outcome.kind === 'found' ? ownerOf(delivery, outcome.delivery) : null;
  if (outcome.kind === 'found' && owner === 'ours') return adopt(delivery, outcome.delivery, aggregate, context);
  // What another account knows says nothing about a request that may have landed in the former one.
  if (isOfFormerKey(delivery, context.shop)) return inDoubt(delivery, now, 'key_changed_in_doubt');
  // Where nobody can be asked, either: it never goes out unchanged.
  if (outcome.kind !== 'found' && delivery.doubt === 'refused') {
    return refused(delivery, saidInDoubt(delivery), aggregate);
  }
  switch (outcome.kind) {
    case 'found':
      return owner === 'in_doubt' ? inDoubt(delivery, now) : taken(delivery, aggregate);
    case 'not_found':
      return delivery.doubt === 'duplicate' ? denied(delivery, aggregate, context) : sendAgain(delivery, aggregate);
    case 'unsupported':
      return delivery.doubt === 'duplicate' ? withoutLookup(delivery, now, context) : sendBlind(delivery, aggregate);
  }
}

/** A driver goes where the request that went out said: that is what is placed, and a later correction shows as drift. */
function adopt(
  delivery: DeliveryRecord,
  found: ServiceDelivery,
  aggregate: OrderAggregate,
  context: LookupContext,
): DeliveryRecord {
  const sent = sentOf(delivery, found);
  const corrected = ['dropoff_address', 'dropoff_contact_name', 'dropoff_contact_phone', 'pickup_address'] as const;
  const drift = corrected
    .filter((field) => sent.request[field] !== delivery.request[field])
    .map((field) => ({ about: 'request' as const, field, placed: sent.request[field], now: delivery.request[field] }));
  const adopted = placed(delivery, found, aggregate, context);
  return { ...adopted, ...sent, account: accountOf(context.shop, delivery), drift: [...adopted.drift, ...drift] };
}

/** Nothing there: the same body may follow where the order still asks for it, unless a person has to decide by now. */
function sendAgain(delivery: DeliveryRecord, aggregate: OrderAggregate): DeliveryRecord {
  const { now } = aggregate;
  // A denial before a request in flight has landed is not the last word on it, however late it is read.
  const known = { ...delivery, doubt: null, landedBy: mayStillLand(delivery, now) ? null : delivery.landedBy };
  const stop = cancelled(known, aggregate) ?? exhausted(known, now);
  if (stop) return mayStillLand(delivery, now) ? askOnceMore(delivery, now) : stop;
  return { ...confirming(known, now), doubt: null, dueAt: now };
}

/** Nobody can be asked: where the same body may not follow any more, nobody knows whether a driver is booked. */
function sendBlind(delivery: DeliveryRecord, aggregate: OrderAggregate): DeliveryRecord {
  const next = sendAgain(delivery, aggregate);
  if (!delivery.everUnknown || (next.state !== 'needs_attention' && next.state !== 'cancelled')) return next;
  return fateUnknown(delivery, aggregate.now);
}

/** The service calls the reference taken, and this account has nothing under it. */
function denied(delivery: DeliveryRecord, aggregate: OrderAggregate, context: LookupContext): DeliveryRecord {
  const { now } = aggregate;
  if (!delivery.everUnknown) return taken(delivery, aggregate);
  if (delivery.failures >= denialsBelieved) return inDoubt(delivery, now);
  const dueAt = retryAt(now, context.backOffMs, null);
  return { ...confirming(delivery, now), failures: delivery.failures + 1, dueAt };
}

/** A driver may be booked, and nothing that the app can ask tells: a person does, and nothing is sent by itself. */
function inDoubt(
  delivery: DeliveryRecord,
  now: number,
  code: 'probably_placed' | 'key_changed_in_doubt' = 'probably_placed',
): DeliveryRecord {
  const why = reason(
    code,
    { reference: delivery.orderReference },
    { serviceMessage: saidInDoubt(delivery).serviceMessage },
  );
  return transition(delivery, 'needs_attention', why, now, { doubt: doubtOf(delivery) });
}

/** A duplicate is believed to be ours without a look-up only under a prefix of this shop. */
function withoutLookup(delivery: DeliveryRecord, now: number, context: LookupContext): DeliveryRecord {
  const prefix = context.shop.settings.reference.prefix;
  const ours = delivery.everUnknown && prefix !== '' && delivery.orderReference.includes(prefix);
  if (!ours) return inDoubt(delivery, now);
  return transition(delivery, 'placed', reason('slot_not_recognised', {}), now, {
    doubt: null,
    earlier: null,
    placedAt: now,
  });
}

function unanswered(
  delivery: DeliveryRecord,
  outcome: Extract<LookupOutcome, { kind: 'failed' }>,
  aggregate: OrderAggregate,
  context: LookupContext,
): DeliveryRecord {
  const { now } = aggregate;
  // Nothing of ours was lost: a service that never tells whether the reference is taken has refused it all the same.
  const isSure = delivery.doubt === 'refused' && !delivery.everUnknown;
  if (isSure && (delivery.failures >= answersAwaited || outcome.account !== null || isPastGrace(delivery, now))) {
    return refused(delivery, saidInDoubt(delivery), aggregate);
  }
  if (outcome.account) return holdOrTell(delivery, waitingForService(outcome.account), now);
  if (isPastGrace(delivery, now)) return fateUnknown(delivery, now);
  const dueAt = orLastAsked(delivery, retryAt(now, context.backOffMs, outcome.retryAfterMs));
  return { ...confirming(delivery, now), failures: delivery.failures + 1, dueAt };
}

/** Sure-no for our goods: what holds the reference is somebody else's delivery. */
function taken(delivery: DeliveryRecord, aggregate: OrderAggregate): DeliveryRecord {
  const sureNo = { doubt: null, everUnknown: false };
  const ended = cancelled({ ...delivery, ...sureNo }, aggregate);
  if (ended) return ended;
  const why = reason(
    'reference_taken',
    { reference: delivery.orderReference, prefix: offeredPrefix(delivery.shop, delivery.orderReference) },
    { field: 'order_reference', serviceMessage: saidInDoubt(delivery).serviceMessage },
  );
  return askPerson(delivery, waitingFor('reference', why), aggregate.now, sureNo);
}

/**
 * Another order of ours holds the delivery that was found, or that a placing was answered with: nothing is adopted. An
 * answer of success says that something was booked, so there it stays in doubt.
 */
export function settleCollision(
  aggregate: OrderAggregate,
  { orderReference, fence }: Pick<DeliveryRecord, 'orderReference' | 'fence'>,
  call: 'place' | 'lookup',
): Decided<null> {
  const delivery = deliveryOf(aggregate, orderReference);
  if (!delivery || delivery.fence !== fence) return { change: null, result: null };
  const isSure = call === 'lookup' && !delivery.everUnknown;
  const settled = isSure ? taken(delivery, aggregate) : inDoubt({ ...delivery, everUnknown: true }, aggregate.now);
  return { change: withOrderState(aggregate, [settled]), result: null };
}
