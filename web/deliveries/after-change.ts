import type { DeliveryRecord } from './delivery.ts';
import type { Change, OrderAggregate } from './order.ts';

/** An order as a change leaves it. */
export function afterChange(aggregate: OrderAggregate, change: Change): OrderAggregate {
  return {
    ...aggregate,
    order: change.order ?? aggregate.order,
    deliveries: mergeDeliveries(aggregate.deliveries, change.deliveries ?? []),
  };
}

/** Changed deliveries in the place of what they were, new ones after them. */
export function mergeDeliveries(
  before: readonly DeliveryRecord[],
  changed: readonly DeliveryRecord[],
): DeliveryRecord[] {
  const byReference = new Map(changed.map((delivery) => [delivery.orderReference, delivery]));
  const kept = before.map((delivery) => byReference.get(delivery.orderReference) ?? delivery);
  const known = new Set(before.map(({ orderReference }) => orderReference));
  return [...kept, ...changed.filter(({ orderReference }) => !known.has(orderReference))];
}
