import type { Estimate } from '../geocoder/estimate.ts';
import type { Located } from '../geocoder/locate.ts';
import type { Placement } from '../schemas/placement.ts';
import { type DeliveryRow, resolvedEnd } from './delivery-row.ts';
import { type Database, run, violates } from './statements.ts';

/**
 * One statement, so one transaction and one round trip: the earliest slot with room is locked, one place of it is
 * taken (the CHECK stands behind it), the delivery is written. A reference in use breaks the unique constraint and so
 * undoes all of it; no room means no row, so that nothing is used up either way. Everybody locks a slot before a
 * reference and slots in order of time: no deadlock.
 */
const PLACE = {
  name: 'courier_place',
  text: `with room as (
      update courier_slot s set taken = s.taken + 1
      where (s.area, s.start_at) = (
        select c.area, c.start_at from courier_slot c
        where c.area = $1 and c.start_at >= $2::timestamptz and c.start_at < $3::timestamptz and c.open and c.taken < c.capacity
        order by c.start_at limit 1
        for update
      )
      returning s.start_at, s.end_at
    )
    insert into courier_delivery (account, order_reference, customer_identifier, state, area, slot_start, slot_end,
      distance_m, time_s, request, resolved, created_at, updated_at)
    select $4, $5, $6, 'PENDING PICKUP', $1, room.start_at, room.end_at,
      $7::integer, $8::integer, $9::json, $10::json, $11::timestamptz, $11::timestamptz
    from room
    returning seq, slot_start, slot_end`,
};

export interface NewDelivery {
  account: string;
  placement: Placement;
  pickup: Located;
  dropoff: Located;
  estimate: Estimate;
  /** Which slot starts may be taken: `[fromMs, untilMs)`. */
  window: { fromMs: number; untilMs: number };
  nowMs: number;
}

export type Placed = { kind: 'placed'; row: DeliveryRow } | { kind: 'duplicate' } | { kind: 'no_room' };

/** Takes the earliest slot with room and writes the delivery, or does nothing at all. */
export async function placeDelivery(database: Database, delivery: NewDelivery): Promise<Placed> {
  const { placement, estimate } = delivery;
  const resolved = { pickup: resolvedEnd(delivery.pickup), dropoff: resolvedEnd(delivery.dropoff) };
  const now = new Date(delivery.nowMs);
  const values = [
    delivery.pickup.area.id,
    new Date(delivery.window.fromMs),
    new Date(delivery.window.untilMs),
    delivery.account,
    placement.order_reference,
    placement.customer_identifier,
    estimate.distanceM,
    estimate.timeS,
    JSON.stringify(placement),
    JSON.stringify(resolved),
    now,
  ];
  try {
    const [made] = await run<Pick<DeliveryRow, 'seq' | 'slot_start' | 'slot_end'>>(database, PLACE, values);
    if (!made) {
      return { kind: 'no_room' };
    }
    const row: DeliveryRow = {
      ...made,
      account: delivery.account,
      state: 'PENDING PICKUP',
      distance_m: estimate.distanceM,
      time_s: estimate.timeS,
      request: placement,
      resolved,
      created_at: now,
      updated_at: now,
    };
    return { kind: 'placed', row };
  } catch (error) {
    if (violates(error, 'courier_delivery_reference')) {
      return { kind: 'duplicate' };
    }
    throw error;
  }
}
