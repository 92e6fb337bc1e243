import { DateTime, FixedOffsetZone } from 'luxon';
import type { CourierSettings } from '../config.ts';
import { isPublicHoliday } from './public-holidays.ts';

/**
 * Days and hours are those of the drivers, Africa/Johannesburg, whatever the process' own zone is. South Africa has kept
 * UTC+2 without daylight saving since 1944, and a fixed offset is many times as fast as a look-up in the zone database; a
 * test holds the two against each other.
 */
export const TIME_ZONE = FixedOffsetZone.instance(120);

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** One execution slot, `[start, end)`, epoch milliseconds. */
export interface SlotTimes {
  startMs: number;
  endMs: number;
}

/** `2026-11-21` in the drivers' zone. */
export function localDate(epochMs: number): string {
  return DateTime.fromMillis(epochMs, { zone: TIME_ZONE }).toISODate() ?? '';
}

/** `2026-11-21T14:00:00+02:00`. */
export function localInstant(epochMs: number): string {
  return DateTime.fromMillis(epochMs, { zone: TIME_ZONE }).toISO({ suppressMilliseconds: true }) ?? '';
}

/** `Monday 23 November 2026, 07:00 to 09:00`. */
export function slotInWords({ startMs, endMs }: SlotTimes): string {
  const start = DateTime.fromMillis(startMs, { zone: TIME_ZONE, locale: 'en' });
  const end = DateTime.fromMillis(endMs, { zone: TIME_ZONE, locale: 'en' });
  return `${start.toFormat('cccc d LLLL yyyy, HH:mm')} to ${end.toFormat('HH:mm')}`;
}

/** Every slot of one local date, in order; none on a closed day. A rest too short for a whole slot is not offered. */
export function slotsOfDate(isoDate: string, settings: CourierSettings): SlotTimes[] {
  const midnight = DateTime.fromISO(isoDate, { zone: TIME_ZONE });
  const day = DAYS[midnight.weekday - 1];
  const hours = day && isWorked(isoDate, settings) ? settings.hours[day] : null;
  const slots: SlotTimes[] = [];
  for (
    let minute = hours?.open ?? 0;
    hours && minute + settings.slotMinutes <= hours.close;
    minute += settings.slotMinutes
  ) {
    const startMs = midnight.toMillis() + minute * 60_000;
    slots.push({ startMs, endMs: startMs + settings.slotMinutes * 60_000 });
  }
  return slots;
}

function isWorked(isoDate: string, { closedDates, openDates, publicHolidays }: CourierSettings): boolean {
  if (closedDates.includes(isoDate)) {
    return false;
  }
  return openDates.includes(isoDate) || !publicHolidays || !isPublicHoliday(isoDate);
}

/** Every slot from today to the last day open for placing, past ones of today included. */
export function slotsAhead(nowMs: number, settings: CourierSettings): SlotTimes[] {
  const today = DateTime.fromMillis(nowMs, { zone: TIME_ZONE });
  return Array.from({ length: settings.daysAhead + 1 }, (_, days) => today.plus({ days }).toISODate() ?? '').flatMap(
    (isoDate) => slotsOfDate(isoDate, settings),
  );
}

/** Which starts may be taken now: `[fromMs, untilMs)`. */
export function openWindow(nowMs: number, settings: CourierSettings): { fromMs: number; untilMs: number } {
  const today = DateTime.fromMillis(nowMs, { zone: TIME_ZONE }).startOf('day');
  return {
    fromMs: nowMs + settings.leadMinutes * 60_000,
    untilMs: today.plus({ days: settings.daysAhead + 1 }).toMillis(),
  };
}
