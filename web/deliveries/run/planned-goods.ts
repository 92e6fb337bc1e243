import type { Settings } from '#api-contract/settings.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import { orderReference } from '#placement/order-reference.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { currentDeliveries } from '../order.ts';
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
  { number, test: testMode }: Pick<ShopOrder, 'number' | 'test'>,
  { reference: { prefix } }: Pick<Settings, 'reference'>,
  { fresh, added }: Pick<MappedGoods, 'fresh' | 'added'>,
  deliveries: readonly DeliveryRecord[],
): PlannedGoods[] {
  const first = deliveries.filter(({ replaces }) => replaces === null).length;
  const ready = added.filter(({ part }) => part.waits === null);
  return [...fresh, ...ready].map(({ mapped }, index) => ({
    reference: orderReference({ prefix, number, testMode, index: first + index }),
    mapped,
    isAdded: index >= fresh.length,
  }));
}

/**
 * The location that corrections are made on: that of the delivery or the goods that `reference` names, else the only
 * one there is; `*` where there are several.
 */
export function correctedLocation(
  deliveries: readonly DeliveryRecord[],
  planned: readonly PlannedGoods[],
  reference: string | null,
): string {
  const named = deliveries.find(({ orderReference: own }) => own === reference)?.locationKey;
  const goods = planned.find((one) => one.reference === reference)?.mapped.locationKey;
  const [only = '*', ...others] = new Set([
    ...currentDeliveries(deliveries).map(({ locationKey }) => locationKey),
    ...planned.map(({ mapped }) => mapped.locationKey),
  ]);
  return named ?? goods ?? (others.length === 0 ? only : '*');
}
