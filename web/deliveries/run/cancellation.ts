import type { DriftItem } from '#api-contract/drift.ts';
import type { Reason } from '#api-contract/order.ts';
import { withDifferences } from '../alarm.ts';
import { type Cancellation, type DeliveryRecord, tellsOf } from '../delivery.ts';
import { reason } from '../reasons.ts';
import { mayCome } from '../transitions.ts';

/** What its order's end asks for. */
export const orderIsOver = { because: 'order_ended', actor: null, newReference: null } as const;

/** Whether the order itself asks for it: it ended, or nothing of it is left for a driver. */
export const isForOrder = (cancellation: Cancellation | null): boolean =>
  cancellation?.because === 'order_ended' || cancellation?.because === 'emptied';

/**
 * The delivery with a cancellation that the order's run takes up as soon as it is booked. `wish`: why, who wants it, and
 * under which reference its goods are to go out again. `now`: epoch ms. Whoever calls the service about it goes on, for this wish.
 */
export function beginCancelling(
  delivery: DeliveryRecord,
  wish: Pick<Cancellation, 'because' | 'actor' | 'newReference'>,
  now: number,
): DeliveryRecord {
  const asked = delivery.cancellation?.asked ?? false;
  const begins: Cancellation = { ...wish, stage: 'wanted', dueAt: now, tries: 0, calling: false, asked };
  const called = underCall(delivery, now);
  const begun = withStay({ ...delivery, cancellation: called ? { ...called, ...wish } : begins });
  return delivery.state === 'placed' ? { ...begun, reason: reason('cancelling', {}, { retrying: true }) } : begun;
}

/** What there is to say of a delivery that is booked and that nobody wants cancelled. */
export function bookedReason({
  service,
  orderReference: reference,
}: Pick<DeliveryRecord, 'service' | 'orderReference'>): Reason | null {
  if (service?.denied?.isTold) return reason('not_known_there', { reference });
  return service?.slot ? null : reason('slot_not_recognised', {});
}

/** What the service is being called about just now: who hears its answer has the delivery. */
function underCall({ cancellation }: DeliveryRecord, now: number): Cancellation | null {
  const isCalled = cancellation?.stage === 'wanted' && cancellation.calling && (cancellation.dueAt ?? 0) > now;
  return isCalled ? cancellation : null;
}

/** Whether the run is to go on with it now; it counts as another's while its lease runs. */
export function isCancelDue({ state, cancellation }: DeliveryRecord, now: number): boolean {
  return state === 'placed' && cancellation?.stage === 'wanted' && (cancellation.dueAt ?? 0) <= now;
}

/** Why a delivery stays booked, as its reason says it. */
export type StillBooked = 'refused' | 'under_way' | 'no_way' | 'in_doubt';

/** Why it is cancelled, and what Shopify's books still say of goods that nobody else brings. `isReplaced`: somebody does, or will. */
export function endReason(
  { cancellation, fulfillmentId }: Pick<DeliveryRecord, 'cancellation' | 'fulfillmentId'>,
  isReplaced: boolean,
): Reason {
  if (cancellation?.because === 'order_ended') return reason('cancelled_with_order', {});
  if (cancellation?.because === 'emptied') return reason('cancelled_without_goods', {});
  const isLeftFulfilled = fulfillmentId !== null && !isReplaced;
  return reason(isLeftFulfilled ? 'cancelled_still_fulfilled' : 'cancelled_at_service', {});
}

/** Its fulfilment was cancelled too: nothing is left to do in Shopify. */
export function withoutFulfilment(delivery: DeliveryRecord): DeliveryRecord {
  const left = { ...delivery, fulfillmentId: null };
  return tellsOf(left, 'not_cancelled') ? left : { ...left, reason: endReason(left, false) };
}

const staysOf: Record<Cancellation['because'], 'still_booked' | 'not_replaced' | 'not_cancelled'> = {
  ...{ order_ended: 'still_booked', emptied: 'not_cancelled', replaced: 'not_replaced' },
  ...{ person: 'not_cancelled', withdrawn: 'not_cancelled' },
};

/** It stays booked, and a person is told why: nothing is tried again by itself. */
export function stillBooked(
  delivery: DeliveryRecord,
  why: StillBooked,
  now: number,
  serviceMessage: string | null = null,
): DeliveryRecord {
  const { cancellation, orderReference: reference } = delivery;
  if (!cancellation) return delivery;
  const told = reason(`${staysOf[cancellation.because]}_${why}`, { reference }, { serviceMessage });
  // Otherwise the service has said that it is not cancelled: a new press is judged by its own answer.
  const asked = cancellation.asked && (why === 'in_doubt' || why === 'no_way');
  const over = { dueAt: null, calling: false, asked, newReference: null };
  const settled = { ...cancellation, stage: 'settled' as const, ...over };
  return withStay({ ...delivery, cancellation: settled, reason: told, updatedAt: now });
}

/** A driver may come whom nobody is said to want. */
export const notCancelled: DriftItem = {
  ...{ about: 'not_cancelled', field: 'cancellation' },
  ...{ placed: 'to be cancelled', now: 'booked' },
};

/** The service knows the delivery no more: its driver may come, or nobody. */
const notKnown: DriftItem = {
  ...{ about: 'not_cancelled', field: 'delivery' },
  ...{ placed: 'booked', now: 'not known' },
};

/** A driver who may come though a person wanted the delivery cancelled, or of whom nobody knows: a task, unless a new press is under way. */
export function stayOf({
  state,
  progress,
  cancellation,
  service,
}: Pick<DeliveryRecord, 'state' | 'progress' | 'cancellation' | 'service'>): DriftItem[] {
  if (cancellation === null && state === 'placed' && service?.denied?.isTold) return [notKnown];
  const isTask =
    cancellation?.stage === 'settled' && (cancellation.actor !== null || cancellation.because === 'withdrawn');
  return state === 'placed' && mayCome({ progress }) && isTask ? [notCancelled] : [];
}

/** Booked as before: nobody wants it cancelled, and the service has not. */
export function goesOn(delivery: DeliveryRecord): DeliveryRecord {
  const why = delivery.state === 'placed' ? bookedReason(delivery) : delivery.reason;
  return withStay({ ...delivery, cancellation: null, reason: why });
}

/**
 * Of an order that goes on: what its end asked for, and the service was told. It is told no more; what it does not say
 * of it is a person's matter.
 */
export function withdrawn(delivery: DeliveryRecord, cancellation: Cancellation): DeliveryRecord {
  const taken = { ...delivery, cancellation: { ...cancellation, because: 'withdrawn' as const } };
  if (cancellation.stage === 'wanted') return taken;
  return withStay({ ...taken, reason: reason('not_cancelled_in_doubt', { reference: delivery.orderReference }) });
}

/** The delivery with that task, or without it: what a person has closed of an earlier one is closed no more. */
export function withStay(delivery: DeliveryRecord): DeliveryRecord {
  const others = delivery.drift.filter(({ about }) => about !== 'not_cancelled');
  return withDifferences(delivery, [...stayOf(delivery), ...others]);
}

/** What news of the driver leaves of a wish to cancel: who has the goods cannot be called back, and what is over needs no end. */
export function withoutCancelling(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const { cancellation, progress } = delivery;
  if (!cancellation || progress === null) return delivery;
  const isWanted = cancellation.stage === 'wanted';
  if (isWanted && (progress === 'on_its_way' || !isForOrder(cancellation))) {
    return stillBooked(delivery, 'under_way', now);
  }
  return progress === 'on_its_way' ? delivery : { ...delivery, cancellation: null };
}
