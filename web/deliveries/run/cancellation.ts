import type { Reason } from '#api-contract/order.ts';
import type { Cancellation, DeliveryRecord } from '../delivery.ts';
import { reason } from '../reasons.ts';
import { transition } from '../transitions.ts';
import { unwritten } from './record-write-back.ts';

/** What its order's end asks for. */
export const orderIsOver = { because: 'order_ended', actor: null, newReference: null } as const;

/**
 * The delivery with a cancellation that the order's run takes up as soon as it is booked. `wish`: why, who wants it, and
 * under which reference its goods are to go out again. `now`: epoch ms.
 */
export function beginCancelling(
  delivery: DeliveryRecord,
  wish: Pick<Cancellation, 'because' | 'actor' | 'newReference'>,
  now: number,
): DeliveryRecord {
  const cancellation: Cancellation = {
    ...wish,
    stage: 'wanted',
    dueAt: now,
    tries: 0,
    asked: delivery.cancellation?.asked ?? false,
  };
  const begun = { ...delivery, cancellation };
  return delivery.state === 'placed' ? { ...begun, reason: reason('cancelling', {}, { retrying: true }) } : begun;
}

/** What there is to say of a delivery that is booked and that nobody wants cancelled. */
export function bookedReason({ service }: Pick<DeliveryRecord, 'service'>): Reason | null {
  return service?.slot ? null : reason('slot_not_recognised', {});
}

/** Whether the run is to go on with it now; it counts as another's while its lease runs. */
export function isCancelDue({ state, cancellation }: DeliveryRecord, now: number): boolean {
  return state === 'placed' && cancellation?.stage === 'wanted' && (cancellation.dueAt ?? 0) <= now;
}

/** Why a delivery stays booked, as its reason says it. */
export type StillBooked = 'refused' | 'under_way' | 'no_way' | 'in_doubt';

/** The service has cancelled it for sure. Where its goods are to go out again, that is owed from now on; that its order ended is kept. */
export function cancelledAtService(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const { cancellation } = delivery;
  const isOver = cancellation?.because === 'order_ended';
  const owes = cancellation?.stage === 'wanted' && cancellation.newReference !== null;
  const code = isOver ? 'cancelled_with_order' : 'cancelled_at_service';
  const kept = isOver || owes ? cancellation : null;
  const ended = transition(delivery, 'cancelled', reason(code, {}), now, {
    cancellation: kept && { ...kept, stage: 'cancelled', dueAt: owes ? now : null },
  });
  return unwritten(ended);
}

const staysOf = { order_ended: 'still_booked', replaced: 'not_replaced', person: 'not_cancelled' } as const;

/** It stays booked, and a person is told why: nothing is tried again by itself. */
export function stillBooked(
  delivery: DeliveryRecord,
  why: StillBooked,
  serviceMessage: string | null,
  now: number,
): DeliveryRecord {
  const { cancellation, orderReference: reference } = delivery;
  if (!cancellation) return delivery;
  const told = reason(`${staysOf[cancellation.because]}_${why}`, { reference }, { serviceMessage });
  const settled = { ...cancellation, stage: 'settled' as const, dueAt: null, newReference: null };
  return { ...delivery, cancellation: settled, reason: told, updatedAt: now };
}

/** What news of the driver leaves of a wish to cancel: who has the goods cannot be called back, and what is over needs no end. */
export function withoutCancelling(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const { cancellation, progress } = delivery;
  if (!cancellation || progress === null) return delivery;
  const isWanted = cancellation.stage === 'wanted';
  if (isWanted && (progress === 'on_its_way' || cancellation.because !== 'order_ended')) {
    return stillBooked(delivery, 'under_way', null, now);
  }
  return progress === 'on_its_way' ? delivery : { ...delivery, cancellation: null };
}
