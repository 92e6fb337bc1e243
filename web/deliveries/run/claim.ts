import { deadlineOf } from '#placement/cut-off.ts';
import { hoursAt, nextOpening } from '#placement/opening-hours.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import { isWaitingFor, type Waiting, waitingFor, waitingUntil } from '#placement/waiting.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { type Decided, deliveryOf, type OrderAggregate, type ReferenceConflict } from '../order.ts';
import { withOrderState } from '../order-state.ts';
import { accountOf, type ShopRecord } from '../ports/stores.ts';
import { reason, reservedReason } from '../reasons.ts';
import type { CallVerdict } from '../service-health.ts';
import { askPerson, awaitsReading, doubtOf, hold, movingStates, transition, waitsForService } from '../transitions.ts';
import { holdOrTell, whyAsked } from './after-denial.ts';
import { withAttempt } from './attempt-row.ts';
import { orTooLate } from './back-off.ts';

/** Requests that are sent before a person is asked. */
export const maxAttempts = 8;

export interface ClaimContext {
  shop: ShopRecord;
  /** The row as this run last saw it. */
  seen: DeliveryRecord;
  verdict: CallVerdict;
  /** IANA zone of the service, for the cut-off. */
  timeZone: string;
  leaseMs: number;
  attemptId: string;
}

/** What the claimer is to do. `wait`: another worker has it or it is not due; `rested`: nothing is to be sent now. */
export type Claim =
  | { kind: 'place' | 'lookup'; delivery: DeliveryRecord }
  | { kind: 'wait'; until: number | null }
  | { kind: 'rested' };

/**
 * Takes a delivery for one worker: a lease and a new fence, committed before the first byte goes out. A claim that
 * places marks the fate as unknown at once, so that a process killed anywhere leaves a delivery that is looked up.
 * `collision`: what the claim came to before, where the account it would go out in has its reference for another order.
 */
export function claimDelivery(
  aggregate: OrderAggregate,
  context: ClaimContext,
  collision: ReferenceConflict | null,
): Decided<Claim> {
  const { now } = aggregate;
  const { seen } = context;
  const stored = deliveryOf(aggregate, seen.orderReference);
  if (!stored || !isGoing(stored) || awaitsReading(stored)) return { change: null, result: { kind: 'rested' } };
  if (stored.leaseUntil !== null && stored.leaseUntil > now) {
    return { change: null, result: { kind: 'wait', until: stored.leaseUntil } };
  }
  const delivery = reclaimed(stored);
  // Another run has put it on hold meanwhile; once that ends the order is read anew, for its request may be old by now.
  if (delivery.state === 'held' && delivery.updatedAt !== seen.updatedAt && !isWaitingFor(delivery, 'service')) {
    return { change: null, result: { kind: 'rested' } };
  }
  // The wake-up for a due time was committed with it: another one for each job that comes too early would never end.
  if (isNotDue(delivery, now)) return { change: null, result: { kind: 'wait', until: null } };
  if (context.verdict.kind === 'later') return later(aggregate, resume(delivery), context.verdict.until);
  const resumed = askingFirst(withDeadline(resume(delivery), aggregate, context), aggregate, context);
  const stop = whyNot(aggregate, resumed, context);
  if (stop) return { change: withOrderState(aggregate, [stop]), result: { kind: 'rested' } };
  const { leaseMs, shop } = context;
  if (resumed.doubt !== null) return claimed(aggregate, 'lookup', beginLookup(resumed, now, leaseMs), context);
  // What another run has left to be read may change the request: whoever reads it sends it.
  if (isReadingDue(aggregate)) return { change: null, result: { kind: 'rested' } };
  if (resumed.notBefore !== null && resumed.notBefore > now) {
    return later(aggregate, resumed, orTooLate(resumed, resumed.notBefore));
  }
  if (!collision) return claimed(aggregate, 'place', beginPlacing(resumed, now, leaseMs, shop), context);
  const stopped = askPerson(resumed, waitingFor('reference', reservedReason(resumed.shop, collision)), now);
  return { change: withOrderState(aggregate, [stopped]), result: { kind: 'rested' } };
}

