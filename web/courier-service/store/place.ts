import type { Estimate } from '../geocoder/estimate.ts';
import type { Located } from '../geocoder/locate.ts';
import type { Placement } from '../schemas/placement.ts';
import { type DeliveryRow, resolvedEnd } from './delivery-row.ts';
import { type Database, run } from './statements.ts';

/** What it does is said at the function itself. */
const PLACE = 'select * from courier_place($1::json, $2, $3::timestamptz, $4::timestamptz, $5::timestamptz)';

export interface NewDelivery {
  account: string;
  placement: Placement;
  pickup: Located;
  dropoff: Located;
  estimate: Estimate;
}

export type Placed = { kind: 'placed'; row: DeliveryRow } | { kind: 'duplicate' } | { kind: 'no_room' };

interface ResultRow {
  pos: number;
  /** Null where nothing was written. */
  seq: string | null;
  start_at: Date | null;
  end_at: Date | null;
  /** False where every slot was full; true with no `seq`: the reference is in use. */
  has_slot: boolean;
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
 * Places `deliveries`, all of one area and with different references; each gets the earliest slot that has room for it, or
 * nothing at all happens for it. After an error nothing was placed.
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
    return { kind: row?.has_slot ? 'duplicate' : 'no_room' };
  });
}
