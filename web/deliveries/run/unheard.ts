import type { DriftItem } from '#api-contract/drift.ts';
import { type DeliveryRecord, tellsOf } from '../delivery.ts';
import { reason } from '../reasons.ts';

const unheard: DriftItem = {
  ...{ about: 'not_delivered', field: 'items' },
  ...{ placed: 'to be delivered', now: 'not heard of' },
};

/** Whether it is that the service never said what became of goods that were collected. */
export const isUnheard = ({ about, field }: DriftItem): boolean => about === unheard.about && field === unheard.field;

/**
 * A booked delivery that the service was asked about for the last time: a person is told where its goods were collected,
 * and nothing else is told of them. `isReplaced`: a newer delivery brings them.
 */
export function asUnheard(delivery: DeliveryRecord, isReplaced: boolean): DeliveryRecord {
  const { state, progress, drift, cancellation, orderReference: reference } = delivery;
  const isTold = tellsOf(delivery, 'not_delivered', 'order_ended');
  if (state !== 'placed' || progress !== 'on_its_way' || isReplaced || isTold) return delivery;
  const why = cancellation === null ? reason('delivery_unheard', { reference }) : delivery.reason;
  return { ...delivery, drift: [unheard, ...drift], reason: why };
}
