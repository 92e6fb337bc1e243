import { type Kysely, sql } from 'kysely';
import type { Context } from '#runtime/context.ts';
import { repeatErasures } from '#storage/redact.ts';
import type { Tables } from '#storage/schema.ts';

/** Removes what is older than each shop's settings say: payloads first, then orders with everything about them. */
export async function removeOld({ storage }: Context): Promise<void> {
  const { db } = storage;
  await db.deleteFrom('worker_heartbeat').where('at', '<', sql<Date>`now() - interval '1 day'`).execute();
  await sql`
    delete from webhook w using shop s
    where s.shop = w.shop and w.state in ('done', 'quarantined')
      and w.received_at < now() - coalesce((s.settings #>> '{retention,payloadDays}')::int, 7) * interval '1 day'`.execute(
    db,
  );
  // Proof that a customer was answered; the orders it names are gone long before.
  await sql`delete from data_request where answered_at < now() - interval '1 year'`.execute(db);
  await removeOrders(db);
  await repeatErasures(db);
}

/** Orders that rest and were last touched before the retention; a delivery still moving keeps its order. */
async function removeOrders(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      create temporary table old_order on commit drop as
      select o.shop, o.order_id from shop_order o join shop s on s.shop = o.shop
      where o.state in ('placed', 'skipped', 'cancelled', 'needs_attention')
        and o.updated_at < now() - coalesce((s.settings #>> '{retention,days}')::int, 30) * interval '1 day'
      limit 1000`.execute(trx);
    for (const table of ['attempt', 'delivery', 'paid_order', 'shop_order'] as const) {
      await sql`delete from ${sql.table(table)} t using old_order o where t.shop = o.shop and t.order_id = o.order_id`.execute(
        trx,
      );
    }
    await sql`insert into redaction (shop, order_id) select shop, order_id from old_order on conflict do nothing`.execute(
      trx,
    );
  });
}
