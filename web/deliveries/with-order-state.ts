import { mergeDeliveries } from './after-change.ts';
import { type DeliveryRecord, stateOfDeliveries } from './delivery.ts';
import type { Change, OrderAggregate, Wake } from './order.ts';

/** A change that writes these deliveries and the order state that follows from them. */
export function withOrderState(aggregate: OrderAggregate, changed: DeliveryRecord[], wakes: Wake[] = []): Change {
  const change: Change = { deliveries: changed, wakes };
  if (!aggregate.order) return change;
  const state = stateOfDeliveries(mergeDeliveries(aggregate.deliveries, changed));
  return { ...change, order: { ...aggregate.order, ...state, updatedAt: aggregate.now } };
}
