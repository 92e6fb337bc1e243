import type { Settings } from '#api-contract/settings.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { currentDeliveries, type OrderAggregate } from '../order.ts';
import { type Corrected, hasPoints, withCorrections, withoutMovedPoints } from './corrections.ts';
import { mapGoods } from './map-goods.ts';
import { type PlannedGoods, plannedGoods } from './planned-goods.ts';
import type { SnapshotContext } from './snapshot-context.ts';

type Known = Pick<OrderAggregate, 'order' | 'deliveries' | 'now'>;

/** What a person corrected, as far as it still counts for the order as it is now. */
export function correctedNow(known: Known, snapshot: ShopOrder, settings: Settings): Corrected {
  const { corrections = {}, saidWhenCorrected = {} } = known.order ?? {};
  const stored = { corrections, saidWhenCorrected };
  return hasPoints(stored) ? withoutMovedPoints(stored, uncorrectedGoods(known, snapshot, settings)) : stored;
}

/** The same with what the person of this action corrects. */
export function correctedIn(known: Known, snapshot: ShopOrder, { person, shop }: SnapshotContext): Corrected {
  const stored = correctedNow(known, snapshot, shop.settings);
  if (!person?.corrections) return stored;
  const { deliveries } = known;
  const uncorrected = uncorrectedGoods(known, snapshot, shop.settings);
  const planned = plannedGoods(snapshot, shop.settings, uncorrected, deliveries);
  const locationKey = correctedLocation(deliveries, planned, person.corrects ?? person.orderReference);
  const said = uncorrected.goTo(locationKey)?.said ?? null;
  return withCorrections(stored, person.corrections, { locationKey, said });
}

const uncorrectedGoods = ({ deliveries, now }: Known, snapshot: ShopOrder, settings: Settings) =>
  mapGoods(snapshot, settings, { corrections: {}, deliveries, now });

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
