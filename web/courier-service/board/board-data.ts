import type { AccountId } from '../accounts.ts';
import { localDate, slotsOfDate } from '../scheduler/schedule.ts';
import { STATES, type State } from '../schemas/record.ts';
import type { ServiceContext } from '../service-context.ts';
import { deliveryId } from '../store/delivery-row.ts';
import { countDeliveries, deliveriesBetween } from '../store/inspect.ts';
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
  /** Of the whole day, also where not all are shown. */
  counts: Record<State, number>;
  /** The first of them, at most 200. */
  deliveries: BoardDelivery[];
  /** Not cancelled, with a slot on a later day. */
  later: number;
}

/** Reads the board of today, or of the next day with slots: the deliveries of one client or (null) of all. */
export async function readBoard(
  { database, settings, slots, now }: ServiceContext,
  account: AccountId | null,
): Promise<BoardData> {
  const nowMs = now();
  await inTime(slots.offerAhead(nowMs));
  const date = dayShown(nowMs, (isoDate) => slotsOfDate(isoDate, settings).length > 0);
  const fromMs = Date.parse(`${date}T00:00:00+02:00`);
  const slotRows = await inTime(listSlots(database, { fromMs, untilMs: fromMs + DAY_MS, area: null }));
  const rows = await inTime(deliveriesBetween(database, fromMs, fromMs + DAY_MS, SHOWN, account));
  const counted = await inTime(countDeliveries(database, fromMs, fromMs + DAY_MS, account));
  const countOf = (state: State) => counted.find((count) => !count.is_later && count.state === state)?.deliveries ?? 0;
  const names = new Map(settings.areas.map(({ id, name }) => [id, name]));
  return {
    nowMs,
    date,
    areas: settings.areas.map(({ id, name }) => ({
      name,
      slots: slotRows
        .filter(({ area }) => area === id)
        .map(({ start_at, end_at, capacity, taken }) => ({
          startMs: start_at.getTime(),
          endMs: end_at.getTime(),
          capacity,
          taken,
        })),
    })),
    counts: Object.fromEntries(STATES.map((state) => [state, countOf(state)])) as Record<State, number>,
    deliveries: rows.map((row) => ({
      id: deliveryId(row.seq),
      orderReference: row.order_reference,
      state: row.state,
      startMs: row.slot_start.getTime(),
      endMs: row.slot_end.getTime(),
      route: routeOf(row.resolved.pickup.place, row.resolved.dropoff.place, names.get(row.area) ?? row.area),
      distanceM: row.distance_m,
    })),
    later: counted
      .filter(({ is_later, state }) => is_later && state !== 'CANCELLED')
      .reduce((sum, { deliveries }) => sum + deliveries, 0),
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
