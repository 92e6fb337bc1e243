import { type Decided, mergeDeliveries, type OrderAggregate, type OrderRecord, stateOfDeliveries } from '../order.ts';
import { reason } from '../reasons.ts';
import { isLoose, rest } from '../transitions.ts';

const waiting = ['queued', 'held'];

/**
 * Shopify no longer shows an order that is stored here: it was deleted, or is older than the app may read. What still
 * waits can never be judged again, so a person is asked and the reading ends; what may exist at the service stays as it is.
 */
export function goneFromShopify(aggregate: OrderAggregate, webhooksDone: string[]): Decided<null> {
  const { order, now } = aggregate;
  if (!order) return { change: null, result: null };
  const why = reason('gone_from_shopify', {});
  const deliveries = aggregate.deliveries
    .filter((delivery) => isLoose(delivery) && waiting.includes(delivery.state))
    .map((delivery) => rest(delivery, 'needs_attention', why, now));
  const own = waiting.includes(order.state) ? { state: 'needs_attention' as const, reason: why } : {};
  const state = stateOfDeliveries(mergeDeliveries(aggregate.deliveries, deliveries)) ?? own;
  const next: OrderRecord = { ...order, ...state, dueAt: null, sentByPerson: false, updatedAt: now };
  return { change: { order: next, deliveries, webhooksDone }, result: null };
}
