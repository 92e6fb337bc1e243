import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { OrderSummary } from '#deliveries/ports/shopify.ts';
import type { ComparedPage, SweepStore } from '#deliveries/ports/stores.ts';
import { isNewsToSweep } from '#deliveries/run/reconcile.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { isPaid } from '#placement/shop-order.ts';
import { askForRuns } from './order-runs.ts';
import type { Tables } from './schema.ts';
import { succeededAt } from './shop-addresses.ts';
import { makeWayForPayments } from './tombstones.ts';

/** The `SweepStore` port on PostgreSQL. */
export function createSweepStore(db: Kysely<Tables>): SweepStore {
  return {
    startSweep: async (shop, leaseMs) => {
      const row = await db
        .updateTable('shop')
        .set({ sweep_lease_until: fromNow(leaseMs) })
        .where('shop', '=', shop)
        .where((where) =>
          where.or([
            where('sweep_lease_until', 'is', null),
            where('sweep_lease_until', '<', sql<Date>`clock_timestamp()`),
          ]),
        )
        .returning(['swept_at', 'sweep_progress', sql<Date>`clock_timestamp()`.as('now')])
        .executeTakeFirst();
      if (!row) return null;
      const progress = sweepProgress.safeParse(row.sweep_progress);
      return {
        sweptAt: row.swept_at?.getTime() ?? null,
        now: row.now.getTime(),
        progress: progress.success ? progress.data : null,
      };
    },
    endSweep: async (shop, pauseMs) => {
      await db
        .updateTable('shop')
        .set({ sweep_lease_until: pauseMs === 0 ? null : fromNow(pauseMs) })
        .where('shop', '=', shop)
        .execute();
    },
    reconcile: (shop, orders, page) => db.transaction().execute((trx) => reconcile(trx, shop, orders, page)),
  };
}

const fromNow = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;
const sweepProgress = z.object({
  ...{ startedAt: z.number(), since: z.number() },
  list: z.enum(['payments', 'changes']),
  cursor: z.string().nullable(),
});

async function reconcile(
  trx: Transaction<Tables>,
  shop: ShopDomain,
  listed: readonly OrderSummary[],
  { startedAt, next, leaseMs, pendingToo = false }: ComparedPage,
): Promise<number> {
  const shopRow = await trx
    .updateTable('shop')
    .set({
      sweep_progress: next === null ? null : JSON.stringify(next),
      sweep_lease_until: fromNow(leaseMs),
      ...(next === null && { swept_at: sql<Date>`greatest(swept_at, ${new Date(startedAt)}::timestamptz)` }),
    })
    .where('shop', '=', shop)
    .returning(succeededAt.as('succeeded_at'))
    .executeTakeFirst();
  const orders = await withoutSuccessors(trx, shop, listed, shopRow?.succeeded_at ?? null);
  const paid = orders.filter(isPaid);
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
  if (next === null) await askStalled(trx, shop);
  const missed = await findMissed(trx, shop, orders, pendingToo);
  if (missed.length === 0) return 0;
  await trx
    .insertInto('webhook')
    .values(
      missed.map(({ id, updatedAt, isPayment }) => ({
        shop,
        webhook_id: sql<string>`'sweep/' || ${id}::text || '/' || gen_random_uuid()::text`,
        topic: isPayment ? 'sweep/paid' : 'sweep',
        state: 'new',
        order_id: id,
        payload_updated_at: updatedAt,
      })),
    )
    .execute();
  return missed.length;
}

/**
 * An earlier version made another row for the address that the shop was renamed to: what was ordered since that one was
 * installed is its own, by the second as its rule has it, unless it is held here already.
 */
async function withoutSuccessors(
  trx: Transaction<Tables>,
  shop: ShopDomain,
  orders: readonly OrderSummary[],
  succeededAt: Date | null,
): Promise<readonly OrderSummary[]> {
  if (succeededAt === null || orders.length === 0) return orders;
  const since = Math.floor(succeededAt.getTime() / 1000) * 1000;
  const held = await trx
    .selectFrom('shop_order')
    .select('order_id')
    .where('shop', '=', shop)
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .execute();
  const known = new Set(held.map((row) => row.order_id));
  return orders.filter(({ id, processedAt }) => known.has(id) || Date.parse(processedAt) < since);
}

/** Orders with news that no run is to take in, such as those that Shopify refused to show: nobody else asks for them. */
async function askStalled(trx: Transaction<Tables>, shop: ShopDomain): Promise<void> {
  const { rows } = await sql<{ order_id: OrderId }>`
    select distinct w.order_id from webhook w left join order_run r on r.shop = w.shop and r.order_id = w.order_id
    where w.shop = ${shop} and w.state = 'dispatched' and w.order_id is not null
      and r.next_run_at is null and r.lease_until is null`.execute(trx);
  const asked = rows.map(({ order_id: orderId }) => ({ shop, orderId, at: null }));
  await askForRuns(trx, asked);
}

/** Paid orders that are not here, and known ones that are older here, unless they already wait in the inbox. */
async function findMissed(
  trx: Transaction<Tables>,
  shop: ShopDomain,
  orders: readonly OrderSummary[],
  pendingToo: boolean,
): Promise<(OrderSummary & { isPayment: boolean })[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const stored = await trx
    .selectFrom('shop_order')
    .select(['order_id', 'paid', 'cancelled_at', 'shopify_updated_at', 'own_write_at'])
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('shop', '=', shop)
    .where('order_id', 'in', ids)
    .execute();
  const waiting = await trx
    .selectFrom('webhook')
    .select('order_id')
    .where('shop', '=', shop)
    .where('order_id', 'in', ids)
    .where('state', 'in', ['new', 'dispatched'])
    .union(trx.selectFrom('redaction').select('order_id').where('shop', '=', shop).where('order_id', 'in', ids))
    .execute();
  const known = new Map(stored.map((row) => [row.order_id, row]));
  const left = new Set(waiting.map((row) => row.order_id));
  const missed = orders.filter((order) => {
    if (left.has(order.id)) return false;
    const row = known.get(order.id);
    if (!row) return isPaid(order) || (pendingToo && order.financialStatus === 'PENDING');
    const { paid, shopify_updated_at: seenAt, own_write_at: ownWriteAt, cancelled_at: cancelledAt } = row;
    const seen = {
      paid,
      seenAt: +seenAt,
      ownWriteAt: ownWriteAt && +ownWriteAt,
      cancelledAt: cancelledAt && +cancelledAt,
    };
    return isNewsToSweep(order, seen, row.now.getTime());
  });
  return missed.map((order) => ({ ...order, isPayment: isPaid(order) && !known.get(order.id)?.paid }));
}
