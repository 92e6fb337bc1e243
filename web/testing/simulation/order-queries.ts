import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { DeliveryId } from '#placement/ids.ts';
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

/** What else a shop has booked in an account, the newest first. */
export function othersBooked(
  orders: readonly StoredOrder[],
  { account, orderReference }: Pick<DeliveryRecord, 'account' | 'orderReference'>,
  most: number,
): DeliveryId[] {
  return orders
    .flatMap(({ deliveries }) => [...deliveries.values()])
    .filter((one) => one.state === 'placed' && one.account === account && one.orderReference !== orderReference)
    .sort((a, b) => (b.placedAt ?? 0) - (a.placedAt ?? 0))
    .flatMap(({ service }) => (service ? [service.deliveryId] : []))
    .slice(0, most);
}

/** When the rows of an order want it to go on. */
export function ownDue({ order, deliveries }: StoredOrder, followsDrivers: boolean): number | null {
  const times = [...deliveries.values()].map(({ state, placedAt, writtenBackAt, leaseUntil, dueAt }) => {
    if (placedAt !== null && writtenBackAt === null) return dueAt ?? 0;
    return ['queued', 'placing', 'confirming', 'held'].includes(state) ? (leaseUntil ?? dueAt) : null;
  });
  for (const { state, cancellation, lookAt, service } of deliveries.values()) {
    if (state !== 'placed' && state !== 'cancelled') continue;
    // Of what a person was told is unknown there it is asked for a week.
    const isFollowed = followsDrivers && !service?.denied?.isTold;
    times.push(cancellation?.dueAt ?? null, isFollowed ? lookAt : null);
  }
  times.push(order?.dueAt ?? null);
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
