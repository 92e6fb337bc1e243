import { DateTime } from 'luxon';
import type { DriftItem } from '#api-contract/drift.ts';
import type { Settings } from '#api-contract/settings.ts';
import { clip } from '#placement/clean-text.ts';
import { readDay } from '#placement/delivery-day.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import { hoursAt, nextOpening } from '#placement/opening-hours.ts';
import type { OrderWords } from '#placement/order-says.ts';
import { type SlotTextOptions, slotText } from '#placement/slot-text.ts';
import { type DeliveryRecord, type Slot, tellsOf } from '../delivery.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { mayCome } from '../transitions.ts';

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

const dayField = 'delivery_day';

/** Whether it tells of one: what the service says of the driver's day since may answer it. */
export const tellsOfOtherDay = ({ drift }: Pick<DeliveryRecord, 'drift'>): boolean =>
  drift.some(({ field }) => field === dayField);

/**
 * The difference between the day on which a driver comes and another one that the order names since he was sent. What it
 * named before was decided on then, and the service's nearest slot may be a day later. An attribute that the merchant
 * set since says nothing of a change.
 */
function otherDay(
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

/**
 * The day on which a driver comes, where that is later than the one that the order names, or else that checkout promised,
 * and which had not passed when he was sent: nobody else tells the buyer.
 *
 * @param goTo what the order says now, null where that is not known; `zone`: IANA, where the driver drives
 */
export function laterDay(
  { said, service, placedAt, progress }: Pick<DeliveryRecord, 'said' | 'service' | 'placedAt' | 'progress'>,
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

/**
 * The slot in which a driver comes to a location that, by its hours and closed days, opens at no moment of it: whoever
 * comes finds nobody, unless somebody stays. A slot without an end counts until its day is over, and one that is over is
 * no news.
 *
 * @param now epoch ms
 */
export function closedInSlot(
  { service, locationId, progress, drift }: Pick<DeliveryRecord, 'service' | 'locationId' | 'progress' | 'drift'>,
  settings: Settings,
  zones: Omit<SlotTextOptions, 'deliveryId'>,
  now: number,
): DriftItem[] {
  const slot = service?.slot;
  if (!slot || progress !== null) return [];
  const { from, to } = spanOf(slot, zones.timeZone);
  const opening = nextOpening(hoursAt([locationId], settings), from, zones.timeZone);
  const isClosed = opening === null || opening >= to;
  const isNews = to > now || tellsOf({ drift }, 'location_closed');
  if (!isClosed || !isNews) return [];
  const placed = slotText(slot, { ...zones, deliveryId: null });
  return [{ about: 'location_closed', field: 'slot', placed, now: 'closed' }];
}

/** Epoch ms, `[from, to)`; not a number where it cannot be read. */
function spanOf({ start, end }: Slot, zone: string): { from: number; to: number } {
  const begins = DateTime.fromISO(start, { zone });
  const [from, to] = [begins.toMillis(), Date.parse(end ?? '')];
  return { from, to: to > from ? to : begins.endOf('day').toMillis() };
}
