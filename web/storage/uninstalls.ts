import { type Kysely, sql, type Transaction } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { withoutCarrierService } from './checkout-rates.ts';
import { addressConfirmed } from './mail-address.ts';
import { type Recipient, type RecipientRow, recipientColumns, recipientOf } from './mail-news.ts';
import { becomesDue, lockOrders } from './order-runs.ts';
import type { Tables } from './schema.ts';
import { tokenRowOf } from './shop-addresses.ts';

/** A delivery whose driver may still come though the app is gone. Nothing of a buyer. */
export interface LeftDelivery {
  orderName: string;
  orderReference: string;
  /** The service's identifier; null where its answer was lost. */
  deliveryId: string | null;
  /** RFC 3339, UTC; null where the service named none. */
  slot: { start: string; end: string | null } | null;
}

/** What a merchant who uninstalled the app is told, under a claim that is already committed. */
export interface UninstallMail extends Omit<Recipient, 'address'> {
  timeZone: string;
  deliveries: LeftDelivery[];
}

const withoutKeys = {
  ...{ live_key_sealed: null, live_last4: null, live_account: null, live_key_check: null },
  ...{ test_key_sealed: null, test_last4: null, test_account: null, test_key_check: null },
};
const slotEnd = sql`coalesce(d.slot_end, d.slot_start)`;
const milliseconds = (ms: number) => sql`${ms} * interval '1 millisecond'`;

/**
 * Shopify no longer lets the app into the shop of these rows. Tokens and API keys go; its orders run no more, so nothing of it is sent or
 * cancelled; what is booked is asked after at once should the shop come back. Repeatable. A shop that has a token by now has come back: it keeps all.
 */
export async function markUninstalled(db: Kysely<Tables>, rows: readonly ShopDomain[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await holdsToken(trx, rows)) return;
    await trx
      .updateTable('shop')
      .set({
        uninstalled_at: sql<Date>`coalesce(uninstalled_at, clock_timestamp())`,
        uninstall_mail_due_at: sql<Date>`case when uninstalled_at is null then clock_timestamp() else uninstall_mail_due_at end`,
        access_token_sealed: null,
        refresh_token_sealed: null,
        token_fence: sql`token_fence + 1`,
        token_lease_until: null,
        ...withoutKeys,
        ...withoutCarrierService,
      })
      .where('shop', 'in', rows)
      .execute();
    await trx.deleteFrom('gate').where('shop', 'in', rows).execute();
    for (const shop of rows) await askAfterBooked(trx, shop);
  });
}

/** Whether the row among these that keeps their tokens has some; no grant stores any before the transaction ends. */
async function holdsToken(trx: Transaction<Tables>, rows: readonly ShopDomain[]): Promise<boolean> {
  const locked = await trx
    .selectFrom('shop')
    .select(['shop', sql<boolean>`access_token_sealed is not null`.as('holds')])
    .where('shop', 'in', rows)
    .orderBy('shop')
    .forUpdate()
    .execute();
  const keepers: string[] = [];
  for (const shop of rows) keepers.push(await tokenRowOf(trx, shop));
  return locked.some(({ shop, holds }) => holds && keepers.includes(shop));
}

/** What went with an uninstall that a restored backup is older than; after a reinstall the merchant enters it again. */
export async function forgetKeys(trx: Transaction<Tables>, shops: readonly string[]): Promise<void> {
  const isOne = sql<boolean>`shop = any(${[...shops]}::text[])`;
  await trx
    .updateTable('shop')
    .set({ ...withoutKeys, ...withoutCarrierService })
    .where(isOne)
    .execute();
  await trx.deleteFrom('gate').where(isOne).execute();
}

/** Makes all that is booked due to be asked after: when its orders run again, or its key is back. */
export async function askAfterBooked(trx: Transaction<Tables>, shop: ShopDomain): Promise<void> {
  const { rows } = await sql<{ order_id: OrderId }>`select distinct order_id from delivery
    where shop = ${shop} and state = 'placed' and look_at is not null`.execute(trx);
  // Before the rows of deliveries, as every change of an order; who knew it before decides anew.
  const ids = rows.map(({ order_id: orderId }) => orderId);
  await lockOrders(trx, shop, ids);
  await sql`with booked as (
      update delivery set look_at = clock_timestamp()
      where shop = ${shop} and order_id = any(${ids}::text[]) and state = 'placed' and look_at is not null returning order_id
    )
    insert into order_run (shop, order_id, next_run_at, rank)
    select distinct ${shop}, order_id, clock_timestamp(), 2 from booked ${becomesDue}`.execute(trx);
}

