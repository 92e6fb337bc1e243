import type { Reason } from '#api-contract/order.ts';

/** When goods opened that were kept back for this reason: at the time that Shopify gave for it, else when it was seen (epoch ms). */
export function openedAtOf(reason: Pick<Reason, 'until'> | null, now: number): number {
  const until = reason?.until ? Date.parse(reason.until) : now;
  return Math.min(until, now);
}
