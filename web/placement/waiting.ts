import type { Reason } from '#api-contract/order.ts';
import { cleanText, clip } from './clean-text.ts';
import { placementReason } from './placement-reasons.ts';
import { instant } from './rule.ts';
import type { FulfillmentOrder } from './shop-order.ts';

/**
 * What goods that cannot be collected yet wait for. Holds first, for a person can release them; else the earliest
 * opening, as long as it is still to come.
 *
 * @param now epoch ms
 */
export function whyWaiting(fulfillmentOrders: readonly FulfillmentOrder[], now: number): Reason {
  const held = fulfillmentOrders.filter(({ status }) => status === 'ON_HOLD');
  if (held.length > 0) {
    const words = held.flatMap(({ holds }) => holds.map(cleanText)).filter((text) => text !== '');
    const hold = clip([...new Set(words)].join(', ') || 'no reason given', 200);
    return placementReason('fulfillment_on_hold', { hold });
  }
  const openings = fulfillmentOrders.map(({ fulfillAt }) => instant(fulfillAt)).filter((at) => at !== null);
  const until = openings.toSorted().find((at) => Date.parse(at) > now) ?? null;
  return placementReason('fulfillment_scheduled', {}, { until, retrying: until === null });
}

/** Whether a reason says that goods wait for Shopify to open them. */
export function isWaitingForOpening(reason: Pick<Reason, 'code'> | null): boolean {
  return reason?.code === 'fulfillment_on_hold' || reason?.code === 'fulfillment_scheduled';
}

/** When goods opened that were kept back for this reason: at the time that Shopify gave for it, else when it was seen (epoch ms). */
export function openedAtOf(reason: Pick<Reason, 'until'> | null, now: number): number {
  const until = reason?.until ? Date.parse(reason.until) : now;
  return Math.min(until, now);
}
