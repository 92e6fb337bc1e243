import { DateTime } from 'luxon';
import type { Slot } from '#deliveries/delivery.ts';

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) ?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;
/** 2000 to 2100: outside, a number is no date of a delivery (and seconds cannot be taken for milliseconds). */
const EARLIEST_MS = Date.UTC(2000);
const LATEST_MS = Date.UTC(2100);

/**
 * The slot of two foreign values, or null where the start is not recognised. Understood: ISO 8601 date-times with or
 * without zone (without: `timeZone`), `YYYY-MM-DD HH:mm[:ss]`, epoch seconds or milliseconds as number or digits.
 * An end that is absent, unreadable or not after the start becomes null.
 */
export function parseSlot(start: unknown, end: unknown, timeZone: string): Slot | null {
  const startMs = parseInstant(start, timeZone);
  if (startMs === null) return null;
  const endMs = parseInstant(end, timeZone);
  return {
    start: new Date(startMs).toISOString(),
    end: endMs !== null && endMs > startMs ? new Date(endMs).toISOString() : null,
  };
}

function parseInstant(value: unknown, timeZone: string): number | null {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{9,13}$/.test(text)) return fromEpoch(Number(text));
  const match = DATE_TIME.exec(text);
  if (!match) return null;
  const [, date, time, zone] = match;
  const parsed = DateTime.fromISO(`${date}T${time}${zone?.toUpperCase() ?? ''}`, { zone: timeZone });
  return parsed.isValid ? plausible(parsed.toMillis()) : null;
}

function fromEpoch(value: number): number | null {
  return plausible(Math.round(value * 1000)) ?? plausible(Math.round(value));
}

function plausible(ms: number): number | null {
  return ms >= EARLIEST_MS && ms < LATEST_MS ? ms : null;
}
