import { type Kysely, sql } from 'kysely';
import type { Slot } from '#deliveries/delivery.ts';
import type { KeyCheck } from '#deliveries/ports/courier.ts';
import type { ShopAccount, ShopRecord } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';
import { hasUnread } from '../stored-settings.ts';
import { readsRefusedNow } from './comparison.ts';
import { isToSend } from './delivery-filter.ts';
import { isDoubled, isUndelivered } from './undelivered.ts';

export interface ComingSlot {
  orderId: string;
  orderName: string | null;
  orderReference: string;
  slot: Slot;
}

/** Placed live deliveries that have not ended and whose slot is still to come or under way, soonest first. */
export async function readNextSlots(db: Kysely<Tables>, shop: ShopDomain, limit: number): Promise<ComingSlot[]> {
  const rows = await db
    .selectFrom('delivery as d')
    .innerJoin('shop_order as o', (join) => join.onRef('o.shop', '=', 'd.shop').onRef('o.order_id', '=', 'd.order_id'))
    .select(['d.order_id', 'd.order_reference', 'd.slot_start', 'd.slot_end', 'o.name'])
    .where('d.shop', '=', shop)
    .where('d.state', '=', 'placed')
    .where('d.mode', '=', 'live')
    .where(sql<boolean>`coalesce(d.progress, 'on_its_way') = 'on_its_way'`)
    .where('d.slot_start', '>', sql<Date>`now() - interval '12 hours'`)
    .where(sql<boolean>`coalesce(d.slot_end, d.slot_start) >= now()`)
    .orderBy('d.slot_start')
    .limit(limit)
    .execute();
  return rows.flatMap(({ order_id, order_reference, slot_start, slot_end, name }) =>
    slot_start
      ? [
          {
            orderId: order_id,
            orderName: name,
            orderReference: order_reference,
            slot: { start: slot_start.toISOString(), end: slot_end?.toISOString() ?? null },
          },
        ]
      : [],
  );
}

export interface ShopFlags {
  /** Shopify refuses reads of orders: access is missing, or the store is closed. */
  readsRefused: boolean;
  quarantinedWebhooks: number;
  driftAlarms: number;
  /** Deliveries whose goods nobody took in, and of which nobody has decided. */
  undelivered: number;
  /** Deliveries that need a person only because a second driver is booked for their goods. */
  secondDrivers: number;
  /** Customers' requests for their data without an answer, and when the oldest came. */
  dataRequests: { open: number; oldest: Date | null };
  testOrderPlaced: boolean;
  firstPlaced: boolean;
  /** What is known of each stored key; null where the service was never asked and never took anything with it. */
  keys: { live: KeyCheck['kind'] | null; test: KeyCheck['kind'] | null };
  /** Paid orders that wait for a person to send them, because the shop sends by hand. */
  toSend: number;
  /** A newer version saved settings that this one cannot use. */
  settingsUnread: boolean;
  /** What the app may do in the shop; empty where Shopify has not said. */
  scopes: string[];
}

/** What else the home screen shows, in one statement. */
export async function readFlags(
  db: Kysely<Tables>,
  { domain: shop, accounts }: Pick<ShopRecord, 'domain' | 'accounts'>,
): Promise<ShopFlags> {
  const { rows } = await sql<{
    refused: boolean;
    quarantined: string;
    drifted: string;
    undelivered: string;
    doubled: string;
    asked: string;
    oldest: Date | null;
    tested: boolean;
    placed: boolean;
    live: KeyCheck['kind'] | null;
    test: KeyCheck['kind'] | null;
    to_send: string;
    scope: string | null;
    settings: unknown;
  }>`
    select exists (select from shop s where s.shop = ${shop} and ${readsRefusedNow}) as refused,
      (select count(*) from webhook where shop = ${shop} and state = 'quarantined') as quarantined,
      (select count(*) from delivery where shop = ${shop} and drifted and not ${isUndelivered('delivery')}) as drifted,
      (select count(*) from delivery where shop = ${shop} and drifted and ${isUndelivered('delivery')}) as undelivered,
      (select count(*) from delivery d where not d.drifted and ${isDoubled(shop)}) as doubled,
      (select count(*) from data_request where shop = ${shop} and answered_at is null) as asked,
      (select min(requested_at) from data_request where shop = ${shop} and answered_at is null) as oldest,
      exists (select from audit where shop = ${shop} and action = 'test_order')
        or exists (select from delivery where shop = ${shop} and mode = 'test' and placed_at is not null) as tested,
      exists (select from delivery where shop = ${shop} and mode = 'live' and placed_at is not null) as placed,
      ${knownOfKey(shop, accounts.live)} as live, ${knownOfKey(shop, accounts.test)} as test,
      (select s.scope from shop s where s.shop = ${shop}) as scope,
      (select s.settings from shop s where s.shop = ${shop}) as settings,
      (select count(*) from shop_order o where o.shop = ${shop} and not o.has_delivery and ${isToSend('o')}) as to_send`.execute(
    db,
  );
  const row = rows[0];
  return {
    readsRefused: row?.refused ?? false,
    quarantinedWebhooks: Number(row?.quarantined ?? 0),
    driftAlarms: Number(row?.drifted ?? 0),
    undelivered: Number(row?.undelivered ?? 0),
    secondDrivers: Number(row?.doubled ?? 0),
    dataRequests: { open: Number(row?.asked ?? 0), oldest: row?.oldest ?? null },
    testOrderPlaced: row?.tested ?? false,
    firstPlaced: row?.placed ?? false,
    keys: { live: row?.live ?? null, test: row?.test ?? null },
    toSend: Number(row?.to_send ?? 0),
    settingsUnread: hasUnread(row?.settings),
    scopes: (row?.scope ?? '').split(',').filter((scope) => scope !== ''),
  };
}

/** A delivery that the service took is proof enough; else what the last check of this very key found. */
function knownOfKey(shop: ShopDomain, of: ShopAccount | null) {
  if (of === null) return sql`null`;
  const { account } = of;
  const check = sql.raw(`s.${of.mode}_key_check`);
  return sql`(select case
      when ${check} ->> 'account' = ${account} and ${check} ->> 'kind' in ('accepted', 'key') then ${check} ->> 'kind'
      when exists (select from delivery d where d.account = ${account} and d.delivery_id is not null) then 'accepted'
      when ${check} ->> 'account' = ${account} then ${check} ->> 'kind' end
    from shop s where s.shop = ${shop})`;
}
