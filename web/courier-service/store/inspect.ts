import type { AccountId } from '../accounts.ts';
import type { State } from '../schemas/record.ts';
import { type DeliveryRow, ROW_COLUMNS } from './delivery-row.ts';
import type { SlotRow } from './slots.ts';
import { type Database, run } from './statements.ts';

/** Every delivery of every client, oldest first (control only). */
export function everyDelivery(database: Database): Promise<DeliveryRow[]> {
  return run(database, `select ${ROW_COLUMNS} from courier_delivery order by seq`, []);
}

export interface SlotBalance extends SlotRow {
  /** Deliveries in the slot that are not cancelled; must equal `taken`. */
  live: number;
}

/** Room taken beside the deliveries that took it. */
export function everySlot(database: Database): Promise<SlotBalance[]> {
  const text = `select s.area, s.start_at, s.end_at, s.capacity, s.taken, count(d.seq)::integer as live
    from courier_slot s left join courier_delivery d
      on d.area = s.area and d.slot_start = s.start_at and d.state <> 'CANCELLED'
    group by s.area, s.start_at order by s.start_at, s.area`;
  return run(database, text, []);
}

const WORK = `select min(slot_start) filter (where state = 'PENDING PICKUP') as next_pickup,
      (count(*) filter (where state <> 'PENDING PICKUP'))::integer as on_the_road
    from courier_delivery where state in ('PENDING PICKUP', 'PENDING DROPOFF', 'FAILED')`;

/** What drivers of all clients have before them: the start of the next slot with a parcel (epoch ms), parcels with them. */
export async function readWork(database: Database): Promise<{ nextPickupMs: number | null; onTheRoad: number }> {
  const [row] = await run<{ next_pickup: Date | null; on_the_road: number }>(database, WORK, []);
  return { nextPickupMs: row?.next_pickup?.getTime() ?? null, onTheRoad: row?.on_the_road ?? 0 };
}

/** Back to an empty service. Ids go on counting, so that none ever names two deliveries. */
export async function eraseEverything(database: Database): Promise<void> {
  const text = 'truncate courier_notification, courier_webhook, courier_delivery, courier_slot';
  await run(database, text, []);
}

const BOARD = `select seq, account, state, area, slot_start, slot_end, distance_m, time_s, order_reference, resolved
    from courier_delivery where slot_start >= $1::timestamptz and slot_start < $2::timestamptz
      and ($4::text is null or account = $4::text)
    order by slot_start, seq desc limit $3::integer`;

export type BoardRow = Pick<
  DeliveryRow,
  'seq' | 'account' | 'state' | 'slot_start' | 'slot_end' | 'distance_m' | 'time_s' | 'resolved'
> & {
  area: string;
  order_reference: string | null;
};

/** What the board shows, of one client or (null) of all: no name, phone or address. */
export function deliveriesBetween(
  database: Database,
  fromMs: number,
  untilMs: number,
  limit: number,
  account: AccountId | null,
): Promise<BoardRow[]> {
  return run<BoardRow>(database, BOARD, [new Date(fromMs), new Date(untilMs), limit, account]);
}

const COUNTS = `select state, slot_start >= $2::timestamptz as is_later, count(*)::integer as deliveries
    from courier_delivery where slot_start >= $1::timestamptz and ($3::text is null or account = $3::text)
    group by 1, 2`;

/** How many deliveries there are by state, with a slot in `[fromMs, untilMs)` or later; of one client or (null) of all. */
export function countDeliveries(
  database: Database,
  fromMs: number,
  untilMs: number,
  account: AccountId | null,
): Promise<{ state: State; is_later: boolean; deliveries: number }[]> {
  return run(database, COUNTS, [new Date(fromMs), new Date(untilMs), account]);
}
