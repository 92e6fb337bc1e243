import type { Reason } from '#api-contract/order.ts';

/** A reason as it is shown at `now` (epoch ms): a time that is over is promised no longer, the order goes on when it can. */
export function heldNow(reason: Reason, now: number): Reason {
  return reason.until === null || Date.parse(reason.until) > now ? reason : { ...reason, until: null, retrying: true };
}
