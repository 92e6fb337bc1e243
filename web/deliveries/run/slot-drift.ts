import type { DriftItem } from '#api-contract/drift.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import { type DeliveryRecord, tellsOf } from '../delivery.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { closedInSlot } from './closed-in-slot.ts';
import { laterDay } from './later-day.ts';
import { otherDay, tellsOfOtherDay } from './other-day.ts';

export interface SlotContext {
  shop: Pick<ShopRecord, 'settings' | 'timeZone'>;
  /** IANA zone of the service. */
  timeZone: string;
}

/**
 * What a person is told of the time at which a driver comes. A day that the order names since he was sent says more than
 * that he comes later than on the one before.
 *
 * @param goTo what the order says now; `now`: epoch ms
 */
export function slotDrift(
  delivery: DeliveryRecord,
  goTo: MappedDelivery | null,
  { shop, timeZone }: SlotContext,
  now: number,
): DriftItem[] {
  const other = otherDay(delivery, goTo, timeZone);
  const ofDay = other.length > 0 ? other : laterDay(delivery, goTo, timeZone);
  const zones = { timeZone, shopTimeZone: shop.timeZone };
  return [...ofDay, ...closedInSlot(delivery, shop.settings, zones, now)];
}

/** Whether a slot that the service has just given tells of something, or answers what was told: the order is read for that. */
export function mayTellOfSlot(delivery: DeliveryRecord, context: SlotContext, now: number): boolean {
  const isTold = tellsOfOtherDay(delivery) || tellsOf(delivery, 'location_closed');
  return isTold || slotDrift(delivery, null, context, now).length > 0;
}
