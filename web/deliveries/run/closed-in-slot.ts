import { DateTime } from 'luxon';
import type { DriftItem } from '#api-contract/drift.ts';
import type { Settings } from '#api-contract/settings.ts';
import { hoursAt, nextOpening } from '#placement/opening-hours.ts';
import { type SlotTextOptions, slotText } from '#placement/slot-text.ts';
import { type DeliveryRecord, type Slot, tellsOf } from '../delivery.ts';

type Booked = Pick<DeliveryRecord, 'service' | 'locationId' | 'progress' | 'drift'>;
type Zones = Omit<SlotTextOptions, 'deliveryId'>;


/**
 * The slot in which a driver comes to a location that, by its hours and closed days, opens at no moment of it: whoever
 * comes finds nobody, unless somebody stays. A slot without an end counts until its day is over, and one that is over is
 * no news.
 *
 * @param now epoch ms
 */
export function closedInSlot(
  { service, locationId, progress, drift }: Booked,
  settings: Settings,
  zones: Zones,
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
