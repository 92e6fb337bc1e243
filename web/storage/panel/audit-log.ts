import { type Kysely, sql } from 'kysely';
import type { AuditPage } from '#api-contract/audit.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';

/** Writes what a person did to the shop as a whole; what is done to an order is written with the order's change. */
export async function writeAudit(
  db: Kysely<Tables>,
  shop: ShopDomain,
  entry: { actor: string; action: string; detail: string; orderReference?: string },
): Promise<void> {
  const { orderReference = null, ...rest } = entry;
  await db
    .insertInto('audit')
    .values({ shop, ...rest, order_id: null, order_reference: orderReference })
    .execute();
}

interface View {
  actor: string;
  what: string;
  orderId: OrderId | null;
}

/** Leaves a row for a view of customer data. */
export async function noteAccess(db: Kysely<Tables>, shop: ShopDomain, view: View): Promise<void> {
  const { actor, what, orderId } = view;
  await db.insertInto('access_log').values({ shop, actor, what, order_id: orderId }).execute();
}

/** The same for a view of many orders at once, each with a row. */
export async function noteAccessToOrders(
  db: Kysely<Tables>,
  shop: ShopDomain,
  { actor, what, orderIds }: Omit<View, 'orderId'> & { orderIds: readonly OrderId[] },
): Promise<void> {
  await sql`insert into access_log (shop, actor, what, order_id)
    select ${shop}, ${actor}, ${what}, unnest(${orderIds}::text[])`.execute(db);
}

/** The same for a screen that reads again by itself: one row per person, order and quarter of an hour. */
export async function noteAccessOnce(db: Kysely<Tables>, shop: ShopDomain, view: View): Promise<void> {
  const { actor, what, orderId } = view;
  await sql`insert into access_log (shop, actor, what, order_id)
    select ${shop}, ${actor}, ${what}, ${orderId} where not exists (
      select from (select * from access_log where shop = ${shop} order by id desc limit 200) as latest
      where actor = ${actor} and what = ${what} and order_id is not distinct from ${orderId}
        and at > now() - interval '15 minutes')`.execute(db);
}

/** The audit of a shop or of one order, newest first. `cursor` is the last id of the page before. */
export async function readAudit(
  db: Kysely<Tables>,
  shop: ShopDomain,
  query: { orderId: OrderId | null; cursor: string | null; limit: number },
): Promise<AuditPage> {
  let select = db
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'action', 'order_id', 'order_reference', 'detail'])
    .where('shop', '=', shop)
    .orderBy('id', 'desc')
    .limit(query.limit + 1);
  if (query.orderId !== null) select = select.where('order_id', '=', query.orderId);
  if (query.cursor !== null) select = select.where('id', '<', query.cursor);
  const rows = await select.execute();
  const page = rows.slice(0, query.limit);
  return {
    entries: page.map(({ at, actor, action, order_id, order_reference, detail }) => ({
      at: at.toISOString(),
      actor,
      action,
      orderId: order_id,
      orderReference: order_reference,
      detail,
    })),
    nextCursor: rows.length > query.limit ? (page.at(-1)?.id ?? null) : null,
  };
}
