import type { AccountId } from '../accounts.ts';
import { parseCoordinates } from '../geocoder/coordinates.ts';
import { nearestSuburb } from '../geocoder/geocode.ts';
import { localDate, openWindow, slotsOfDate } from '../scheduler/schedule.ts';
import { STATES, type State } from '../schemas/record.ts';
import type { ServiceContext } from '../service-context.ts';
import { deliveryId, type ResolvedEnd, seqOfId } from '../store/delivery-row.ts';
import { findBySeq } from '../store/find.ts';
import { type BoardRow, countDeliveries, deliveriesBetween } from '../store/inspect.ts';
import { listSlots } from '../store/slots.ts';
import { inTime } from '../store/statements.ts';
import { trackingLinks } from '../tracking/links.ts';

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
  /** Where its buyer follows it. */
  trackingUrl: string;
  /** The one that was asked for. */
  isAsked: boolean;
}

export interface BoardData {
  /** By the service's clock, and by the machine's. */
  nowMs: number;
  wallNowMs: number;
  /** How drivers are simulated; null where nobody may steer that. */
  driving: ReturnType<ServiceContext['driving']> | null;
  /** Address of a delivery's order, with `{id}`. */
  orderUrl: string | null;
  /** The day shown: that of the delivery asked for, else today, or the next worked one where today is closed or over. */
  date: string;
  /** null: neither today nor the next working day. */
  whichDay: 'Today' | 'Next working day' | null;
  areas: { name: string; slots: BoardSlot[] }[];
  /** Of the whole day, also where not all are shown. */
  counts: Record<State, number>;
  /** The first of them, at most 200. */
  deliveries: BoardDelivery[];
  /** Not cancelled, with a slot on a later day. */
  later: number;
}

/**
 * Reads the board of the day of one delivery, or of today, or of the next day with slots: the deliveries of one client or
 * (null) of all.
 */
export async function readBoard(
  context: ServiceContext,
  account: AccountId | null,
  delivery: string | null,
): Promise<BoardData> {
  const { database, settings, slots } = context;
  const nowMs = context.now();
  await inTime(slots.offerAhead(nowMs));
  const asked = await dateOf(context, account, delivery);
  const date = asked ?? (await dayShown(context, account, nowMs));
  const notToday = asked === null ? 'Next working day' : null;
  const fromMs = midnightOf(date);
  const slotRows = await inTime(listSlots(database, { fromMs, untilMs: fromMs + DAY_MS, area: null }));
  const rows = await inTime(deliveriesBetween(database, fromMs, fromMs + DAY_MS, SHOWN, account));
  const counted = await inTime(countDeliveries(database, fromMs, fromMs + DAY_MS, account));
  const countOf = (state: State) => counted.find((count) => !count.is_later && count.state === state)?.deliveries ?? 0;
  const names = new Map(settings.areas.map(({ id, name }) => [id, name]));
  return {
    nowMs,
    wallNowMs: context.wallNow(),
    driving: context.control ? context.driving() : null,
    orderUrl: settings.orderUrl ?? null,
    date,
    whichDay: date === localDate(nowMs) ? 'Today' : notToday,
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
      route: routeOf(row.resolved, names.get(row.area) ?? row.area),
      distanceM: row.distance_m,
      trackingUrl: trackingLinks({ ...row, id: deliveryId(row.seq) }, context.baseUrl()).tracking_url,
      isAsked: deliveryId(row.seq) === delivery,
    })),
    later: counted
      .filter(({ is_later, state }) => is_later && state !== 'CANCELLED')
      .reduce((sum, { deliveries }) => sum + deliveries, 0),
  };
}

async function dateOf(
  { database }: ServiceContext,
  account: AccountId | null,
  id: string | null,
): Promise<string | null> {
  const seq = seqOfId(id ?? '');
  const row = seq === null ? null : await inTime(findBySeq(database, seq));
  return row && (account === null || row.account === account) ? localDate(row.slot_start.getTime()) : null;
}

/** Today, while it can be booked or something of it is to be driven, and as long as nothing is booked for later. */
async function dayShown(
  { database, settings }: ServiceContext,
  account: AccountId | null,
  nowMs: number,
): Promise<string> {
  const today = localDate(nowMs);
  const fromMs = midnightOf(today);
  const lastStart = slotsOfDate(today, settings).at(-1)?.startMs ?? 0;
  const all = await inTime(countDeliveries(database, fromMs, fromMs + DAY_MS, account));
  const counted = all.filter(({ state }) => state !== 'CANCELLED');
  const todays = counted.filter(({ is_later }) => !is_later).map(({ state }) => state);
  const isOpen = lastStart >= openWindow(nowMs, settings).fromMs || todays.some((state) => state.startsWith('PENDING'));
  if (isOpen || (todays.length > 0 && counted.length === todays.length)) {
    return today;
  }
  const later = Array.from({ length: 14 }, (_, days) => localDate(nowMs + (days + 1) * DAY_MS));
  return later.find((date) => slotsOfDate(date, settings).length > 0) ?? today;
}

const midnightOf = (isoDate: string) => Date.parse(`${isoDate}T00:00:00+02:00`);

function routeOf({ pickup, dropoff }: BoardRow['resolved'], area: string): string {
  const [from, to] = [placeOf(pickup), placeOf(dropoff)];
  return from && to ? `${from} → ${to}` : (to ?? from ?? area);
}

function placeOf({ place, coordinates }: ResolvedEnd): string | null {
  const point = parseCoordinates(coordinates);
  return place?.split(',')[0] ?? (point && nearestSuburb(point)?.name) ?? null;
}
