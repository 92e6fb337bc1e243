import { localDate, slotsOfDate } from '../scheduler/schedule.ts';
import type { State } from '../schemas/record.ts';
import type { ServiceContext } from '../service-context.ts';
import { deliveryId } from '../store/delivery-row.ts';
import { deliveriesBetween } from '../store/inspect.ts';
import { listSlots } from '../store/slots.ts';
import { inTime } from '../store/statements.ts';

const SHOWN = 200;
const DAY_MS = 86_400_000;

export interface BoardSlot {
  startMs: number;
  endMs: number;
  capacity: number;
  taken: number;
}

export interface BoardDelivery {
  id: string;
  orderReference: string | null;
  state: State;
  startMs: number;
  endMs: number;
  /** Places the geocoder knows or the area: never an address. */
  route: string;
  distanceM: number;
}

export interface BoardData {
  nowMs: number;
  /** The day shown: today, or the next worked one where today is closed. */
  date: string;
  areas: { name: string; slots: BoardSlot[] }[];
  deliveries: BoardDelivery[];
  later: number;
}

/** Reads the board of today, or of the next day with slots. */
export async function readBoard({ database, settings, slots, now }: ServiceContext): Promise<BoardData> {
  const nowMs = now();
  await inTime(slots.offerAhead(nowMs));
  const date = dayShown(nowMs, (isoDate) => slotsOfDate(isoDate, settings).length > 0);
  const fromMs = Date.parse(`${date}T00:00:00+02:00`);
  const slotRows = await inTime(listSlots(database, { fromMs, untilMs: fromMs + DAY_MS, area: null }));
  const rows = await inTime(deliveriesBetween(database, fromMs, fromMs + 60 * DAY_MS, SHOWN));
  const names = new Map(settings.areas.map(({ id, name }) => [id, name]));
  return {
    nowMs,
    date,
    areas: settings.areas.map(({ id, name }) => ({
      name,
      slots: slotRows
        .filter(({ area }) => area === id)
        .map(({ start_at, end_at, capacity, taken }) => ({ startMs: start_at.getTime(), endMs: end_at.getTime(), capacity, taken })),
    })),
    deliveries: rows
      .filter(({ slot_start }) => slot_start.getTime() < fromMs + DAY_MS)
      .map((row) => ({
        id: deliveryId(row.seq),
        orderReference: row.order_reference,
        state: row.state,
        startMs: row.slot_start.getTime(),
        endMs: row.slot_end.getTime(),
        route: routeOf(row.resolved.pickup.place, row.resolved.dropoff.place, names.get(row.area) ?? row.area),
        distanceM: row.distance_m,
      })),
    later: rows.filter(({ slot_start }) => slot_start.getTime() >= fromMs + DAY_MS).length,
  };
}

function dayShown(nowMs: number, isWorked: (isoDate: string) => boolean): string {
  const dates = Array.from({ length: 15 }, (_, days) => localDate(nowMs + days * DAY_MS));
  return dates.find(isWorked) ?? localDate(nowMs);
}

function routeOf(pickup: string | null, dropoff: string | null, area: string): string {
  const short = (place: string | null) => place?.split(',')[0] ?? null;
  const [from, to] = [short(pickup), short(dropoff)];
  return from && to ? `${from} → ${to}` : (to ?? from ?? area);
}
