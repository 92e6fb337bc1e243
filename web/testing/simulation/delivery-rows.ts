import type { DriftItem } from '#api-contract/drift.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { isOver } from './sim-edits.ts';

/** Whether it tells a person of this. */
export const tells = ({ drift }: Pick<DeliveryRecord, 'drift'>, what: DriftItem['about']): boolean =>
  drift.some(({ about }) => about === what);

/** Whether its driver is on the way, or to come. */
export const comes = ({ state, progress }: DeliveryRecord): boolean =>
  state === 'placed' && (progress === null || progress === 'on_its_way');

/** References of those instead of whom another was sent. */
export const replacedIn = (deliveries: readonly DeliveryRecord[]): Set<string | null> =>
  new Set(deliveries.map(({ replaces }) => replaces));

/** Those whose drivers come for an order that is wanted; a newer one of the same goods counts alone. */
export function toCome(now: ShopOrder, deliveries: readonly DeliveryRecord[]): DeliveryRecord[] {
  const replaced = replacedIn(deliveries);
  return isOver(now) ? [] : deliveries.filter((one) => comes(one) && !replaced.has(one.orderReference));
}

/** References of all whom these were sent instead of, one after the other. */
export function replacedBy(left: readonly DeliveryRecord[], deliveries: readonly DeliveryRecord[]): Set<string> {
  const replaced = new Set<string>();
  for (const one of left) {
    for (let before = one.replaces; before !== null; ) {
      replaced.add(before);
      const reference = before;
      before = deliveries.find(({ orderReference }) => orderReference === reference)?.replaces ?? null;
    }
  }
  return replaced;
}

/** Of those whom it was sent instead of, the one that is left and brings its goods. */
export function driverBefore(
  { replaces }: DeliveryRecord,
  current: readonly DeliveryRecord[],
  deliveries: readonly DeliveryRecord[],
): DeliveryRecord | undefined {
  const before = deliveries.find(({ orderReference }) => orderReference === replaces);
  return before && !current.includes(before) ? driverBefore(before, current, deliveries) : before;
}
