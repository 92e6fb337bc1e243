import type { Settings } from '#api-contract/settings.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import { orderReference } from '#placement/order-reference.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { MappedGoods } from './map-goods.ts';

/** Goods that no delivery has yet. */
export interface PlannedGoods {
  /** That their delivery would get. */
  reference: OrderReference;
  mapped: MappedDelivery;
  /** They came when a delivery of the order might exist already: a person is asked. */
  isAdded: boolean;
}

/** What there is to send besides the deliveries, under the references that a person reads for it. */
export function plannedGoods(
  order: Pick<ShopOrder, 'number' | 'test'>,
  settings: Pick<Settings, 'reference'>,
  { fresh, added }: Pick<MappedGoods, 'fresh' | 'added'>,
  deliveries: readonly DeliveryRecord[],
): PlannedGoods[] {
  const ready = added.filter(({ part }) => part.waits === null);
  return [...fresh, ...ready].map(({ mapped }, index) => ({
    reference: nextReference(order, settings, deliveries, index),
    mapped,
    isAdded: index >= fresh.length,
  }));
}

/** The reference of the order's next delivery, or of the one so many later: what replaces another takes no number. */
export function nextReference(
  { number, test: testMode }: Pick<ShopOrder, 'number' | 'test'>,
  { reference: { prefix } }: Pick<Settings, 'reference'>,
  deliveries: readonly DeliveryRecord[],
  later: number,
): OrderReference {
  const index = deliveries.filter(({ replaces }) => replaces === null).length + later;
  return orderReference({ prefix, number, testMode, index });
}
