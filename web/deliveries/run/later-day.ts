import { DateTime } from 'luxon';
import type { DriftItem } from '#api-contract/drift.ts';
import { readDay } from '#placement/delivery-day.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import type { OrderWords } from '#placement/order-says.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { mayCome } from '../transitions.ts';

type Booked = Pick<DeliveryRecord, 'said' | 'service' | 'placedAt' | 'progress'>;

/**
 * The day on which a driver comes, where that is later than the one that the order names, or else that checkout promised,
 * and which had not passed when he was sent: nobody else tells the buyer.
 *
 * @param goTo what the order says now, null where that is not known; `zone`: IANA, where the driver drives
 */
export function laterDay(
  { said, service, placedAt, progress }: Booked,
  goTo: Pick<MappedDelivery, 'said'> | null,
  zone: string,
): DriftItem[] {
  if (!service?.slot || placedAt === null || said === null || !mayCome({ progress })) return [];
  const isSameAttribute = said.delivery_day_attribute === goTo?.said.delivery_day_attribute;
  const promised = promisedDay(isSameAttribute && goTo !== null ? goTo.said : said, zone);
  const comes = DateTime.fromISO(service.slot.start, { zone }).toISODate() ?? '';
  const sent = DateTime.fromMillis(placedAt, { zone }).toISODate() ?? '';
  const isLater = promised !== null && sent <= promised && promised < comes;
  return isLater ? [{ about: 'later_day', field: 'delivery_day', placed: comes, now: promised }] : [];
}

/** `yyyy-mm-dd`; null where nothing names a day. */
function promisedDay({ delivery_day: named = '', promised_by = '' }: OrderWords, zone: string): string | null {
  const day = named === '' ? DateTime.fromISO(promised_by, { zone }) : readDay(named, zone);
  return day?.toISODate() ?? null;
}
