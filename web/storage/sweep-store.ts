import { type Kysely, sql, type Transaction } from 'kysely';
import type { OrderSummary } from '#deliveries/ports.ts';
import type { SweepStore } from '#deliveries/shop-ports.ts';
import { isNewsToSweep } from '#deliveries/sweep.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { JobQueue } from './job-queue.ts';
import type { Tables } from './schema.ts';
import { makeWayForPayments } from './tombstones.ts';

const paidStatuses = ['PAID', 'PARTIALLY_REFUNDED'];

/** The `SweepStore` port on PostgreSQL. */
export function createSweepStore(db: Kysely<Tables>, queue: JobQueue): SweepStore {
  return {
    startSweep: async (shop, leaseMs) => {
      const row = await db
        .updateTable('shop')
        .set({ sweep_lease_until: sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'` })
        .where('shop', '=', shop)
        .where((where) =>
          where.or([
            where('sweep_lease_until', 'is', null),
            where('sweep_lease_until', '<', sql<Date>`clock_timestamp()`),
          ]),
        )
        .returning(['swept_at', sql<Date>`clock_timestamp()`.as('now')])
        .executeTakeFirst();
      return row ? { since: row.swept_at?.getTime() ?? null, now: row.now.getTime() } : null;
    },
    finishSweep: async (shop, startedAt) => {
      await db
        .updateTable('shop')
        .set({ sweep_lease_until: null, ...(startedAt === null ? {} : { swept_at: new Date(startedAt) }) })
        .where('shop', '=', shop)
        .execute();
    },
    reconcile: (shop, orders) => db.transaction().execute((trx) => reconcile(trx, queue, shop, orders)),
  };
}

async function reconcile(
  trx: Transaction<Tables>,
  queue: JobQueue,
  shop: ShopDomain,
  orders: readonly OrderSummary[],
): Promise<number> {
  const paid = orders.filter(({ financialStatus }) => paidStatuses.includes(financialStatus ?? ''));
  if (paid.length > 0) {
    await trx
      .insertInto('paid_order')
      .values(paid.map(({ id, processedAt }) => ({ shop, order_id: id, processed_at: processedAt })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await makeWayForPayments(
    trx,
    paid.map(({ id }) => ({ shop, orderId: id })),
  );
  const missed = await findMissed(trx, shop, orders);
  if (missed.length === 0) return 0;
  await trx
    .insertInto('webhook')
    .values(
      missed.map(({ id, updatedAt }) => ({
        shop,
        webhook_id: sql<string>`'sweep/' || ${id}::text || '/' || gen_random_uuid()::text`,
        topic: 'sweep',
        state: 'dispatched',
        order_id: id,
        payload_updated_at: updatedAt,
      })),
    )
    .execute();
  await queue.wakeMany(
    trx,
    missed.map(({ id }) => ({ kind: 'advance', shop, orderId: id, at: null })),
  );
  return missed.length;
}

/** Paid orders that are not here, and known ones that are older here, unless they already wait in the inbox. */
async function findMissed(
  trx: Transaction<Tables>,
  shop: ShopDomain,
  orders: readonly OrderSummary[],
): Promise<OrderSummary[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const stored = await trx
    .selectFrom('shop_order')
    .select(['order_id', 'shopify_updated_at', 'own_write_at', sql<Date>`clock_timestamp()`.as('now')])
    .where('shop', '=', shop)
    .where('order_id', 'in', ids)
    .execute();
  const waiting = await trx
    .selectFrom('webhook')
    .select('order_id')
    .where('shop', '=', shop)
    .where('order_id', 'in', ids)
    .where('state', '=', 'dispatched')
    .union(trx.selectFrom('redaction').select('order_id').where('shop', '=', shop).where('order_id', 'in', ids))
    .execute();
  const known = new Map(stored.map((row) => [row.order_id, row]));
  const left = new Set(waiting.map((row) => row.order_id));
  return orders.filter((order) => {
    if (left.has(order.id)) return false;
    const row = known.get(order.id);
    if (!row) return paidStatuses.includes(order.financialStatus ?? '');
    return isNewsToSweep(Date.parse(order.updatedAt), {
      seenAt: row.shopify_updated_at.getTime(),
      ownWriteAt: row.own_write_at?.getTime() ?? null,
      now: row.now.getTime(),
    });
  });
}
