import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { StoredOrder } from './memory-order-store.ts';
import type { Job } from './sim-queue.ts';
import type { SimShops } from './sim-shops.ts';

/** What the rescue's statement finds in the tables: rows that should be moving and have stood still since `since`. */
export function standingStill(orders: readonly StoredOrder[], shops: SimShops, since: number): Job[] {
  return orders.flatMap(({ shop, orderId, order, deliveries, webhooks }) => {
    if (shops.record(shop).uninstalledAt !== null) return [];
    const rows = [...deliveries.values()];
    const advance =
      webhooks.some(({ receivedAt }) => receivedAt < since) ||
      rows.some((row) => isStill(row, since) || isForgotten(row, shops, since)) ||
      (order?.dueAt != null && order.dueAt < since);
    const writeBack = rows.some(
      (d) => d.placedAt !== null && d.writtenBackAt === null && (d.dueAt ?? d.updatedAt) < since,
    );
    const jobs: Job[] = [];
    if (advance) jobs.push({ kind: 'advance', shop, orderId });
    if (writeBack) jobs.push({ kind: 'write_back', shop, orderId });
    return jobs;
  });
}

function isStill({ state, leaseUntil, dueAt, updatedAt }: DeliveryRecord, since: number): boolean {
  return ['queued', 'placing', 'confirming'].includes(state) && (leaseUntil ?? dueAt ?? updatedAt) < since;
}

/** Held for a gate that nobody is going to probe: whoever should have woken it up died on the way. */
function isForgotten(delivery: DeliveryRecord, shops: SimShops, since: number): boolean {
  const { state, shop, reason, updatedAt } = delivery;
  const forGate = ['service_down', 'key_refused', 'address_wrong'].includes(reason?.code ?? '');
  const untouched = updatedAt < since && (shops.changedAt.get(shop) ?? 0) < since;
  return state === 'held' && forGate && untouched && shops.gate(shop).probeAt === null;
}
