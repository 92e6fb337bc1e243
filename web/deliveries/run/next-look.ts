import type { DeliveryRecord } from '../delivery.ts';
import { noteHash as digest } from '../order.ts';

const slotMs = 7_200_000;

/** What the schedule hangs on. */
type Looked = Pick<DeliveryRecord, 'orderReference' | 'placedAt' | 'progress' | 'service' | 'steps'>;

/**
 * When the service is next asked for news of a booked delivery: often around its slot, then ever more slowly, not at all
 * once it is delivered, came back a day ago, or its slot (its booking, where that is later) lies a week back. Deliveries of
 * one slot are spread, so that they do not ask all at once.
 *
 * @param lookMs the shortest pause, in milliseconds; every other one is a multiple of it.
 * @returns epoch ms; null where nothing is left to ask.
 */
export function nextLookAt(delivery: Looked, now: number, lookMs: number): number | null {
  const { service, progress } = delivery;
  if (service === null || progress === 'delivered') return null;
  const { start, end } = awaitedIn(delivery, now);
  const since = delivery.steps.at(-1)?.at ?? end;
  // What came back may go out again on another try.
  if (now > end + 3_360 * lookMs || (progress === 'returned' && now > since + 480 * lookMs)) return null;
  // What failed may still be brought back or tried anew: the pauses grow from there.
  const quiet = progress === 'failed' || progress === 'returned' ? since : end + 10 * lookMs;
  const busy = { start: start - 5 * lookMs, quiet };
  const shortest = progress === 'returned' ? 20 * lookMs : 0;
  const pause = Math.max(shortest, pauseMs(now, busy, lookMs));
  return Math.round(now + pause + spreadOf(delivery) * (lookMs / 2));
}

/** Until then a driver may still come of whom the service tells nothing. */
const weekMs = 7 * 86_400_000;

/** Whether a booked delivery is over though the service never told how it ended: its slot, or its booking, lies a week back. */
export function isLongOver(delivery: Looked & Pick<DeliveryRecord, 'state'>, now: number): boolean {
  const { state, progress } = delivery;
  return state === 'placed' && progress === null && now > awaitedIn(delivery, now).end + weekMs;
}

/** When its driver was to come; epoch ms. A slot that was over before the booking is wrong, and he is still to come. */
function awaitedIn({ service, placedAt }: Looked, now: number): { start: number; end: number } {
  const slot = service?.slot;
  const start = slot ? Date.parse(slot.start) : (placedAt ?? now);
  return { start, end: Math.max(slot?.end ? Date.parse(slot.end) : start + slotMs, placedAt ?? 0) };
}

function pauseMs(now: number, busy: { start: number; quiet: number }, lookMs: number): number {
  if (now < busy.start) return Math.min(busy.start - now, 20 * lookMs);
  if (now <= busy.quiet) return lookMs;
  return Math.min(120 * lookMs, lookMs + (now - busy.quiet) / 4);
}

/** In [0, 1), the same for one delivery every time. */
function spreadOf({ orderReference }: Looked): number {
  return Number.parseInt(digest(orderReference).slice(-4), 16) / 0x10000;
}
