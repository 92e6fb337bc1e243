import type { LocationSettings } from '#api-contract/settings.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { liveDeliveries, type OrderAggregate } from '../order.ts';
import type { ShopRecord } from '../ports/stores.ts';

/**
 * The shop as the rest of an order is judged by it: a location that has only a booked driver to expect is of no matter
 * for what else of the order waits.
 */
export function withHoursThatCount(shop: ShopRecord, deliveries: readonly DeliveryRecord[]): ShopRecord {
  const live = liveDeliveries(deliveries);
  const waiting = new Set(live.filter(({ placedAt }) => placedAt === null).map(({ locationId }) => locationId));
  const done = live.filter(({ placedAt, locationId }) => placedAt !== null && !waiting.has(locationId));
  if (waiting.size === 0 || done.length === 0) return shop;
  const isDone = (id: string) => done.some(({ locationId }) => locationId === id);
  const locations = Object.entries(shop.settings.locations).map(([id, own]): [string, LocationSettings] => [
    id,
    isDone(id) ? { ...own, hours: [], closedDays: [] } : own,
  ]);
  return { ...shop, settings: { ...shop.settings, locations: Object.fromEntries(locations) } };
}

/** Since when (epoch ms) an order could go of which a driver is booked: the rest of it could not go earlier. 0: none is. */
export function couldGoSince({ order, deliveries }: Pick<OrderAggregate, 'order' | 'deliveries'>): number {
  const isBooked = liveDeliveries(deliveries).some(({ placedAt }) => placedAt !== null);
  return isBooked ? (order?.sendableFrom ?? 0) : 0;
}
