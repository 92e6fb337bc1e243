import type { Reason } from '#api-contract/order.ts';
import { isWaitingForOpening } from '#placement/waiting.ts';
import type { DeliveryRecord } from '../delivery.ts';

/** When goods opened that were kept back for this reason: at the time that Shopify gave for it, else when it was seen (epoch ms). */
export function openedAtOf(reason: Pick<Reason, 'until'> | null, now: number): number {
  const until = reason?.until ? Date.parse(reason.until) : now;
  return Math.min(until, now);
}

/** Whether it waits for Shopify to open its goods: webhooks and the given time tell of that, no other turn need ask. */
export function waitsForOpening({ state, reason }: Pick<DeliveryRecord, 'state' | 'reason'>): boolean {
  return state === 'held' && isWaitingForOpening(reason);
}
