import { type RawBuilder, sql } from 'kysely';
import type { Language } from '#api-contract/language.ts';
import type { Reason } from '#api-contract/order.ts';
import { type ChangedWhat, changedWhat } from '#deliveries/changed-what.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { maskWords } from '#placement/mask-words.ts';
import type { Opened } from './encrypted-columns.ts';
import { emailOf, languageOf, mailAddress, mailLanguage } from './mail-address.ts';
import { type DeliveryJson, deliveryFromRow } from './order-rows.ts';
import { changedFromRow, readChangedRows } from './panel/changed-deliveries.ts';
import { type ConditionCode, type ShopCondition, standingConditions, untoldConditions } from './shop-conditions.ts';
import { inTestMode } from './stored-settings.ts';

/** An order that waits for a person. */
interface NamedOrder {
  orderId: string;
  orderName: string;
  /** Without the service's own words. */
  reason: Reason | null;
  /** What the service said, with what it says of the buyer masked; null where it said nothing. */
  words: string | null;
}

/** A delivery that waits for a person after its driver was booked. */
export interface NamedChange {
  orderId: string;
  orderName: string;
  /** Null where no key at hand opens what changed. */
  what: ChangedWhat | null;
}

/** A condition, with the deliveries that it is about where it is about deliveries. */
export interface NamedCondition extends ShopCondition {
  /** Soonest slot first, at most `mostChanges`. */
  changes?: NamedChange[];
}

/** What waits for a person in one shop. */
export interface WhatWaits {
  /** Newest first, at most `mostOrders`. */
  orders: NamedOrder[];
  /** All orders of the shop that wait for a person, named or not. */
  waiting: number;
  /** Why sending has stopped for the whole shop. */
  hold: 'key' | 'address' | null;
  /** What else stands still for the whole shop, or waits for its owner. */
  conditions: NamedCondition[];
}

/** Whom an e-mail is for. */
export interface Recipient {
  shop: ShopDomain;
  /** What Shopify calls it now. */
  address: ShopDomain;
  shopName: string | null;
  /** Where to; null where what is stored is no address. */
  email: string | null;
  language: Language;
}

/** A row of `recipientColumns`. */
export interface RecipientRow {
  shop: ShopDomain;
  address: ShopDomain;
  name: string | null;
  email: string;
  language: string | null;
}

const mostOrders = 500;
/** More are counted, not named: the panel lists them. */
export const mostChanges = 25;
const aboutDeliveries: readonly ConditionCode[] = ['undelivered', 'drift', 'second_driver'];

/** Of shop `s`, as SQL. */
export const recipientColumns = sql`s.shop, coalesce(s.renamed_to, s.shop) as address, s.name,
  ${mailAddress} as email, ${mailLanguage} as language`;

export const recipientOf = ({ shop, address, name, email, language }: RecipientRow): Recipient => ({
  ...{ shop, address, shopName: name, email: emailOf(email), language: languageOf(language) },
});

/** As the index `shop_order_unmailed` has it, word for word. */
export const unmailed = sql`o.state = 'needs_attention' and o.mailed_reason is distinct from coalesce(o.reason ->> 'code', '')`;
const held = sql`g.mode = case when ${inTestMode} then 'test' else 'live' end and g.state ->> 'hold' is not null`;
/** Whether health `g` of shop `s` has a hold that it was not told of within a day, as SQL. */
export const untoldHold = sql`${held} and (g.mailed_hold is distinct from g.state ->> 'hold'
    or g.mailed_hold_at <= clock_timestamp() - interval '24 hours')`;

/** What waits in a shop and was not told by e-mail yet. */
export async function readUntold({ db, cipher }: Opened, shop: ShopDomain): Promise<WhatWaits> {
  return {
    ...(await readWaiting({ db, cipher }, shop, { which: unmailed, hold: untoldHold })),
    conditions: await named({ db, cipher }, shop, await untoldConditions(db, shop)),
  };
}

/** What waits in a shop, told or not. */
export async function readWhatWaits({ db, cipher }: Opened, shop: ShopDomain): Promise<WhatWaits> {
  const which = sql`o.state = 'needs_attention'`;
  return {
    ...(await readWaiting({ db, cipher }, shop, { which, hold: held })),
    conditions: await named({ db, cipher }, shop, await standingConditions(db, shop)),
  };
}

async function readWaiting(
  { db, cipher }: Opened,
  shop: ShopDomain,
  { which, hold }: { which: RawBuilder<unknown>; hold: RawBuilder<unknown> },
): Promise<Omit<WhatWaits, 'conditions'>> {
  const orders = await sql<{ order_id: string; name: string; reason: Reason | null; delivery: DeliveryJson | null }>`
    select o.order_id, o.name, o.reason, (select to_jsonb(d) from delivery d
        where d.shop = o.shop and d.order_id = o.order_id and d.state = 'needs_attention'
        order by d.updated_at desc limit 1) as delivery
    from shop_order o where o.shop = ${shop} and ${which}
    order by o.updated_at desc limit ${mostOrders}`.execute(db);
  const { rows } = await sql<{ waiting: number; hold: 'key' | 'address' | null }>`
    select (select count(*)::int4 from shop_order where shop = ${shop} and state = 'needs_attention') as waiting,
      (select g.state ->> 'hold' from gate g join shop s on s.shop = g.shop where g.shop = ${shop} and ${hold}) as hold`.execute(
    db,
  );
  return {
    orders: orders.rows.map(({ order_id, name, reason, delivery }) => ({
      ...{ orderId: order_id, orderName: name, reason },
      words: delivery && orNull(() => maskedWords(deliveryFromRow(delivery, cipher))),
    })),
    waiting: rows[0]?.waiting ?? 0,
    hold: rows[0]?.hold ?? null,
  };
}

async function named(opened: Opened, shop: ShopDomain, conditions: ShopCondition[]): Promise<NamedCondition[]> {
  const all: NamedCondition[] = [];
  for (const condition of conditions) {
    const { code, ids } = condition;
    if (!aboutDeliveries.includes(code) || !ids) all.push(condition);
    else all.push({ ...condition, changes: await changesOf(opened, shop, ids) });
  }
  return all;
}

async function changesOf({ db, cipher }: Opened, shop: ShopDomain, ids: readonly string[]): Promise<NamedChange[]> {
  const rows = await readChangedRows(db, shop, { names: ids, limit: mostChanges });
  return rows.map((row) => ({
    ...{ orderId: row.delivery.order_id, orderName: row.name ?? row.delivery.order_reference },
    what: orNull(() => changedWhat(changedFromRow(row, cipher))),
  }));
}

/** Null of what no key at hand opens: one such row keeps back no e-mail of its shop, nor of others. */
function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function maskedWords({ reason, request, orderReference }: DeliveryRecord): string | null {
  if (!reason?.serviceMessage) return null;
  const { dropoff_contact_name: name, dropoff_contact_phone: phone, dropoff_address: address } = request;
  return maskWords(reason.serviceMessage, [name, phone, address, request.dropoff_remarks ?? ''], orderReference);
}
