import { type Kysely, type Selectable, sql } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Tables } from './schema.ts';
import { otherRowsOf } from './shop-addresses.ts';

const daysToAnswer = 30;

/** When a request of this time must be answered. */
export const dueAt = (requestedAt: Date): Date => new Date(requestedAt.getTime() + daysToAnswer * 86_400_000);

/** A customer's wish to see what is stored about them, as Shopify passed it on. */
export interface DataRequest {
  id: string;
  customerId: string | null;
  requestedAt: Date;
  orders: { orderId: OrderId; orderName: string | null }[];
  answeredAt: Date | null;
  answeredBy: string | null;
}

/** Notes a request; one that is known by its key is known already. */
export async function recordDataRequest(
  db: Kysely<Tables>,
  shop: ShopDomain,
  request: { key: string; customerId: string | null; orderIds: readonly OrderId[]; requestedAt: Date },
): Promise<'recorded' | 'known'> {
  const { key, customerId, orderIds, requestedAt } = request;
  const row = await db
    .insertInto('data_request')
    .values({
      ...{ shop, request_key: key, customer_id: customerId },
      ...{ order_ids: JSON.stringify(orderIds), requested_at: requestedAt },
    })
    .onConflict((conflict) => conflict.columns(['shop', 'request_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ? 'recorded' : 'known';
}

/** Those that wait for an answer first, then by age, newest first. */
export async function listDataRequests(db: Kysely<Tables>, shop: ShopDomain, limit: number): Promise<DataRequest[]> {
  const rows = await db
    .selectFrom('data_request')
    .selectAll()
    .where('shop', '=', shop)
    .orderBy(sql`answered_at is null`, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return withOrderNames(db, shop, rows);
}

/** null where this shop has no such request. */
export async function loadDataRequest(db: Kysely<Tables>, shop: ShopDomain, id: string): Promise<DataRequest | null> {
  const rows = await db.selectFrom('data_request').selectAll().where('shop', '=', shop).where('id', '=', id).execute();
  return (await withOrderNames(db, shop, rows))[0] ?? null;
}

/** Marks a request as answered, once. False: it was before, or there is none. */
export async function answerDataRequest(
  db: Kysely<Tables>,
  shop: ShopDomain,
  id: string,
  actor: string,
): Promise<boolean> {
  const row = await db
    .updateTable('data_request')
    .set({ answered_at: sql<Date>`clock_timestamp()`, answered_by: actor })
    .where('shop', '=', shop)
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Orders that no row of the shop has stored, or has no longer, have no name. */
async function withOrderNames(
  db: Kysely<Tables>,
  shop: ShopDomain,
  rows: readonly Selectable<Tables['data_request']>[],
): Promise<DataRequest[]> {
  const ids = [...new Set(rows.flatMap(({ order_ids }) => order_ids))];
  const named =
    ids.length === 0
      ? []
      : await db
          .selectFrom('shop_order')
          .select(['order_id', 'name'])
          .where('shop', 'in', [shop, ...(await otherRowsOf(db, shop))])
          .where(sql<boolean>`order_id = any(${ids}::text[])`)
          .execute();
  const names = new Map(named.map(({ order_id, name }) => [order_id, name]));
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    requestedAt: row.requested_at,
    orders: row.order_ids.map((orderId) => ({ orderId: orderId as OrderId, orderName: names.get(orderId) ?? null })),
    answeredAt: row.answered_at,
    answeredBy: row.answered_by,
  }));
}
