import { type Kysely, sql, type Transaction } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Tables } from './schema.ts';

/**
 * Erases orders with everything about them and leaves their ids as tombstones, so that sweep and webhooks leave them
 * alone. Repeatable. An order whose delivery is under way right now is refused: the caller comes again.
 *
 * @throws Error while a placement of one of them is in flight.
 */
export async function redactOrders(db: Kysely<Tables>, shop: ShopDomain, orderIds: readonly OrderId[]): Promise<void> {
  if (orderIds.length === 0) return;
  await db.transaction().execute(async (trx) => {
    for (const orderId of orderIds) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${shop}/${orderId}`}, 0))`.execute(trx);
    }
    await refuseInFlight(trx, shop, orderIds);
    for (const table of ['attempt', 'delivery', 'webhook', 'audit', 'access_log', 'paid_order', 'shop_order'] as const) {
      await sql`delete from ${sql.table(table)} where shop = ${shop} and order_id in (${sql.join([...orderIds])})`.execute(trx);
    }
    await trx
      .insertInto('redaction')
      .values(orderIds.map((orderId) => ({ shop, order_id: orderId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Erases a shop that uninstalled the app; what a reinstall brought since is kept. */
export async function redactShop(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('shop')
      .select(['installed_at', 'uninstalled_at'])
      .where('shop', '=', shop)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const reinstalledAt = row.uninstalled_at === null ? row.installed_at : null;
    const older = reinstalledAt === null ? sql`true` : sql`o.first_seen_at < ${reinstalledAt}`;
    const orders = await sql<{ order_id: string }>`
      select o.order_id from shop_order o where o.shop = ${shop} and ${older}`.execute(trx);
    const ids = orders.rows.map(({ order_id }) => order_id as OrderId);
    await refuseInFlight(trx, shop, ids);
    for (const table of ['attempt', 'delivery', 'webhook', 'audit', 'access_log', 'paid_order', 'shop_order'] as const) {
      if (reinstalledAt === null) await sql`delete from ${sql.table(table)} where shop = ${shop}`.execute(trx);
      else if (ids.length > 0) {
        await sql`delete from ${sql.table(table)} where shop = ${shop} and order_id in (${sql.join(ids)})`.execute(trx);
      }
    }
    if (reinstalledAt === null) {
      await trx.deleteFrom('gate').where('shop', '=', shop).execute();
      await trx.deleteFrom('redaction').where('shop', '=', shop).execute();
      await trx.deleteFrom('shop').where('shop', '=', shop).execute();
    }
  });
}

async function refuseInFlight(trx: Transaction<Tables>, shop: ShopDomain, orderIds: readonly OrderId[]): Promise<void> {
  if (orderIds.length === 0) return;
  const busy = await trx
    .selectFrom('delivery')
    .select('order_id')
    .where('shop', '=', shop)
    .where('order_id', 'in', orderIds)
    .where('lease_until', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  if (busy) throw new Error('a placement is in flight');
}