/**
 * Takes one uninstalled shop that is still to be told; it waits until nothing of the shop is being sent. Of several
 * workers one gets the shop, and nobody gets it again for `claimMs`. After three days nobody is told any more.
 */
export async function claimUninstallMail(db: Kysely<Tables>, claimMs: number): Promise<UninstallMail | null> {
  const { rows } = await sql<RecipientRow & { time_zone: string }>`
    with due as (
      select s.shop from shop s
      where s.uninstall_mail_due_at <= clock_timestamp()
        and s.uninstalled_at > clock_timestamp() - interval '3 days' and ${addressConfirmed}
        and not exists (select from delivery d where d.shop = s.shop and d.lease_until > clock_timestamp())
      order by s.uninstall_mail_due_at
      limit 1 for update of s skip locked
    )
    update shop s set uninstall_mail_due_at = clock_timestamp() + ${milliseconds(claimMs)}
    from due where s.shop = due.shop
    returning ${recipientColumns}, s.time_zone`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return { ...recipientOf(row), timeZone: row.time_zone, deliveries: await leftDeliveries(db, row.shop) };
}

/** Why a driver of what counts as cancelled here may come all the same. */
const mayComeAfterAll = [
  'goes_on_all_the_same',
  'replaced_in_doubt',
  'order_ended_in_doubt',
  'order_cancelled_in_doubt',
];

/**
 * Live ones, booked and not at their end, or sent with an answer that never came, which ended a day ago at most: the soonest
 * that is still to come first, then those without a slot, then those that are over.
 */
async function leftDeliveries(db: Kysely<Tables>, shop: ShopDomain): Promise<LeftDelivery[]> {
  const rows = await db
    .selectFrom('delivery as d')
    .innerJoin('shop_order as o', (on) => on.onRef('o.shop', '=', 'd.shop').onRef('o.order_id', '=', 'd.order_id'))
    .select(['o.name', 'd.order_reference', 'd.delivery_id', 'd.slot_start', 'd.slot_end'])
    .where('d.shop', '=', shop)
    .where('d.mode', '=', 'live')
    .where(sql<boolean>`((d.state = 'placed' and coalesce(d.progress, 'on_its_way') = 'on_its_way')
      or d.state in ('placing', 'confirming') or (d.state in ('held', 'queued', 'needs_attention') and d.uncertain)
      or (d.state = 'needs_attention' and d.ever_unknown)
      or (d.state = 'cancelled' and d.reason ->> 'code' in (${sql.join(mayComeAfterAll)})))`)
    // A slot that was over before the booking is wrong, and the driver is still to come.
    .where(sql<boolean>`coalesce(greatest(${slotEnd}, d.placed_at), d.updated_at) > now() - interval '1 day'`)
    .orderBy(sql`coalesce(${slotEnd} < now(), false)`)
    .orderBy('d.slot_start', (slot) => slot.asc().nullsLast())
    .orderBy('d.order_reference')
    .execute();
  return rows.map(({ name, order_reference, delivery_id, slot_start, slot_end }) => ({
    ...{ orderName: name, orderReference: order_reference, deliveryId: delivery_id },
    slot: slot_start && { start: slot_start.toISOString(), end: slot_end?.toISOString() ?? null },
  }));
}

/** Writes down that the merchant was told, or that there is nothing to tell. */
export async function settleUninstallMail(db: Kysely<Tables>, shop: ShopDomain): Promise<void> {
  await db.updateTable('shop').set({ uninstall_mail_due_at: null }).where('shop', '=', shop).execute();
}

/** Lets one that was not sent come again `delayMs` from now. */
export async function postponeUninstallMail(db: Kysely<Tables>, shop: ShopDomain, delayMs: number): Promise<void> {
  const at = sql<Date>`clock_timestamp() + ${milliseconds(delayMs)}`;
  await db.updateTable('shop').set({ uninstall_mail_due_at: at }).where('shop', '=', shop).execute();
}
