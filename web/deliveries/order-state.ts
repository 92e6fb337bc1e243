import type { DeliveryState } from '#api-contract/order.ts';
import type { DeliveryRecord, Standing } from './delivery.ts';
import { type Change, currentDeliveries, mergeDeliveries, type OrderAggregate } from './order.ts';

/** How much a state needs a person; an order shows the state of its delivery that needs one most. */
const urgency: Record<DeliveryState, number> = {
  needs_attention: 7,
  confirming: 6,
  placing: 5,
  queued: 4,
  held: 3,
  placed: 2,
  cancelled: 1,
  skipped: 0,
};

/**
 * The order's state from its deliveries. A delivery that a newer one replaces no longer speaks for the order.
 *
 * @returns null where there is no delivery to speak for it.
 */
export function stateOfDeliveries(deliveries: readonly DeliveryRecord[]): Standing | null {
  const current = currentDeliveries(deliveries);
  const [first] = current;
  if (!first) return null;
  const { state, reason, waitsFor } = current.reduce((a, b) => (urgency[b.state] > urgency[a.state] ? b : a), first);
  return { state, reason, waitsFor };
}

/** What ended before anything was sent speaks for no goods: where they went, and whether they go, the rules say. */
export const speaksForOrder = ({ state, placedAt }: DeliveryRecord): boolean =>
  state !== 'cancelled' || placedAt !== null;

/**
 * The order's state after deliveries of it were written; null: its own stands. Where none of them spoke for it, nor does now,
 * that is about goods that have no delivery, or it says what became of one that was replaced.
 */
export function stateAfter(
  { state }: Standing,
  before: readonly DeliveryRecord[],
  changed: readonly DeliveryRecord[],
): Standing | null {
  const after = mergeDeliveries(before, changed);
  const speaks = [before, after].some((all) => currentDeliveries(all).some(speaksForOrder));
  if (speaks || state === 'cancelled') return stateOfDeliveries(after);
  return state === 'placed' ? stateOfDeliveries(after.filter(speaksForOrder)) : null;
}

/**
 * A change that writes these deliveries and the order state that follows from them.
 *
 * @param wakeAt when the order runs again, epoch ms; null: by its rows, where a run wrote this.
 */
export function withOrderState(
  { order, deliveries, now: updatedAt }: OrderAggregate,
  changed: DeliveryRecord[],
  wakeAt: number | null = null,
): Change {
  const change: Change = { deliveries: changed, wakes: wakeAt === null ? [] : [{ at: wakeAt }] };
  return order ? { ...change, order: { ...order, ...stateAfter(order, deliveries, changed), updatedAt } } : change;
}
