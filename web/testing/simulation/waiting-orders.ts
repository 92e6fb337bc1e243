import type { WaitsFor } from '#placement/waiting.ts';
import type { StoredOrder } from './memory-order-store.ts';

/** What an order waits for that only a new reading of it ends. */
export const anew = ['order', 'lacking', 'person'] as const;

/** Those of which something is held, or waits for one of these. */
export function waitingFor(
  orders: readonly StoredOrder[],
  ...kinds: readonly ('held' | WaitsFor['kind'])[]
): StoredOrder[] {
  return orders.filter(({ order, deliveries }) =>
    [...(order ? [order] : []), ...deliveries.values()].some(({ state, waitsFor }) =>
      kinds.some((kind) => kind === state || kind === waitsFor?.kind),
    ),
  );
}

/** Whom a change of the shop's settings wakes, and who of them is to be read anew. */
export type Woken = Readonly<Record<'waiting' | 'toRead', readonly StoredOrder[]>>;

export const toWake = (orders: readonly StoredOrder[]): Woken => ({
  waiting: waitingFor(orders, 'held', 'service', 'settings', ...anew, 'rules'),
  toRead: waitingFor(orders, ...anew, 'rules'),
});
