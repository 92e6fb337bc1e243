import type { Reason } from '#api-contract/order.ts';
import { withDifferences } from '../alarm.ts';
import {
  type DeliveryRecord,
  isOtherSlot,
  type Progress,
  type ServiceDelivery,
  type ServiceState,
  tellsOf,
} from '../delivery.ts';
import { reason } from '../reasons.ts';
import { isDelivered, mayCome, transition } from '../transitions.ts';
import {
  beginCancelling,
  bookedReason,
  endReason,
  goesOn,
  isForOrder,
  notCancelled,
  withoutCancelling,
} from './cancellation.ts';
import { calledOff, withLife } from './drift.ts';
import { unwritten } from './record-write-back.ts';
import { isUnheard } from './unheard.ts';

/** What the service said of a delivery that is or was booked, and what its word means. */
export interface News {
  found: ServiceDelivery;
  /** By the profile; null for a word that it does not name. */
  means: ServiceState | null;
  /** When the reading began; epoch ms. */
  readAt: number;
  /** A newer delivery brings the goods. */
  isReplaced: boolean;
  /** It is booked anew at the service: nothing that was said of the former job is kept. */
  isAnew?: boolean;
}

/**
 * What the service says now over what it said before: a figure that it no longer gives is kept, a word that nobody knows
 * changes nothing but what is shown, and an older reading than the last one tells nothing.
 */
export function takeNews(delivery: DeliveryRecord, news: News, now: number): DeliveryRecord {
  if (delivery.lookedAt !== null && delivery.lookedAt > news.readAt) return delivery;
  return news.isAnew ? unwritten(told(withoutFormer(delivery, now), news, now)) : told(delivery, news, now);
}

/** As it was before the service said anything of it. What its order's end asked for, the new job was not asked yet. */
function withoutFormer(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const former = { ...delivery, service: null, progress: null };
  const { state, cancellation } = delivery;
  const isOver = state === 'placed' && cancellation?.stage === 'settled' && cancellation.because === 'order_ended';
  return isOver ? beginCancelling(former, cancellation, now) : former;
}

function told(delivery: DeliveryRecord, { found, means, readAt, isReplaced }: News, now: number): DeliveryRecord {
  const before = delivery.service;
  const service: ServiceDelivery = {
    ...found,
    slot: found.slot ?? before?.slot ?? null,
    distanceEstimateMetres: found.distanceEstimateMetres ?? before?.distanceEstimateMetres ?? null,
    timeEstimateSeconds: found.timeEstimateSeconds ?? before?.timeEstimateSeconds ?? null,
    trackingUrl: found.trackingUrl ?? before?.trackingUrl ?? null,
    photoUrl: found.photoUrl ?? before?.photoUrl ?? null,
    cost: found.cost ?? before?.cost ?? null,
  };
  const looked = { ...delivery, service, lookedAt: readAt };
  if (delivery.state === 'cancelled') return means === null ? looked : afterEnd(looked, means, isReplaced, now);
  if (means === 'cancelled') return endedAtService(looked, isReplaced, now);
  // The service has said what became of the call: it goes on with it, and so does the order.
  const isAnswered = means !== null && delivery.cancellation?.because === 'withdrawn';
  const current = { ...(isAnswered ? goesOn(looked) : looked), updatedAt: now };
  const known = withProgress(current, progressOf(means, delivery), now);
  const alive = withLife(known, isReplaced);
  const lives = { ...alive, reason: reasonOf(alive) };
  return isOtherSlot(service.slot, before?.slot) ? unwritten(lives) : lives;
}

/** Of what is cancelled here: a driver who comes all the same is a task, until the service says that none does. */
function afterEnd(delivery: DeliveryRecord, means: ServiceState, isReplaced: boolean, now: number): DeliveryRecord {
  const comes = means !== 'cancelled' && means !== 'returned';
  const others = delivery.drift.filter(({ about }) => about !== 'not_cancelled');
  const isKnown = others.length < delivery.drift.length;
  if (comes === isKnown) return delivery;
  const { orderReference: reference } = delivery;
  const why = comes ? reason('goes_on_all_the_same', { reference }) : endReason(delivery, isReplaced);
  const told = { ...delivery, reason: why, updatedAt: now };
  return withDifferences(told, comes ? [notCancelled, ...others] : others);
}

/**
 * The service has cancelled it for sure: an alarm, unless that was wished, or another delivery brings the goods. Where they
 * are to go out again, that is owed from now on; that its order ended is kept.
 */
export function endedAtService(delivery: DeliveryRecord, isReplaced: boolean, now: number): DeliveryRecord {
  const { cancellation } = delivery;
  const owes = cancellation?.stage === 'wanted' && cancellation.newReference !== null;
  const kept = owes || isForOrder(cancellation) ? cancellation : null;
  const ended = transition(delivery, 'cancelled', endReason(delivery, isReplaced || owes), now, {
    cancellation: kept && { ...kept, stage: 'cancelled', dueAt: owes ? now : null, calling: false },
  });
  const isAlarm = !isReplaced && !isWished(delivery);
  return unwritten(isAlarm ? { ...ended, drift: [calledOff, ...ended.drift] } : ended);
}

/** Whether nobody wants it brought, or its goods go out again by themselves. */
function isWished({ cancellation }: DeliveryRecord): boolean {
  if (cancellation === null || cancellation.because === 'withdrawn') return false;
  return cancellation.because !== 'replaced' || cancellation.stage !== 'settled';
}

function progressOf(means: ServiceState | null, { progress }: DeliveryRecord): Progress | null {
  if (means === null) return progress;
  return means === 'booked' || means === 'cancelled' ? null : means;
}

function withProgress(delivery: DeliveryRecord, progress: Progress | null, now: number): DeliveryRecord {
  const isNew = progress !== delivery.progress;
  const steps = isNew && progress !== null ? [...delivery.steps, { state: progress, at: now }] : delivery.steps;
  return withoutCancelling({ ...delivery, progress, steps }, now);
}

function reasonOf(delivery: DeliveryRecord): Reason | null {
  const { progress, orderReference: reference, cancellation, drift } = delivery;
  if (progress === 'failed') return reason('delivery_failed', { reference });
  if (progress === 'returned') return reason('delivery_returned', { reference });
  if (cancellation !== null) return delivery.reason;
  return drift.some(isUnheard) ? reason('delivery_unheard', { reference }) : bookedReason(delivery);
}

/**
 * Whether an order is to be read for a delivery's news: what was delivered needs no other driver wherever Shopify has it
 * by now, what was not delivered after all does again, and of a driver who goes out again, or whose second one was called
 * off, everything is told anew.
 */
export function changesWhatIsTold(before: DeliveryRecord, next: DeliveryRecord): boolean {
  if (isDelivered(before)) return !isDelivered(next);
  if (next.replaces !== null && next.state === 'cancelled' && before.state !== 'cancelled') return true;
  if (!mayCome(before) && mayCome(next)) return true;
  return isDelivered(next) && tellsOf(next, 'goods_without_driver');
}
