import type { Reason } from '#api-contract/order.ts';
import type { Decision } from '#placement/eligibility.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import type { Waiting } from '#placement/waiting.ts';
import type { DeliveryRecord, Objection } from '../delivery.ts';
import type { OrderAggregate } from '../order.ts';
import { hasKeyOf } from '../ports/stores.ts';
import { reason } from '../reasons.ts';
import { isBlocked } from '../service-health.ts';
import { awaitsReading, doubtOf, hold, isInDoubt, transition, waitsForService } from '../transitions.ts';
import { isForOrder } from './cancellation.ts';
import { isInSpite } from './judge.ts';
import type { SnapshotContext } from './snapshot-context.ts';

/** Longest that a request whose answer was lost may take to arrive at the service. */
const inFlightMs = 60_000;

/** What the service said when it called the reference taken, or refused; nulls where it did neither. A person sees what it meant. */
export function saidInDoubt({ doubt, objection, reason: why, waitsFor }: DeliveryRecord): Objection {
  if (doubt !== 'duplicate' && doubt !== 'refused') return { field: null, serviceMessage: null };
  // A version before kept it with the reason alone, which is another's as long as it waits.
  const told = objection ?? (waitsFor === null ? why : null);
  return { field: told?.field ?? null, serviceMessage: told?.serviceMessage ?? null };
}

export const whyAsked = (delivery: DeliveryRecord): Reason =>
  reason('asking_service', {}, { retrying: true, ...saidInDoubt(delivery) });

/** Its fate is unknown: the service is asked before anything else is sent. */
export function confirming(delivery: DeliveryRecord, now: number): DeliveryRecord {
  return { ...transition(delivery, 'confirming', whyAsked(delivery), now), doubt: doubtOf(delivery) };
}

/** The service never said whether it is booked, and cannot be asked: a person calls it. */
export function fateUnknown(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const why = reason('fate_unknown', { reference: delivery.orderReference });
  return transition(delivery, 'needs_attention', why, now);
}

/**
 * Nobody enters a key to send what has ended: where a driver may come all the same, a person is told of that, and the
 * service is asked once it can be.
 */
export function holdOrTell(delivery: DeliveryRecord, waiting: Waiting, now: number): DeliveryRecord {
  const isOver = delivery.doubt !== null && isForOrder(delivery.cancellation);
  const { reason: why, waitsFor } = waiting;
  return isOver && !why.retrying ? { ...fateUnknown(delivery, now), waitsFor } : hold(delivery, waiting, now);
}

/** Whether the service denied it after its last lost answer, and nobody is sending it: its body may follow, no other. */
export function isDenied({ state, everUnknown, doubt }: DeliveryRecord): boolean {
  return everUnknown && doubt === null && ['queued', 'confirming', 'held'].includes(state);
}

/** The same of one that was left to a person, who has nothing to decide any more once its order ended or its goods are gone. */
export function isDeniedAndLeft({ state, everUnknown, doubt }: DeliveryRecord): boolean {
  return everUnknown && doubt === null && state === 'needs_attention';
}

/** A person is to find out what a lost answer said, and nothing that its order's end asks for is under way. */
const isUnasked = (delivery: DeliveryRecord): boolean =>
  isInDoubt(delivery) && delivery.doubt !== 'duplicate' && delivery.cancellation === null;

/** Where no news of the order came: so long after it was asked about. A service that is down is given one call at a time. */
const askAgainMs = 300_000;

/** Whether the service is to be asked about it by a reading, in the account in which it may exist. */
export function mayBeAsked(
  delivery: DeliveryRecord,
  { shop, webhooks }: Pick<SnapshotContext, 'shop' | 'webhooks'>,
  { health, now }: OrderAggregate,
): boolean {
  const isTime = webhooks.length > 0 || now - delivery.updatedAt >= askAgainMs;
  return isTime && hasKeyOf(shop, delivery) && !isBlocked(health[delivery.mode], now);
}

/** Whether the order as it is now tells what becomes of a delivery without a person's press. */
export function goesByReading(delivery: DeliveryRecord): boolean {
  return isDenied(delivery) || isDeniedAndLeft(delivery) || isUnasked(delivery);
}

/** A person's, which lacks nothing any more, says so. */
export function leaveReady(delivery: DeliveryRecord, now: number): DeliveryRecord {
  return transition(delivery, 'needs_attention', reason('can_be_sent', { reference: delivery.orderReference }), now);
}

