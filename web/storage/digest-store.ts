import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Reason } from '#api-contract/order.ts';
import { type Settings, settings } from '#api-contract/settings.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { maskWords } from '#placement/mask-words.ts';
import { addressConfirmed } from './mail-address.ts';
import { type DeliveryJson, deliveryFromRow } from './order-rows.ts';
import type { Reader } from './panel/delivery-filter.ts';
import type { Tables } from './schema.ts';
import { type ShopCondition, settleConditions, untoldCondition, untoldConditions } from './shop-conditions.ts';

/** One order that the merchant has not been told about yet, or not with this reason. */
interface DigestOrder {
  orderId: string;
  orderName: string;
  /** Without the service's own words. */
  reason: Reason | null;
  /** What the service said, with what it says of the buyer masked; null where it said nothing. */
  words: string | null;
}

/** What is to be said to one shop, under a claim that is already committed. */
export interface Digest {
  shop: ShopDomain;
  shopName: string | null;
  /** Where to; null where what is stored is no address. */
  email: string | null;
  language: Settings['notifications']['language'];
  /** Not told yet, newest first, at most `mostOrders`. */
  orders: DigestOrder[];
  /** All orders of the shop that wait for a person, told or not. */
  waiting: number;
  /** Why sending has stopped for the whole shop, where that is not told yet. */
  hold: 'key' | 'address' | null;
  /** What else stands still for the whole shop, or waits for its owner. */
  conditions: ShopCondition[];
}

/** The database and what opens its encrypted columns. */
type Opened = Pick<Reader, 'db' | 'cipher'>;

/** More orders than this are told of in the next digest. */
const mostOrders = 500;
const { email, language } = settings.shape.notifications.unwrap().shape;

/** As the index `shop_order_unmailed` has it, word for word. */
const unmailed = sql`o.state = 'needs_attention' and o.mailed_reason is distinct from coalesce(o.reason ->> 'code', '')`;
const testMode = sql`coalesce(s.settings #>> '{automation,testMode}', 'false') = 'true'`;
const untoldHold = sql`g.mode = case when ${testMode} then 'test' else 'live' end
  and g.state ->> 'hold' is not null and (g.mailed_hold is distinct from g.state ->> 'hold'
    or g.mailed_hold_at <= clock_timestamp() - interval '24 hours')`;

const milliseconds = (ms: number) => sql`${ms} * interval '1 millisecond'`;

/**
 * Takes one shop that has an address and something new to say, and whose time has come by the database's clock. The claim
 * is one statement: of several workers one gets the shop, and nobody gets it again for `claimMs`, whatever becomes of it.
 */
export async function claimDigest({ db, cipher }: Opened, claimMs: number): Promise<Digest | null> {
  const { rows } = await sql<{ shop: ShopDomain; name: string | null; email: string; language: string | null }>`
    with due as (
      select s.shop from shop s
      where s.settings #>> '{notifications,email}' is not null
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
    returning s.shop, s.name, s.settings #>> '{notifications,email}' as email,
      s.settings #>> '{notifications,language}' as language`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { shop, name: shopName } = row;
  const to = z.catch(email, null).parse(row.email);
  const wanted = z.catch(language, 'en').parse(row.language ?? undefined);
  return { shop, shopName, email: to, language: wanted, ...(await readNews({ db, cipher }, shop)) };
}

async function readNews(
  { db, cipher }: Opened,
  shop: ShopDomain,
): Promise<Pick<Digest, 'orders' | 'waiting' | 'hold' | 'conditions'>> {
  const orders = await sql<{ order_id: string; name: string; reason: Reason | null; delivery: DeliveryJson | null }>`
    select o.order_id, o.name, o.reason, (select to_jsonb(d) from delivery d
        where d.shop = o.shop and d.order_id = o.order_id and d.state = 'needs_attention'
        order by d.updated_at desc limit 1) as delivery
    from shop_order o where o.shop = ${shop} and ${unmailed}
    order by o.updated_at desc limit ${mostOrders}`.execute(db);
  const { rows } = await sql<{ waiting: number; hold: 'key' | 'address' | null }>`
    select (select count(*)::int4 from shop_order where shop = ${shop} and state = 'needs_attention') as waiting,
      (select g.state ->> 'hold' from gate g join shop s on s.shop = g.shop where g.shop = ${shop} and ${untoldHold}) as hold`.execute(
    db,
  );
  return {
    orders: orders.rows.map(({ order_id, name, reason, delivery }) => ({
      ...{ orderId: order_id, orderName: name, reason },
      words: delivery && maskedWords(deliveryFromRow(delivery, cipher)),
    })),
    waiting: rows[0]?.waiting ?? 0,
    hold: rows[0]?.hold ?? null,
    conditions: await untoldConditions(db, shop),
  };
}

function maskedWords({ reason, request, orderReference }: DeliveryRecord): string | null {
  if (!reason?.serviceMessage) return null;
  const { dropoff_contact_name: name, dropoff_contact_phone: phone, dropoff_address: address } = request;
  return maskWords(reason.serviceMessage, [name, phone, address, request.dropoff_remarks ?? ''], orderReference);
}

/** Writes down that the merchant was told. The next digest is due `gapMs` from now. */
export async function settleDigest(db: Kysely<Tables>, digest: Digest, gapMs: number): Promise<void> {
  const { shop, orders, hold, conditions } = digest;
  const ids = orders.map(({ orderId }) => orderId);
  const codes = orders.map(({ reason }) => reason?.code ?? '');
  await db.transaction().execute(async (trx) => {
    await sql`update shop set digest_failures = 0, digest_due_at = clock_timestamp() + ${milliseconds(gapMs)}
      where shop = ${shop}`.execute(trx);
    await sql`update shop_order o set mailed_reason = told.code
      from unnest(${ids}::text[], ${codes}::text[]) as told (order_id, code)
      where o.shop = ${shop} and o.order_id = told.order_id and o.state = 'needs_attention'`.execute(trx);
    await sql`update gate g set mailed_hold = ${hold}, mailed_hold_at = clock_timestamp() from shop s
      where g.shop = ${shop} and s.shop = g.shop and g.state ->> 'hold' = ${hold} and ${untoldHold}`.execute(trx);
    await settleConditions(trx, shop, conditions);
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
