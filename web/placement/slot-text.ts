import { DateTime } from 'luxon';
import { cleanText } from './clean-text.ts';

export interface SlotTextOptions {
  /** IANA zone in which the slot is written: where the driver drives. */
  timeZone: string;
  /** The shop's own zone; where it differs, the slot's zone is named. */
  shopTimeZone: string;
  deliveryId: string | null;
}

const day = 'ccc d LLL yyyy';
const time = 'HH:mm';

/**
 * A slot (RFC 3339 instants) for people: `Sat 21 Nov 2026, 14:00–16:00 (D-8831)`. Without an end `…, 14:00`; over
 * midnight both days are shown; without a slot `booked, time not given`.
 */
export function slotText(slot: { start: string; end: string | null } | null, options: SlotTextOptions): string {
  const deliveryId = cleanText(options.deliveryId);
  const id = deliveryId === '' ? '' : ` (${deliveryId})`;
  const start = local(slot?.start ?? '', options.timeZone);
  if (!start.isValid) return `booked, time not given${id}`;
  const zone = options.timeZone === options.shopTimeZone ? '' : ` ${options.timeZone}`;
  return `${start.toFormat(`${day}, ${time}`)}${endText(start, local(slot?.end ?? '', options.timeZone))}${zone}${id}`;
}

/** What stands in the place of a cancelled delivery's slot: `cancelled (D-8831)`. */
export function cancelledText(deliveryId: string | null): string {
  const id = cleanText(deliveryId);
  return id === '' ? 'cancelled' : `cancelled (${id})`;
}

function endText(start: DateTime, end: DateTime): string {
  if (!end.isValid || end <= start) return '';
  const isSameDay = end.ordinal === start.ordinal && end.year === start.year;
  return isSameDay ? `–${end.toFormat(time)}` : ` – ${end.toFormat(`${day}, ${time}`)}`;
}

function local(instant: string, zone: string): DateTime {
  return DateTime.fromISO(instant, { zone, locale: 'en-US' });
}
