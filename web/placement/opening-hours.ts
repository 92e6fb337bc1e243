import { DateTime } from 'luxon';
import { type LocationSettings, type Settings, weekdays } from '#api-contract/settings.ts';
import type { FulfillmentOrder } from './shop-order.ts';

export type Hours = Pick<LocationSettings, 'hours' | 'closedDays'>;

/** Minutes of a day, `[from, to)`. */
type Span = readonly [from: number, to: number];

const wholeDay: readonly Span[] = [[0, 24 * 60]];
/** Nobody plans further ahead; past it a location counts as never open. */
const horizonDays = 60;

/** The hours of the locations that goods are collected from; a location without settings is always open. */
export function hoursOf(goods: readonly FulfillmentOrder[], settings: Settings): Hours[] {
  return hoursAt(
    goods.map(({ location }) => location.id),
    settings,
  );
}

/** The same, of locations by their ids. */
export function hoursAt(locationIds: readonly (string | null)[], { locations }: Settings): Hours[] {
  const ids = new Set(locationIds);
  return Object.entries(locations)
    .filter(([id, { hours, closedDays }]) => ids.has(id) && (hours.length > 0 || closedDays.length > 0))
    .map(([, own]) => own);
}

/** Epoch ms, `[from, to)`; `to` null: never closed. */
export interface Opening {
  from: number;
  to: number | null;
}

/**
 * The first instant (epoch ms) from `from` on at which every one of the locations is open; `from` itself where they are.
 *
 * @returns null where there is none within 60 days.
 */
export function nextOpening(all: readonly Hours[], from: number, zone: string): number | null {
  if (all.length === 0) return from;
  const first = DateTime.fromMillis(from, { zone }).startOf('day');
  for (let days = 0; days <= horizonDays; days += 1) {
    const found = openingOnDay(all, days === 0 ? from : first.plus({ days }).toMillis(), zone);
    if (found) return found.from;
  }
  return null;
}

/** The same on the day of `from` alone, with the moment at which the first of them closes again. */
export function openingOnDay(all: readonly Hours[], from: number, zone: string): Opening | null {
  if (all.length === 0) return { from, to: null };
  const day = DateTime.fromMillis(from, { zone }).startOf('day');
  const found = all
    .map((hours) => spansOf(hours, day))
    .reduce(both, wholeDay)
    .map(([start, end]) => [day.plus({ minutes: start }).toMillis(), day.plus({ minutes: end }).toMillis()] as const)
    .find(([, end]) => end > from);
  return found ? { from: Math.max(found[0], from), to: found[1] } : null;
}

function spansOf({ hours, closedDays }: Hours, day: DateTime): readonly Span[] {
  const date = day.toISODate();
  if (closedDays.some((closed) => closed === date)) return [];
  if (hours.length === 0) return wholeDay;
  const name = weekdays[day.weekday - 1];
  return hours.filter((one) => one.day === name).map(({ open, close }): Span => [minutes(open), minutes(close)]);
}

/** What two lists of spans have in common, earliest first. */
function both(one: readonly Span[], other: readonly Span[]): readonly Span[] {
  const common = one.flatMap(([a, b]) => other.map(([c, d]): Span => [Math.max(a, c), Math.min(b, d)]));
  return common.filter(([from, to]) => from < to).toSorted(([a], [b]) => a - b);
}

function minutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
