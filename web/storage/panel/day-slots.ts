import { type Kysely, sql } from 'kysely';
import type { Slot } from '#deliveries/delivery.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';
import { isLate } from './late-deliveries.ts';

export interface DaySlot {
  slot: Slot;
  booked: number;
  onItsWay: number;
  delivered: number;
  late: number;
}

/**
 * Live deliveries that are booked for the slots of `[from, to)`, by slot. Late only where the service has lately told of
 * any delivery that it was collected: of one that tells nothing, nobody can know.
 */
export async function readDaySlots(
  db: Kysely<Tables>,
  shop: ShopDomain,
  { from, to }: { from: Date; to: Date },
): Promise<DaySlot[]> {
  const { rows } = await sql<{
    slot_start: Date;
    slot_end: Date | null;
    booked: string;
    on_its_way: string;
    delivered: string;
    late: string;
  }>`
    with booked as (
      select d.slot_start, d.slot_end, d.progress, d.progress_at from delivery d
      where d.shop = ${shop} and d.state = 'placed' and d.mode = 'live'
        and d.slot_start >= ${from}::timestamptz - interval '1 day' and d.slot_start < ${to}::timestamptz
    ), told as (select coalesce(bool_or(progress is not null), false) as tells from booked)
    select slot_start, slot_end, count(*) as booked,
      count(*) filter (where progress = 'on_its_way') as on_its_way,
      count(*) filter (where progress = 'delivered') as delivered,
      count(*) filter (where ${isLate('booked')}) as late
    from booked, told where slot_start >= ${from}::timestamptz
    group by slot_start, slot_end order by slot_start, slot_end nulls last`.execute(db);
  return rows.map((row) => ({
    slot: { start: row.slot_start.toISOString(), end: row.slot_end?.toISOString() ?? null },
    booked: Number(row.booked),
    onItsWay: Number(row.on_its_way),
    delivered: Number(row.delivered),
    late: Number(row.late),
  }));
}
