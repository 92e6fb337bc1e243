import { cleanText } from './clean-text.ts';
import { byId, isReady, linesToShip } from './goods.ts';
import {
  type AssignedLocation,
  type FulfillmentOrder,
  type FulfillmentOrderLine,
  type ShopOrder,
  shownUntil,
} from './shop-order.ts';
import { type Waiting, whyWaiting } from './waiting.ts';

/** Pieces of one line of a fulfilment order. */
export interface Pieces {
  fulfillmentOrder: FulfillmentOrder;
  line: FulfillmentOrderLine;
  locationKey: string;
  quantity: number;
  /** Until when Shopify shows their order, epoch ms. */
  shownUntil: number;
}

/** Goods that one driver brings: of one location, and of one time. */
export interface Part {
  /** The location's id; `unknown`, `unknown-2`, … where Shopify gives no location behind the snapshot. */
  locationKey: string;
  /** Names location and time: goods of equal keys can go together. */
  key: string;
  /** null: they can be collected now. */
  waits: Waiting | null;
  /** With the quantities of this part. */
  fulfillmentOrders: Group;
}

type Group = [FulfillmentOrder, ...FulfillmentOrder[]];

/** All that a driver can bring of these fulfilment orders of an order. */
export function piecesOf(order: ShopOrder, fulfillmentOrders: readonly FulfillmentOrder[]): Pieces[] {
  const keyOf = locationKeys(order);
  return fulfillmentOrders.flatMap((fulfillmentOrder) =>
    linesToShip(fulfillmentOrder).map((line) => ({
      fulfillmentOrder,
      line,
      locationKey: keyOf(fulfillmentOrder.location),
      quantity: line.remainingQuantity,
      shownUntil: shownUntil(order),
    })),
  );
}

/** Names place and time of a piece: those of equal keys can go with one driver. */
export function partKey({ locationKey, fulfillmentOrder }: Pieces): string {
  if (isReady(fulfillmentOrder)) return locationKey;
  const { status, fulfillAt } = fulfillmentOrder;
  return [locationKey, status, status === 'SCHEDULED' ? fulfillAt : ''].join(' ');
}

/**
 * The pieces as drivers bring them: what can be collected now first, each in the order of its oldest fulfilment order.
 *
 * @param now epoch ms
 */
export function partsOf(pieces: readonly Pieces[], now: number): Part[] {
  const groups = new Map<string, [Pieces, ...Pieces[]]>();
  for (const piece of pieces) {
    const group = groups.get(partKey(piece));
    if (group) group.push(piece);
    else groups.set(partKey(piece), [piece]);
  }
  const parts = [...groups].map(([key, group]) => partOf(key, group, now)).toSorted((a, b) => byId(a.first, b.first));
  const ready = parts.filter(({ waits }) => waits === null);
  return [...ready, ...parts.filter(({ waits }) => waits !== null)].map(({ first: _first, ...part }) => part);
}

function partOf(key: string, pieces: readonly [Pieces, ...Pieces[]], now: number): Part & { first: FulfillmentOrder } {
  const whole = new Set(pieces.map(({ fulfillmentOrder }) => fulfillmentOrder));
  const group = [...whole].toSorted(byId).map((fulfillmentOrder) => ({
    ...fulfillmentOrder,
    lines: fulfillmentOrder.lines.flatMap((line) => {
      const own = pieces.filter((piece) => piece.line === line);
      const remainingQuantity = quantityOf(own);
      return remainingQuantity > 0 ? [{ ...line, remainingQuantity }] : [];
    }),
  }));
  const [first, ...others] = group as Group;
  return {
    locationKey: pieces[0].locationKey,
    key,
    waits: isReady(first) ? null : whyWaiting(group, now, pieces[0].shownUntil),
    fulfillmentOrders: [first, ...others],
    first,
  };
}

/** How many pieces these are. */
export const quantityOf = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Names each location of an order: by its id; where there is none, by what the snapshot says of it.
 *
 * @param taken names of other locations
 */
export function locationKeys(
  order: ShopOrder,
  taken: ReadonlySet<string> = new Set(),
): (location: AssignedLocation) => string {
  const unknown = new Map<string, string>();
  let count = 0;
  for (const { location } of order.fulfillmentOrders.toSorted(byId)) {
    const text = textOf(location);
    if (location.id !== null || location.key !== undefined || unknown.has(text)) continue;
    do count += 1;
    while (taken.has(unknownKey(count)));
    unknown.set(text, unknownKey(count));
  }
  return (location) => location.id ?? location.key ?? unknown.get(textOf(location)) ?? unknownKey(1);
}

const unknownKey = (count: number): string => (count === 1 ? 'unknown' : `unknown-${count}`);

function textOf({ name, address1, address2, city, province, zip }: AssignedLocation): string {
  return JSON.stringify([name, address1, address2, city, province, zip].map(cleanText));
}
