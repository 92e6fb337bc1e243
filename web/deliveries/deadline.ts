import type { AutomationSettings } from '#api-contract/settings.ts';
import { cutOffOfDay } from '#placement/cut-off.ts';
import type { OrderRecord } from './delivery.ts';

/**
 * The instant (epoch ms) past which an order is not sent without a person's word: the cut-off of the first day on which
 * it could be sent, in the zone where the driver drives, or its greatest age, whichever is first.
 */
export function deadlineOf(
  { sendableFrom, paidAt, processedAt }: Pick<OrderRecord, 'sendableFrom' | 'paidAt' | 'processedAt'>,
  automation: AutomationSettings,
  timeZone: string,
): number {
  const from = sendableFrom ?? paidAt ?? processedAt;
  const oldest = from + automation.maxAgeHours * 3_600_000;
  return automation.cutOff ? Math.min(oldest, cutOffOfDay(from, automation.cutOff, timeZone)) : oldest;
}
