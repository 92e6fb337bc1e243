import { DateTime } from 'luxon';
import type { AutomationSettings } from '#api-contract/settings.ts';

/**
 * The instant (epoch ms) past which an order is not sent without a person's word: the cut-off of the day it was paid,
 * in the zone where the driver drives, or its greatest age, whichever is first.
 */
export function deadlineOf(paidAt: number, automation: AutomationSettings, timeZone: string): number {
  const oldest = paidAt + automation.maxAgeHours * 3_600_000;
  if (!automation.cutOff) return oldest;
  const [hour = 0, minute = 0] = automation.cutOff.split(':').map(Number);
  const cutOff = DateTime.fromMillis(paidAt, { zone: timeZone }).set({ hour, minute, second: 0, millisecond: 0 });
  return Math.min(oldest, cutOff.toMillis());
}
