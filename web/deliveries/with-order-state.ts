import { type DeliveryRecord, stateOfDeliveries } from './delivery.ts';
import type { Change, OrderAggregate, Wake } from './order-aggregate.ts';

/** A change that writes these deliveries and the order state that follows from them. */
export function withOrderState(aggregate: OrderAggregate, changed: DeliveryRecord[], wakes: Wake[] = []): Change {
  const byReference = new Map(changed.map((delivery) => [delivery.orderReference, delivery]));
  const all = aggregate.deliveries.map((delivery) => byReference.get(delivery.orderReference) ?? delivery);
  const known = new Set(all.map(({ orderReference }) => orderReference));
  const added = changed.filter(({ orderReference }) => !known.has(orderReference));
  const change: Change = { deliveries: changed, wakes };
  if (!aggregate.order) return change;
  const state = stateOfDeliveries([...all, ...added]);
  return { ...change, order: { ...aggregate.order, ...state, updatedAt: aggregate.now } };
}
