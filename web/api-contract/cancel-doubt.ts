import type { DeliveryView, OrderView } from './order.ts';

const codes = ['still_booked_in_doubt', 'not_replaced_in_doubt', 'not_cancelled_in_doubt', 'not_known_there'];

/** Nobody knows whether its driver comes: the service does not say whether it has cancelled what is booked here, or knows it no more. */
export function isCancelInDoubt({ state, reason }: Pick<OrderView, 'state' | 'reason'>): boolean {
  return state === 'placed' && reason !== null && codes.includes(reason.code);
}

/** A person has dealt with what went wrong after booking: no decision is asked for. Of a doubt only the service can tell. */
export function isDealtWith(
  delivery: Pick<DeliveryView, 'state' | 'reason' | 'drift' | 'alarm' | 'progress'>,
): boolean {
  const { drift, alarm, progress } = delivery;
  // Of goods that nobody took in the end of the order leaves no difference.
  const wasTask = drift.length > 0 || progress === 'failed' || progress === 'returned';
  return wasTask && alarm === null && !isCancelInDoubt(delivery);
}