/**
 * What becomes of such a delivery by the order as it is now: the same body follows, it waits, or nothing more goes out.
 * `found`: what its goods are by now; undefined where none of them are left, or others bring them.
 */
export function afterDenial(
  delivery: DeliveryRecord,
  {
    decision,
    found,
    canLookup,
    mayAsk,
  }: { decision: Decision; found: MappedDelivery | undefined; canLookup: boolean; mayAsk: boolean },
  now: number,
): DeliveryRecord {
  const rest = (state: 'cancelled' | 'needs_attention') => restOnceAsked(delivery, canLookup ? state : null, now);
  const goods = isInSpite(delivery) ? { waits: null, locationKey: delivery.locationKey } : found;
  const isLeft = isDeniedAndLeft(delivery);
  const isOver = decision.verdict === 'cancelled' || !goods;
  // Its goods are gone: a driver who may come is asked about now, for no press may ever follow.
  if (isUnasked(delivery)) {
    return !goods && canLookup && mayAsk ? { ...confirming(delivery, now), dueAt: now, failures: 0 } : delivery;
  }
  if (isLeft && !(isOver && canLookup)) return delivery;
  if (isOver) return rest('cancelled');
  if (goods.waits) return hold(delivery, goods.waits, now, { deadlineAt: null, openedAt: null });
  // Also while it must wait: what ends a wait for the service or the settings may send it without another reading.
  if (goods.locationKey !== delivery.locationKey) return rest('needs_attention');
  if (decision.verdict === 'held') return hold(delivery, decision, now);
  if (decision.verdict !== 'place') return rest('needs_attention');
  return goOn(delivery, now);
}

function goOn(delivery: DeliveryRecord, now: number): DeliveryRecord {
  if (awaitsReading(delivery)) {
    return transition(delivery, 'queued', reason('waiting_to_retry', {}, { retrying: true }), now, { dueAt: now });
  }
  // Who waited for long asks anew: the denial may be hours old.
  const isWaiting = delivery.state === 'held' && !waitsForService(delivery);
  return isWaiting ? { ...confirming(delivery, now), dueAt: now } : delivery;
}

/** `state`: where it rests after the last denial; null: the service has denied nothing, for it cannot be asked. */
function restOnceAsked(
  delivery: DeliveryRecord,
  state: 'cancelled' | 'needs_attention' | null,
  now: number,
): DeliveryRecord {
  if (mayStillLand(delivery, now)) return askOnceMore(delivery, now);
  const code = { cancelled: 'order_ended_in_doubt', needs_attention: 'changed_in_doubt' } as const;
  const why = reason(state ? code[state] : 'fate_unknown', { reference: delivery.orderReference });
  return transition(delivery, state ?? 'needs_attention', why, now, state ? {} : { doubt: doubtOf(delivery) });
}

/** No reading can tell any more whether its body may follow: a person asks the service. */
export function leftInDoubt(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const why = reason('changed_in_doubt', { reference: delivery.orderReference });
  return transition(delivery, 'needs_attention', why, now, { doubt: doubtOf(delivery) });
}

/** "Not found" proves nothing about a request still in flight: the last word on it is asked for once it has landed. */
export function mayStillLand({ everUnknown, landedBy }: DeliveryRecord, now: number): boolean {
  return everUnknown && (landedBy === null || now < landedBy);
}

export function askOnceMore(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const landedBy = delivery.landedBy ?? now + inFlightMs;
  const why = reason('asking_service', {}, { until: new Date(landedBy).toISOString(), retrying: true });
  return { ...confirming(delivery, now), reason: why, dueAt: landedBy, landedBy };
}

/** An action on a delivery whose fate is unknown asks the service first; the request, and its new deadline, stay as they are. */
export function confirmFirst(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const resting = delivery.state === 'needs_attention' || delivery.state === 'held';
  const given = { word: delivery.word ?? [] };
  if (!resting)
    return delivery.state === 'confirming' ? { ...delivery, ...given, doubt: doubtOf(delivery), dueAt: now } : delivery;
  return transition(delivery, 'confirming', null, now, {
    ...given,
    dueAt: now,
    // Where the look-up denies it again, the same body may follow under the same reference: the service guards it.
    doubt: delivery.everUnknown ? 'unanswered' : doubtOf(delivery),
    attempts: 0,
    failures: 0,
  });
}
