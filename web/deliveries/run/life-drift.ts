import type { DriftItem } from '#api-contract/order.ts';
import { stillClosed } from '../alarm.ts';
import type { DeliveryRecord } from '../delivery.ts';

/** Names the difference between a hand-over and what became of it. */
const lifeField = 'delivery';
/** Begins the name of a difference that another delivery ends; the first one's end changes nothing about it. */
const withoutDriver = 'goods: ';

/**
 * What its end makes of a delivery's differences: goods that nobody took in are a task until a person has decided, and
 * of what was delivered only goods that never had a driver are still of interest. `isReplaced`: a newer delivery brings
 * the goods.
 */
export function lifeDrift(delivery: DeliveryRecord, isReplaced: boolean): Pick<DeliveryRecord, 'drift' | 'closed'> {
  const drift = withLife(delivery, delivery.drift, isReplaced);
  return { drift, closed: stillClosed({ drift, closed: delivery.closed }) };
}

/** As above, for differences that were just found. */
export function withLife(
  { state, progress }: Pick<DeliveryRecord, 'state' | 'progress'>,
  found: readonly DriftItem[],
  isReplaced: boolean,
): DriftItem[] {
  const others = found.filter(({ field }) => field !== lifeField);
  if (state !== 'placed') return others;
  if (progress === 'delivered') return others.filter(({ field }) => field.startsWith(withoutDriver));
  if (isReplaced || (progress !== 'failed' && progress !== 'returned')) return others;
  return [{ field: lifeField, placed: 'to be delivered', now: progress }, ...others];
}
