import type { Located } from '../geocoder/locate.ts';
import { localDate, localInstant, slotInWords } from '../scheduler/schedule.ts';
import type { Placement } from '../schemas/placement.ts';
import type { DeliveryRecord, State } from '../schemas/record.ts';
import { trackingLinks } from '../tracking/links.ts';

export type ResolvedEnd = DeliveryRecord['resolved_pickup'];

/** A row of `courier_delivery`, as both engines return it. */
export interface DeliveryRow {
  seq: string;
  account: string;
  state: State;
  slot_start: Date;
  slot_end: Date;
  distance_m: number;
  time_s: number;
  request: Placement;
  resolved: { pickup: ResolvedEnd; dropoff: ResolvedEnd };
  created_at: Date;
  updated_at: Date;
}

export const ROW_COLUMNS =
  'seq, account, state, slot_start, slot_end, distance_m, time_s, request, resolved, created_at, updated_at';

/** `D-100001`. */
export function deliveryId(seq: string): string {
  return `D-${seq}`;
}

/** The row that an id names, or null where it can name none. */
export function seqOfId(id: string): string | null {
  return /^D-([1-9]\d{0,17})$/.exec(id)?.[1] ?? null;
}

export function resolvedEnd({ point, place, area }: Located): ResolvedEnd {
  return { coordinates: `${point.lat}, ${point.lng}`, place, area: area.name };
}

/** The record that clients see; `baseUrl`: where they reach the service, for links. */
export function toRecord(row: DeliveryRow, baseUrl: string): DeliveryRecord {
  return {
    id: deliveryId(row.seq),
    state: row.state,
    service_level: 'SAME_DAY',
    message: messageOf(row),
    scheduled_slot: { start: localInstant(row.slot_start.getTime()), end: localInstant(row.slot_end.getTime()) },
    distance_estimate: row.distance_m,
    time_estimate: row.time_s,
    ...row.request,
    resolved_pickup: row.resolved.pickup,
    resolved_dropoff: row.resolved.dropoff,
    ...trackingLinks({ account: row.account, id: deliveryId(row.seq), state: row.state }, baseUrl),
    created_at: localInstant(row.created_at.getTime()),
    updated_at: localInstant(row.updated_at.getTime()),
  };
}

function messageOf({ state, slot_start, slot_end, created_at }: DeliveryRow): string {
  if (state === 'CANCELLED') {
    return 'Cancelled.';
  }
  const slot = slotInWords({ startMs: slot_start.getTime(), endMs: slot_end.getTime() });
  return localDate(slot_start.getTime()) === localDate(created_at.getTime())
    ? `Scheduled for today, ${slot}.`
    : `Scheduled for a later day: ${slot}.`;
}
