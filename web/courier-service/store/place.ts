import type { Estimate } from '../geocoder/estimate.ts';
import type { Located } from '../geocoder/locate.ts';
import type { Placement } from '../schemas/placement.ts';
import { type DeliveryRow, resolvedEnd } from './delivery-row.ts';
import { type Database, run } from './statements.ts';

/** How many slots one statement locks. */
const SLOTS_AT_ONCE = 4;

/**
 * Several placements of one area in one statement, so in one transaction and one round trip. The earliest slots with room
 * are locked, places of them are given out in turn, the deliveries are written and the slots' counts go up (their CHECK
 * stands behind it). A reference that is known takes no turn; one that another process writes at this very moment breaks
 * the unique constraint and undoes the whole statement. So nothing refused uses a reference or room up. Slots are locked
 * in order of time and before any reference: no deadlock.
 *
 * $1 placements (JSON), $2 area, $3 and $4 slot starts `[from, until)`, $5 now.
 */
const PLACE = {
  name: 'courier_place',
  text: `with incoming as (
      select * from json_to_recordset($1::json) as i(pos integer, account text, order_reference text,
        customer_identifier text, distance_m integer, time_s integer, request json, resolved json)
    ), fresh as (
      select i.*, row_number() over (order by i.pos) as turn from incoming i
      where not exists (select from courier_delivery d where d.order_reference = i.order_reference)
    ), room as (
      select c.start_at, c.end_at, c.capacity - c.taken as places from courier_slot c
      where c.area = $2 and c.start_at >= $3::timestamptz and c.start_at < $4::timestamptz and c.open and c.taken < c.capacity
      order by c.start_at limit ${SLOTS_AT_ONCE}
      for update
    ), spread as (
      select start_at, end_at, places, sum(places) over (order by start_at) as upto from room
    ), assigned as (
      select f.*, s.start_at, s.end_at, nextval('courier_delivery_seq') as seq
      from fresh f join spread s on f.turn > s.upto - s.places and f.turn <= s.upto
    ), made as (
      insert into courier_delivery (seq, account, order_reference, customer_identifier, state, area, slot_start, slot_end,
        distance_m, time_s, request, resolved, created_at, updated_at)
      select seq, account, order_reference, customer_identifier, 'PENDING PICKUP', $2, start_at, end_at,
        distance_m, time_s, request, resolved, $5::timestamptz, $5::timestamptz
      from assigned
    ), taken as (
      update courier_slot s set taken = s.taken + t.places
      from (select start_at, count(*)::integer as places from assigned group by start_at) t
      where s.area = $2 and s.start_at = t.start_at
    )
    select i.pos, f.pos is null as is_known, a.seq, a.start_at, a.end_at,
      (select count(*) from room) = ${SLOTS_AT_ONCE} as may_have_more
    from incoming i left join fresh f on f.pos = i.pos left join assigned a on a.pos = i.pos`,
};

export interface NewDelivery {
  account: string;
  placement: Placement;
  pickup: Located;
  dropoff: Located;
  estimate: Estimate;
}

export type Placed =
  | { kind: 'placed'; row: DeliveryRow }
  | { kind: 'duplicate' }
  | { kind: 'no_room' }
  /** The slots that were locked are full now; later ones may have room. */
  | { kind: 'try_again' };

interface ResultRow {
  pos: number;
  is_known: boolean;
  seq: string | null;
  start_at: Date | null;
  end_at: Date | null;
  may_have_more: boolean;
}

/** The columns that a placement decides by itself. */
function columns({ account, placement, pickup, dropoff, estimate }: NewDelivery) {
  return {
    account,
    distance_m: estimate.distanceM,
    time_s: estimate.timeS,
    request: placement,
    resolved: { pickup: resolvedEnd(pickup), dropoff: resolvedEnd(dropoff) },
  };
}

/**
 * Places `deliveries`, all of one area and with different references, in order; each gets the earliest slot that has room
 * for it, or nothing at all happens for it.
 *
 * @throws the database's error, after which nothing was placed. `courier_delivery_reference` is the constraint named
 * where another process used one of the references at the same moment.
 */
export async function placeTogether(
  database: Database,
  areaId: string,
  deliveries: readonly NewDelivery[],
  window: { fromMs: number; untilMs: number },
  nowMs: number,
): Promise<Placed[]> {
  const now = new Date(nowMs);
  const incoming = deliveries.map((delivery, pos) => ({
    pos,
    order_reference: delivery.placement.order_reference,
    customer_identifier: delivery.placement.customer_identifier,
    ...columns(delivery),
  }));
  const values = [JSON.stringify(incoming), areaId, new Date(window.fromMs), new Date(window.untilMs), now];
  const rows = await run<ResultRow>(database, PLACE, values);
  const byPosition = new Map(rows.map((row) => [row.pos, row]));
  return deliveries.map((delivery, pos): Placed => {
    const row = byPosition.get(pos);
    if (row?.seq && row.start_at && row.end_at) {
      const slot = { slot_start: row.start_at, slot_end: row.end_at };
      const made = { seq: row.seq, state: 'PENDING PICKUP' as const, ...slot, created_at: now, updated_at: now };
      return { kind: 'placed', row: { ...columns(delivery), ...made } };
    }
    return { kind: row?.is_known ? 'duplicate' : row?.may_have_more ? 'try_again' : 'no_room' };
  });
}
