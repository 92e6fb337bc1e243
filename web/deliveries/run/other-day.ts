import { DateTime } from 'luxon';
import type { DriftItem } from '#api-contract/drift.ts';
import { clip } from '#placement/clean-text.ts';
import { readDay } from '#placement/delivery-day.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import type { DeliveryRecord } from '../delivery.ts';

const dayField = 'delivery_day';

/** Whether it tells of one: what the service says of the driver's day since may answer it. */
export const tellsOfOtherDay = ({ drift }: Pick<DeliveryRecord, 'drift'>): boolean =>
  drift.some(({ field }) => field === dayField);

/**
 * The difference between the day on which a driver comes and another one that the order names since he was sent. What it
 * named before was decided on then, and the service's nearest slot may be a day later. An attribute that the merchant
 * set since says nothing of a change.
 */
export function otherDay(
  { said, service }: Pick<DeliveryRecord, 'said' | 'service'>,
  goTo: MappedDelivery | null,
  zone: string,
): DriftItem[] {
  const [then, named] = [said?.delivery_day, goTo?.said.delivery_day ?? ''];
  const isSameAttribute = said?.delivery_day_attribute === goTo?.said.delivery_day_attribute;
  if (then === undefined || named === '' || !isSameAttribute) return [];
  const dayOf = (text: string) => readDay(text, zone)?.toISODate() ?? clip(text, 100);
  const [before, now] = [dayOf(then), dayOf(named)];
  const slot = service?.slot ? DateTime.fromISO(service.slot.start, { zone }).toISODate() : null;
  const placed = slot ?? before;
  return now === before || now === placed ? [] : [{ about: 'request', field: dayField, placed, now }];
}
