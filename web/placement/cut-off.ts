import { DateTime } from 'luxon';
import type { AutomationSettings } from '#api-contract/settings.ts';

/** The cut-off (epoch ms) on the day of `from`: what was held overnight does not start a driver on its own next morning. */
export function cutOffOfDay(from: number, cutOff: string, zone: string): number {
  const [hour, minute] = cutOff.split(':').map(Number);
  return DateTime.fromMillis(from, { zone })
    .set({ hour: Number(hour), minute: Number(minute), second: 0, millisecond: 0 })
    .toMillis();
}

/** Whether `now` is on a later day than `from` (epoch ms). */
export function isLaterDay(from: number, now: number, zone: string): boolean {
  return DateTime.fromMillis(now, { zone }).startOf('day').toMillis() > from;
}

/** Since when an order's goods could be sent (epoch ms); `openedAt` where Shopify kept them back. */
export interface SendableSince {
  sendableFrom: number | null;
  paidAt: number | null;
  processedAt: number;
  openedAt: number | null;
}

/**
 * The instant (epoch ms) past which goods are not sent without a person's word: the cut-off of the first day on which
 * they could be sent, in the zone where the driver drives, or their greatest age, whichever is first.
 */
export function deadlineOf(
  { sendableFrom, paidAt, processedAt, openedAt }: SendableSince,
  { cutOff, maxAgeHours }: Pick<AutomationSettings, 'cutOff' | 'maxAgeHours'>,
  zone: string,
): number {
  const from = Math.max(sendableFrom ?? paidAt ?? processedAt, openedAt ?? 0);
  const oldest = from + maxAgeHours * 3_600_000;
  return cutOff ? Math.min(oldest, cutOffOfDay(from, cutOff, zone)) : oldest;
}

/** How long a person's word counts that was given at `now` (epoch ms): a day as late as the shop's own orders, whatever the hour. */
export const wordCountsUntil = (now: number, { maxAgeHours }: Pick<AutomationSettings, 'maxAgeHours'>): number =>
  now + maxAgeHours * 3_600_000;

/**
 * The instant (epoch ms) that goods must have been sendable from or after for `deadlineOf` to be still to come at `now`:
 * a later start never has an earlier deadline.
 */
export function tooLateBefore(
  { cutOff, maxAgeHours }: Pick<AutomationSettings, 'cutOff' | 'maxAgeHours'>,
  zone: string,
  now: number,
): number {
  const oldest = now - maxAgeHours * 3_600_000;
  if (!cutOff) return oldest;
  const today = DateTime.fromMillis(now, { zone }).startOf('day');
  const first = now > cutOffOfDay(now, cutOff, zone) ? today.plus({ days: 1 }) : today;
  return Math.max(oldest, first.toMillis());
}
