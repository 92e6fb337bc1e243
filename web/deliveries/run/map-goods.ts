import type { Corrections } from '#api-contract/order.ts';
import type { Settings } from '#api-contract/settings.ts';
import { takeOut } from '#placement/coverage.ts';
import { goodsToDeliver } from '#placement/goods.ts';
import { type MappedDelivery, mapPart } from '#placement/map-order.ts';
import { locationKeys, type Part, partsOf, piecesOf } from '#placement/parts.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { OrderRecord } from '../order.ts';
import { isLoose } from '../transitions.ts';
import { allotGoods } from './allot-goods.ts';

/** An order's goods as requests, by who brings them. */
export interface MappedGoods {
  /** What the delivery brings, as the order is now; undefined where nothing of its goods is left. */
  of(delivery: DeliveryRecord): MappedDelivery | undefined;
  /** What there is or was at a location, for comparing places and people; null where the order has nothing to do with it. */
  at(locationKey: string): MappedDelivery | null;
  /** For deliveries of their own. */
  fresh: MappedDelivery[];
  /** Goods that came when a delivery might exist already. */
  added: { part: Part; mapped: MappedDelivery }[];
}

/** @param now epoch ms */
export function mapGoods(
  order: ShopOrder,
  settings: Settings,
  {
    corrections,
    deliveries,
    now,
  }: Pick<OrderRecord, 'corrections'> & { deliveries: readonly DeliveryRecord[]; now: number },
): MappedGoods {
  const goods = goodsToDeliver(order, settings.automation);
  const { parts, fresh, added } = allotGoods(order, goods, deliveries, now);
  const correctionsAt = (key: string): Corrections => ({ ...corrections['*'], ...corrections[key] });
  const mapped = new Map<string, MappedDelivery>();
  // The same goods are asked for again and again: as a delivery's, as what is at its location, as what came.
  const map = (part: Part): MappedDelivery => {
    const key = contentOf(part);
    const found = mapped.get(key) ?? mapPart(order, settings, part, correctionsAt(part.locationKey));
    mapped.set(key, found);
    return found;
  };
  const pieces = piecesOf(order, [...goods.ready, ...goods.waiting]);
  const keyOf = locationKeys(order);
  /** Goods that left the shelf are with a driver: whom they go to may still change. */
  const handedOverAt = (locationKey: string): MappedDelivery | null => {
    const [first, ...others] = order.fulfillmentOrders.filter(
      ({ status, location }) => status !== 'CANCELLED' && keyOf(location) === locationKey,
    );
    if (!first) return null;
    return map({ key: locationKey, locationKey, waits: null, fulfillmentOrders: [first, ...others] });
  };
  const mapFirst = ([part]: (Part | undefined)[]) => (part ? map(part) : undefined);
  return {
    of: (delivery) =>
      mapFirst(
        isLoose(delivery) ? [parts.get(delivery.orderReference)] : partsOf(takeOut(pieces, delivery).taken, now),
      ),
    at: (locationKey) =>
      mapFirst(
        partsOf(
          pieces.filter((piece) => piece.locationKey === locationKey),
          now,
        ),
      ) ?? handedOverAt(locationKey),
    fresh: fresh.map(map),
    added: added.map((part) => ({ part, mapped: map(part) })),
  };
}

/** Equal for parts of an order that bring the same pieces from the same place at the same time. */
function contentOf({ locationKey, waits, fulfillmentOrders }: Part): string {
  const pieces = fulfillmentOrders.map(({ id, lines }) => [id, lines.map((line) => [line.id, line.remainingQuantity])]);
  return JSON.stringify([locationKey, waits, pieces]);
}