const isReadingDue = ({ order, now }: OrderAggregate): boolean =>
  order !== null && order.dueAt !== null && order.dueAt <= now;

const isGoing = (delivery: DeliveryRecord): boolean =>
  movingStates.includes(delivery.state) || delivery.state === 'held' || waitsForService(delivery);

/** What a worker that stood still past its lease may yet hear is no longer written, whatever becomes of the claim. */
function reclaimed(delivery: DeliveryRecord): DeliveryRecord {
  return delivery.leaseUntil === null ? delivery : { ...delivery, fence: delivery.fence + 1 };
}

export function isNotDue({ state, dueAt }: DeliveryRecord, now: number): boolean {
  return state !== 'held' && dueAt !== null && dueAt > now;
}

/** The retry budget is spent for the moment: the row says until when, and its wake-up is committed with it. */
function later(aggregate: OrderAggregate, delivery: DeliveryRecord, until: number): Decided<Claim> {
  const state = delivery.doubt === null ? 'queued' : 'confirming';
  const waits = { until: new Date(until).toISOString(), retrying: true };
  const why = state === 'confirming' ? whyAsked(delivery) : reason('waiting_to_retry', {}, waits);
  const kept = delivery.state === state ? delivery.reason : why;
  const waiting = transition(delivery, state, kept, aggregate.now, { dueAt: until });
  const change = withOrderState(aggregate, [waiting], until);
  return { change, result: { kind: 'wait', until: null } };
}

/** An expired lease on `placing` is a worker that died between the first byte and the answer's commit. */
function resume(delivery: DeliveryRecord): DeliveryRecord {
  return delivery.state === 'placing' ? { ...delivery, doubt: 'unanswered', everUnknown: true } : delivery;
}

/** The deadline is the shop's rule and the order's payment as they stand now; a person's word may go on for longer. */
export function withDeadline(
  delivery: DeliveryRecord,
  { order }: OrderAggregate,
  { shop, timeZone }: Pick<ClaimContext, 'shop' | 'timeZone'>,
): DeliveryRecord {
  const { word, openedAt, deadlineAt: given } = delivery;
  if (!order) return delivery;
  const own = deadlineOf({ ...order, openedAt }, shop.settings.automation, timeZone);
  if (word === null) return { ...delivery, deadlineAt: own };
  return given === null ? delivery : { ...delivery, deadlineAt: Math.max(own, given) };
}

/** Where a fate was ever unknown, nothing ends and nothing goes to another account before the service was asked once more. */
function askingFirst(delivery: DeliveryRecord, { order, now }: OrderAggregate, { shop }: ClaimContext): DeliveryRecord {
  const ends = order?.cancelledAt != null || exhausted(delivery, now) !== null || isOfFormerKey(delivery, shop);
  const isUnwanted = delivery.cancellation?.stage === 'wanted';
  return isUnwanted || (delivery.everUnknown && ends) ? { ...delivery, doubt: doubtOf(delivery) } : delivery;
}

/** Whether it may exist in an account that the shop's present key does not belong to. */
export function isOfFormerKey(delivery: DeliveryRecord, shop: ShopRecord): boolean {
  return delivery.everUnknown && delivery.account !== accountOf(shop, delivery);
}

function whyNot(aggregate: OrderAggregate, delivery: DeliveryRecord, context: ClaimContext): DeliveryRecord | null {
  const { now, order } = aggregate;
  const { shop, verdict } = context;
  const account = shop.accounts[delivery.mode];
  if (!account) return holdOrTell(delivery, waitingFor('settings', placementReason('no_key')), now);
  if (verdict.kind === 'wait') return holdOrTell(delivery, waitingForService(verdict.why), now);
  if (delivery.doubt !== null) return null;
  const ended = cancelled(delivery, aggregate);
  if (ended) return ended;
  const held = heldBySettings(delivery, shop);
  if (held) return hold(delivery, held, now);
  if (!shop.settings.automation.testMode && order?.testOrder)
    return transition(delivery, 'skipped', placementReason('test_order'), now);
  return exhausted(delivery, now) ?? outsideHours(delivery, context, now);
}

