import { type Kysely, sql } from 'kysely';
import type { Slot } from '#deliveries/delivery.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Opened } from './encrypted-columns.ts';
import { addressConfirmed, mailAddress } from './mail-address.ts';
import {
  type Recipient,
  type RecipientRow,
  readWhatWaits,
  recipientColumns,
  recipientOf,
  type WhatWaits,
} from './mail-news.ts';
import { type DaySlot, readDaySlots } from './panel/day-slots.ts';
import { isToSend } from './panel/delivery-filter.ts';
import type { Tables } from './schema.ts';

/** A booked delivery whose slot is over, and of which the service has not said what became of it. */
interface LateDelivery {
  orderId: string;
  orderName: string;
  slot: Slot;
}

/** What one shop is told in the morning; its day is already written down as told. */
export interface MorningSummary extends Recipient, WhatWaits {
  timeZone: string;
  /** The shop's own day, `2026-11-23`. */
  day: string;
  /** What is booked for today, by slot. */
  slots: Pick<DaySlot, 'slot' | 'booked'>[];
  late: LateDelivery[];
  /** Paid orders that wait for a person to send them, because the shop sends by hand. */
  toSend: number;
}

/** A time zone in which it is morning, and the day that it has there, `2026-11-23`. */
export interface Morning {
  timeZone: string;
  day: string;
}

const wanted = sql`s.settings #>> '{notifications,morningSummary}' = 'true'
  and ${mailAddress} is not null
  and s.installed_at is not null and s.uninstalled_at is null and ${addressConfirmed}`;

/** Time zones of the shops that want a summary in the morning, and the time by the database's clock, epoch ms. */
export async function summaryZones(db: Kysely<Tables>): Promise<{ zones: string[]; now: number }> {
  const { rows } = await sql<{ zones: string[]; now: Date }>`
    select array(select distinct s.time_zone from shop s where ${wanted}) as zones, clock_timestamp() as now`.execute(
    db,
  );
  const { zones = [], now = new Date(0) } = rows[0] ?? {};
  return { zones, now: now.getTime() };
}

/**
 * Takes one shop where it is morning and that was not told today, and writes down that it was: in one transaction with
 * what is read, so that of several workers one gets the shop, once a day, and reading that fails leaves it to the next try.
 *
 * @param today the day on which drivers drive, `[from, to)`, and how late it is by now
 */
export function claimSummary(
  { db, cipher }: Opened,
  mornings: readonly Morning[],
  today: { from: Date; to: Date; now: Date },
): Promise<MorningSummary | null> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<RecipientRow & { time_zone: string; day: string }>`
      select ${recipientColumns}, s.time_zone, m.day from shop s
      join unnest(${mornings.map(({ timeZone }) => timeZone)}::text[], ${mornings.map(({ day }) => day)}::text[])
        as m (zone, day) on m.zone = s.time_zone
      where ${wanted} and (s.summary_day is null or s.summary_day < m.day::date)
        and (s.summary_due_at is null or s.summary_due_at <= clock_timestamp())
      order by s.summary_due_at nulls first limit 1 for update of s skip locked`.execute(trx);
    const row = rows[0];
    if (!row) return null;
    const { shop, time_zone: timeZone, day } = row;
    await sql`update shop set summary_day = ${day}::date, summary_due_at = null where shop = ${shop}`.execute(trx);
    return {
      ...{ ...recipientOf(row), timeZone, day },
      ...(await readWhatWaits({ db: trx, cipher }, shop)),
      slots: await readDaySlots(trx, shop, today),
      late: await readLate(trx, shop, today),
      toSend: await countToSend(trx, shop),
    };
  });
}

/** Lets a summary of which nothing went out come again `delayMs` from now. */
export async function postponeSummary(
  db: Kysely<Tables>,
  { shop, day }: Pick<MorningSummary, 'shop' | 'day'>,
  delayMs: number,
): Promise<void> {
  await sql`update shop set summary_day = null,
      summary_due_at = clock_timestamp() + ${delayMs} * interval '1 millisecond'
    where shop = ${shop} and summary_day = ${day}::date`.execute(db);
}

/** Those of the day before that are over, soonest first; none where the service tells of no delivery how far it is. */
async function readLate(
  db: Kysely<Tables>,
  shop: ShopDomain,
  { from: today, now }: { from: Date; now: Date },
): Promise<LateDelivery[]> {
  const { rows } = await sql<{ order_id: string; name: string; slot_start: Date; slot_end: Date | null }>`
    with booked as (
      select d.* from delivery d where d.shop = ${shop} and d.state = 'placed' and d.mode = 'live'
        and d.slot_start >= ${today}::timestamptz - interval '1 day' and d.slot_start < ${today}::timestamptz
    )
    select b.order_id, o.name, b.slot_start, b.slot_end from booked b
    join shop_order o on o.shop = b.shop and o.order_id = b.order_id
    where coalesce(b.progress, 'on_its_way') = 'on_its_way' and coalesce(b.slot_end, b.slot_start) < ${now}::timestamptz
      and exists (select from booked where progress is not null)
    order by b.slot_start, b.order_number`.execute(db);
  return rows.map(({ order_id, name, slot_start, slot_end }) => ({
    ...{ orderId: order_id, orderName: name },
    slot: { start: slot_start.toISOString(), end: slot_end?.toISOString() ?? null },
  }));
}

async function countToSend(db: Kysely<Tables>, shop: ShopDomain): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from shop_order o
    where o.shop = ${shop} and not o.has_delivery and ${isToSend('o')}`.execute(db);
  return rows[0]?.count ?? 0;
}
