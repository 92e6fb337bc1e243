import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { afterUninstall } from './insert-webhooks.ts';
import { lockOrders } from './order-runs.ts';
import { eraseOrders } from './redact.ts';
import type { Tables } from './schema.ts';
import { hasBody } from './webhook-body.ts';

/**
 * Erases up to `limit` orders of a shop that rest and were last touched before its retention, with all that is stored
 * about them, and leaves their ids. What waits for a person is kept: a problem, an open alarm, an order that is held;
 * one that Shopify itself has no more was shown for the whole retention. An order somebody works on now is left.
 *
 * @returns how many.
 */
export async function eraseOldOrders(db: Kysely<Tables>, shop: ShopDomain, limit: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const found = await restingSince(trx, shop, sql`order by o.updated_at limit ${limit}`);
    await lockOrders(trx, shop, found);
    // What was changed until it was locked is not old any more.
    const ids = await restingSince(trx, shop, sql`and o.order_id = any(${found}::text[])`);
    if (ids.length === 0) return 0;
    // Unpaid, and surely never sent: a payment after it is news, and the order comes back.
    await sql`
      insert into redaction (shop, order_id, until_paid)
      select o.shop, o.order_id, not o.paid and not exists (
        select from delivery d where d.shop = o.shop and d.order_id = o.order_id and (d.placed_at is not null or d.ever_unknown))
      from shop_order o where o.shop = ${shop} and o.order_id = any(${ids}::text[])
      on conflict do nothing`.execute(trx);
    await eraseOrders(trx, shop, ids);
    return ids.length;
  });
}

/** Its driver is still to come: an order that ends meanwhile cancels him. A slot that is weeks off is the service's slip; without one he may come for a week. */
const isToCome = sql`(d.state = 'placed' and coalesce(d.progress, '') not in ('delivered', 'returned')
  and coalesce(d.slot_end, d.slot_start, d.placed_at + interval '7 days') > now() - interval '1 day' and d.placed_at > now() - interval '30 days')`;

async function restingSince(
  trx: Transaction<Tables>,
  shop: ShopDomain,
  which: RawBuilder<unknown>,
): Promise<OrderId[]> {
  const { rows } = await sql<{ order_id: OrderId }>`
    select o.order_id from shop_order o join shop s on s.shop = o.shop
    where o.shop = ${shop}
      and (o.state in ('placed', 'skipped', 'cancelled')
        or (o.state = 'needs_attention' and o.reason ->> 'code' = 'gone_from_shopify'))
      and o.updated_at < now() - coalesce((s.settings #>> '{retention,days}')::int, 30) * interval '1 day'
      and not exists (select from delivery d where d.shop = o.shop and d.order_id = o.order_id
        and (d.drifted or d.lease_until > clock_timestamp() or ${isToCome}))
    ${which}`.execute(trx);
  return rows.map(({ order_id }) => order_id);
}

/**
 * Forgets up to `limit` webhooks of a shop, or of none (''), that are older than they are kept and done, quarantined, or
 * still without an order, as those of a shop that is to be connected again. What is to be carried out stays. How many.
 */
export async function eraseOldWebhooks(db: Kysely<Tables>, shop: ShopDomain | '', limit: number): Promise<number> {
  const hasNoOrder = sql`(old.state = 'dispatched' and old.order_id is null and old.topic <> all(${afterUninstall}::text[]))`;
  const { numAffectedRows } = await sql`
    delete from webhook w where w.shop = ${shop} and w.id in (
      ${oldWebhooks(shop, sql`(old.state in ('done', 'quarantined') or ${hasNoOrder})`, limit)}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Forgets up to `limit` bodies of a shop's webhooks that are as old and still wait for a run of their order, as those of
 * a shop that is to be connected again: that run reads none of them. How many.
 */
export async function eraseOldBodies(db: Kysely<Tables>, shop: ShopDomain, limit: number): Promise<number> {
  const isWaiting = sql`old.state = 'dispatched' and old.order_id is not null and ${hasBody}`;
  const { numAffectedRows } = await sql`
    update webhook w set payload_sealed = null, body_sealed = null where w.shop = ${shop} and w.id in (
      ${oldWebhooks(shop, isWaiting, limit)}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Locked: a row that was given its order meanwhile is not among them. */
const oldWebhooks = (shop: ShopDomain | '', which: RawBuilder<unknown>, limit: number) => sql`
  select old.id from webhook old left join shop s on s.shop = old.shop
  where old.shop = ${shop} and ${which}
    and old.received_at < now() - coalesce((s.settings #>> '{retention,payloadDays}')::int, 7) * interval '1 day'
  order by old.received_at limit ${limit} for update of old skip locked`;

/** Forgets up to `limit` views of personal data, of whatever shop, that are a year old; how many. */
export async function eraseOldAccess(db: Kysely<Tables>, limit: number): Promise<number> {
  // By their place: of a large batch, the ids would be looked for in all that is stored.
  const { numAffectedRows } = await sql`
    delete from access_log where ctid = any(array(
      select ctid from access_log where at < now() - interval '1 year' order by at limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Shops that uninstalled the app 30 days ago. Shopify asks for their erasure after two, if its webhook comes. */
export async function forsakenShops(db: Kysely<Tables>): Promise<ShopDomain[]> {
  const { rows } = await sql<{ shop: ShopDomain }>`
    select shop from shop where uninstalled_at < now() - interval '30 days'`.execute(db);
  return rows.map(({ shop }) => shop);
}

/** Forgets customers' requests for their data a year after they were answered: the proof that they were. */
export async function eraseAnsweredRequests(db: Kysely<Tables>): Promise<void> {
  await sql`delete from data_request where answered_at < now() - interval '1 year'`.execute(db);
}