/** Which of the merchant's settings holds it; null where none does. */
function heldBySettings({ mode }: DeliveryRecord, { settings }: ShopRecord): Waiting | null {
  const { paused, automation } = settings;
  if (paused) return waitingFor('settings', placementReason('paused'));
  return automation.testMode && mode === 'live' ? waitingFor('settings', placementReason('test_mode')) : null;
}

/**
 * Its location has closed since it was decided on: the reading that is due at once tells whether it waits for the next
 * opening or is a person's matter, and until then no time is promised. A person's word goes at once.
 */
function outsideHours(delivery: DeliveryRecord, { shop, timeZone }: ClaimContext, now: number): DeliveryRecord | null {
  const isOpen = nextOpening(hoursAt([delivery.locationId], shop.settings), now, timeZone) === now;
  if (delivery.word !== null || isOpen) return null;
  return hold(delivery, waitingUntil('time', null, placementReason('outside_hours')), now, { dueAt: now });
}

/** Of an order that was cancelled meanwhile nothing is left to do where the service has nothing; null: it was not cancelled. */
export function cancelled(delivery: DeliveryRecord, { now, order }: OrderAggregate): DeliveryRecord | null {
  if (order?.cancelledAt == null) return null;
  const { orderReference: reference, everUnknown } = delivery;
  const why = everUnknown ? reason('order_cancelled_in_doubt', { reference }) : placementReason('order_cancelled');
  return transition(delivery, 'cancelled', why, now);
}

/** A person has to decide: too late, or tried too often. Null where it may be sent. */
export function exhausted(delivery: DeliveryRecord, now: number): DeliveryRecord | null {
  const { attempts, everUnknown, orderReference: reference, reason: before } = delivery;
  if (delivery.deadlineAt !== null && now > delivery.deadlineAt) {
    const why = everUnknown ? reason('too_late_in_doubt', { reference }) : reason('too_late', {});
    return transition(delivery, 'needs_attention', why, now);
  }
  if (attempts >= maxAttempts) {
    const why = everUnknown
      ? reason('attempts_used_up_in_doubt', { attempts, reference })
      : reason('attempts_used_up', { attempts }, { serviceMessage: before?.serviceMessage ?? null });
    return transition(delivery, 'needs_attention', why, now);
  }
  return null;
}

/** `said`: the service's own words. */
export function waitingForService(why: 'key' | 'address' | 'down', said: string | null = null): Waiting {
  const code = { key: 'key_refused', address: 'address_wrong', down: 'service_down' } as const;
  return waitingFor('service', reason(code[why], {}, { retrying: why === 'down', serviceMessage: said }));
}

/** Committed before the first byte of the call goes out. */
function claimed(
  aggregate: OrderAggregate,
  kind: 'place' | 'lookup',
  delivery: DeliveryRecord,
  { attemptId }: ClaimContext,
): Decided<Claim> {
  const change = withOrderState(aggregate, [delivery]);
  return { change: withAttempt(change, delivery, kind, attemptId), result: { kind, delivery } };
}

/** The row as it must stand before the first byte of a placing attempt. */
export function beginPlacing(delivery: DeliveryRecord, now: number, leaseMs: number, shop: ShopRecord): DeliveryRecord {
  return {
    ...transition(delivery, 'placing', null, now),
    account: accountOf(shop, delivery),
    fence: delivery.fence + 1,
    leaseUntil: now + leaseMs,
    doubt: 'unanswered',
    landedBy: null,
    attempts: delivery.attempts + 1,
  };
}

function beginLookup(delivery: DeliveryRecord, now: number, leaseMs: number): DeliveryRecord {
  const why = delivery.state === 'confirming' ? delivery.reason : whyAsked(delivery);
  return {
    ...transition(delivery, 'confirming', why, now),
    fence: delivery.fence + 1,
    leaseUntil: now + leaseMs,
    everUnknown: delivery.everUnknown || delivery.doubt === 'unanswered',
  };
}
