import { fulfilledPieces, keyOf, takeOut } from '#placement/coverage.ts';
import { isReady } from '#placement/goods.ts';
import { type Pieces, piecesOf, quantityOf } from '#placement/parts.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { isDelivered } from '../transitions.ts';

type Goods = Pick<DeliveryRecord, 'locationKey' | 'lines'>;
/** What Shopify is told to fulfil. */
export type StandingLine = Pick<DeliveryRecord['lines'][number], 'fulfillmentOrderId' | 'lineId' | 'quantity'>;

/**
 * Where all goods of a delivery stand by now, at its own location: Shopify splits and merges fulfilment orders. Null
 * where some are gone, not open, or were fulfilled since: others of the same kind were meant for nobody's driver.
 */
export function whereGoodsStand(order: ShopOrder, { locationKey, lines }: Goods): StandingLine[] | null {
  if (isTouched(order, { locationKey, lines })) return null;
  const open = piecesOf(order, order.fulfillmentOrders.filter(isReady));
  const here = open.filter((piece) => piece.locationKey === locationKey);
  const { taken } = takeOut(here, { locationKey, lines });
  if (quantityOf(taken) < quantityOf(lines)) return null;
  const byLine = Map.groupBy(taken, ({ line }) => line.id);
  return [...byLine].flatMap(([lineId, [first, ...more]]) =>
    first ? [{ fulfillmentOrderId: first.fulfillmentOrder.id, lineId, quantity: quantityOf([first, ...more]) }] : [],
  );
}

/** Whether of its goods, or of others of the same kind there, some were fulfilled since it was made. */
export function isTouched(order: ShopOrder, { locationKey, lines }: Goods): boolean {
  const fulfilled = fulfilledPieces(order);
  return lines.some(({ lineItemId, fulfilledBefore }) => fulfilled(keyOf(lineItemId, locationKey)) !== fulfilledBefore);
}

/** Wherever goods of the same kinds stand or stood: a fulfilment whose answer was lost was made of some of them. */
export function linesAlike(order: ShopOrder, { lines }: Goods): StandingLine[] {
  const wanted = new Set(lines.map(({ lineItemId }) => lineItemId));
  return order.fulfillmentOrders.flatMap(({ id, lines: all }) =>
    all
      .filter(({ lineItemId }) => wanted.has(lineItemId))
      .map((line) => ({ fulfillmentOrderId: id, lineId: line.id, quantity: line.totalQuantity })),
  );
}

/** What was delivered though all of it had left the place where it was collected, by Shopify's books, needs no other driver. */
export function notDelivered(
  sent: readonly DeliveryRecord[],
  gone: ReadonlyMap<string, number>,
  pieces: readonly Pieces[],
): readonly Pieces[] {
  const moved = new Map(gone);
  const hasLeft = ({ locationKey, lines }: DeliveryRecord): boolean => {
    // A line whose goods stood in two fulfilment orders is named twice.
    const own = [...Map.groupBy(lines, ({ lineItemId }) => keyOf(lineItemId, locationKey))].map(
      ([key, some]) => [key, quantityOf(some)] as const,
    );
    if (own.some(([key, pieces]) => (moved.get(key) ?? 0) < pieces)) return false;
    // What moved of one delivery moved of no other.
    for (const [key, pieces] of own) moved.set(key, (moved.get(key) ?? 0) - pieces);
    return true;
  };
  const delivered = sent.filter((delivery) => isDelivered(delivery) && hasLeft(delivery));
  return delivered.reduce((left, delivery) => takeOut(left, delivery).left, pieces);
}
