import type { DeliveryState, Reason } from '#api-contract/order.ts';
import { assertTransition, type DeliveryRecord } from './delivery.ts';

/** Whether the delivery surely does not exist at the service and nobody is sending it: it may still be changed. */
export function isLoose(delivery: DeliveryRecord): boolean {
  const untouchable: DeliveryState[] = ['placed', 'placing', 'confirming', 'cancelled'];
  return !delivery.uncertain && !delivery.everUnknown && !untouchable.includes(delivery.state);
}

/** The delivery in another state, its lease given back. */
export function rest(
  delivery: DeliveryRecord,
  state: DeliveryState,
  why: Reason | null,
  now: number,
  more: Partial<DeliveryRecord> = {},
): DeliveryRecord {
  assertTransition(delivery.state, state);
  return { ...delivery, dueAt: null, ...more, state, reason: why, leaseUntil: null, updatedAt: now };
}
