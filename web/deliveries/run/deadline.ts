import type { AutomationSettings } from '#api-contract/settings.ts';
import { cutOffOfDay } from '#placement/cut-off.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { OrderRecord } from '../order.ts';

/**
 * The instant (epoch ms) past which goods are not sent without a person's word: the cut-off of the first day on which
 * they could be sent, in the zone where the driver drives, or their greatest age, whichever is first. Goods that
 * Shopify kept back could be sent since they opened.
 */
export function deadlineOf(
  { sendableFrom, paidAt, processedAt }: Pick<OrderRecord, 'sendableFrom' | 'paidAt' | 'processedAt'>,
  { openedAt }: Pick<DeliveryRecord, 'openedAt'>,
  automation: AutomationSettings,
  timeZone: string,
): number {
  const from = Math.max(sendableFrom ?? paidAt ?? processedAt, openedAt ?? 0);
  const oldest = from + automation.maxAgeHours * 3_600_000;
  return automation.cutOff ? Math.min(oldest, cutOffOfDay(from, automation.cutOff, timeZone)) : oldest;
}
