import { type Kysely, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Opened } from './encrypted-columns.ts';
import { addressConfirmed, mailAddress } from './mail-address.ts';
import {
  type Recipient,
  type RecipientRow,
  readUntold,
  recipientColumns,
  recipientOf,
  unmailed,
  untoldHold,
  type WhatWaits,
} from './mail-news.ts';
import type { Tables } from './schema.ts';
import { settleConditions, untoldCondition } from './shop-conditions.ts';

/** What is to be said to one shop and was not said yet, under a claim that is already committed. */
export interface Digest extends Recipient, WhatWaits {}

const milliseconds = (ms: number) => sql`${ms} * interval '1 millisecond'`;

/**
 * Takes one shop that has an address and something new to say, and whose time has come by the database's clock. The claim
 * is one statement: of several workers one gets the shop, and nobody gets it again for `claimMs`, whatever becomes of it.
 */
export async function claimDigest({ db, cipher }: Opened, claimMs: number): Promise<Digest | null> {
  const { rows } = await sql<RecipientRow>`
    with due as (
      select s.shop from shop s
      where ${mailAddress} is not null
        and s.installed_at is not null and s.uninstalled_at is null and ${addressConfirmed}
        and (s.digest_due_at is null or s.digest_due_at <= clock_timestamp())
        and (exists (select from shop_order o where o.shop = s.shop and ${unmailed})
          or exists (select from gate g where g.shop = s.shop and ${untoldHold})
          or ${untoldCondition})
      order by s.digest_due_at nulls first
      limit 1 for update of s skip locked
    )
    update shop s set digest_due_at = clock_timestamp() + ${milliseconds(claimMs)}
    from due where s.shop = due.shop
    returning ${recipientColumns}`.execute(db);
  const row = rows[0];
  return row ? { ...recipientOf(row), ...(await readUntold({ db, cipher }, row.shop)) } : null;
}

/**
 * Writes down that the merchant was told. The next digest is due `gapMs` from now. Each part is a transaction of its own,
 * so that it keeps nothing of one locked while it waits for another; what a crash in between leaves out is told again.
 */
export async function settleDigest(db: Kysely<Tables>, digest: Digest, gapMs: number): Promise<void> {
  const { shop, orders, hold, conditions } = digest;
  if (orders.length > 0) await settleOrders(db, shop, orders);
  await sql`update gate g set mailed_hold = ${hold}, mailed_hold_at = clock_timestamp() from shop s
    where g.shop = ${shop} and s.shop = g.shop and g.state ->> 'hold' = ${hold} and ${untoldHold}`.execute(db);
  await settleConditions(db, shop, conditions);
  await sql`update shop set digest_failures = 0, digest_due_at = clock_timestamp() + ${milliseconds(gapMs)}
    where shop = ${shop}`.execute(db);
}

async function settleOrders(db: Kysely<Tables>, shop: ShopDomain, orders: Digest['orders']): Promise<void> {
  const ids = orders.map(({ orderId }) => orderId);
  const codes = orders.map(({ reason }) => reason?.code ?? '');
  await db.transaction().execute(async (trx) => {
    // In the order of the key, as whoever else writes the rows of several orders.
    await sql`select from order_run where shop = ${shop} and order_id = any(${ids}::text[])
      order by order_id for update`.execute(trx);
    await sql`update shop_order o set mailed_reason = told.code
      from unnest(${ids}::text[], ${codes}::text[]) as told (order_id, code)
      where o.shop = ${shop} and o.order_id = told.order_id and o.state = 'needs_attention'`.execute(trx);
  });
}

/**
 * Lets a digest that was not sent come again: `leastMs` from now, twice as long after every further failure, and within
 * `mostMs`.
 */
export async function postponeDigest(
  db: Kysely<Tables>,
  shop: ShopDomain,
  { leastMs, mostMs }: { leastMs: number; mostMs: number },
): Promise<void> {
  const delayMs = sql`least(${mostMs}::float8, ${leastMs}::float8 * power(2, least(digest_failures, 20)))`;
  await sql`update shop set digest_failures = digest_failures + 1,
    digest_due_at = clock_timestamp() + ${delayMs} * interval '1 millisecond' where shop = ${shop}`.execute(db);
}
