import { isDelivered, isReady } from './goods.ts';
import { locationKeys, type Pieces, piecesOf, quantityOf } from './parts.ts';
import type { FulfillmentOrder, FulfillmentOrderLine, ShopOrder } from './shop-order.ts';

/** Lines of fulfilment orders that a delivery covers; ids are the digits of their gids. */
export interface CoveredLine {
  fulfillmentOrderId: string;
  lineId: string;
  /** Of the order's line: it stays when Shopify splits or moves a fulfilment order. Empty where it was not kept yet. */
  lineItemId: string;
  quantity: number;
  /** How many of the order's line were fulfilled from the location before. */
  fulfilledBefore: number;
}

/** What a delivery collects, and where. */
export interface Covering {
  locationKey: string;
  lines: readonly CoveredLine[];
}

/**
 * The delivery with the order's line named in each of its lines, which an older version did not keep, and with no more
 * fulfilled before it than is fulfilled now: a fulfilment may be cancelled, and a later one counts for what this brings.
 */
export function asOfNow<D extends Covering>(order: ShopOrder, delivery: D): D {
  const known = order.fulfillmentOrders.flatMap(({ lines }) => lines);
  const fulfilled = fulfilledPieces(order);
  const renewed = delivery.lines.map((line) => {
    const lineItemId = line.lineItemId || (known.find(({ id }) => id === line.lineId)?.lineItemId ?? '');
    const now = fulfilled(keyOf(lineItemId, delivery.locationKey));
    return { ...line, lineItemId, fulfilledBefore: Math.min(line.fulfilledBefore, now) };
  });
  const isNew = renewed.some(({ lineItemId, fulfilledBefore }, index) => {
    const line = delivery.lines[index];
    return lineItemId !== line?.lineItemId || fulfilledBefore !== line.fulfilledBefore;
  });
  return isNew ? { ...delivery, lines: renewed } : delivery;
}

/**
 * The goods that none of these deliveries brings. A delivery covers as many pieces of an order's line as it was sent
 * for, at its own location, whatever fulfilment orders they stand in by now; what was fulfilled since needs no driver,
 * and covers nothing that came later, unless the buyer collected it.
 */
export function uncovered(
  order: ShopOrder,
  owed: readonly FulfillmentOrder[],
  deliveries: readonly Covering[],
): Pieces[] {
  const coveredAt = coverage(order, deliveries);
  const known = new Set(deliveries.flatMap(({ lines }) => lines.map(({ lineId }) => lineId)));
  const groups = new Map<string, Pieces[]>();
  for (const piece of piecesOf(order, owed)) {
    const key = keyOf(piece.line.lineItemId, piece.locationKey);
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  return [...groups].flatMap(([key, pieces]) => {
    const { covered, brought } = coveredAt(key);
    let left = Math.max(0, covered - brought);
    const rank = ({ line, fulfillmentOrder }: Pieces) => firstOf(known.has(line.id), isReady(fulfillmentOrder));
    return pieces
      .toSorted((a, b) => rank(a) - rank(b))
      .flatMap((piece) => {
        const taken = Math.min(left, piece.quantity);
        left -= taken;
        return reduced(piece, taken);
      });
  });
}

/**
 * How many pieces of each line that the deliveries cover are at their location no more, or are not to be delivered any
 * more, and were not fulfilled from it, or were collected by the buyer.
 */
export function missing(order: ShopOrder, deliveries: readonly Covering[]): Map<string, number> {
  const coveredAt = coverage(order, deliveries);
  const open = new Map<string, number>();
  const toDeliver = order.fulfillmentOrders.filter((one) => isLive(one) && isDelivered(one));
  for (const { line, locationKey, quantity } of piecesOf(order, toDeliver)) {
    add(open, keyOf(line.lineItemId, locationKey), quantity);
  }
  const keys = new Set(
    deliveries.flatMap(({ locationKey, lines }) => lines.map((l) => keyOf(l.lineItemId, locationKey))),
  );
  const found = new Map<string, number>();
  for (const key of keys) {
    const { covered, brought } = coveredAt(key);
    const there = (open.get(key) ?? 0) + brought;
    if (covered > there) found.set(key, covered - Math.max(0, there));
  }
  return found;
}

/** How many pieces of each line that the deliveries are still to collect Shopify holds, so that fewer than those can go. */
export function heldBack(order: ShopOrder, deliveries: readonly Covering[]): Map<string, number> {
  const found = new Map<string, number>();
  const toDeliver = order.fulfillmentOrders.filter((one) => isLive(one) && isDelivered(one));
  if (!toDeliver.some(isOnHold)) return found;
  const coveredAt = coverage(order, deliveries);
  const there = new Map<string, { held: number; free: number }>();
  for (const { line, fulfillmentOrder, locationKey, quantity } of piecesOf(order, toDeliver)) {
    const key = keyOf(line.lineItemId, locationKey);
    const { held, free } = there.get(key) ?? { held: 0, free: 0 };
    there.set(key, isOnHold(fulfillmentOrder) ? { held: held + quantity, free } : { held, free: free + quantity });
  }
  for (const [key, { held, free }] of there) {
    const { covered, brought } = coveredAt(key);
    const lacks = Math.min(held, covered - brought - free);
    if (lacks > 0) found.set(key, lacks);
  }
  return found;
}

/** How many pieces of each line are left for another driver, where the order has that many beside those that the deliveries bring. */
export function leftBeside(order: ShopOrder, lines: readonly CoveredLine[], deliveries: readonly Covering[]): number[] {
  const ordered = order.fulfillmentOrders
    .filter(({ status }) => status !== 'CANCELLED')
    .flatMap((one) => one.lines.map((line) => ({ ...line, pieces: piecesIn(one, line) })));
  const gone = [...missing(order, deliveries)];
  const broughtIn = (all: readonly CoveredLine[], lineItemId: string) =>
    all.reduce((sum, line) => sum + (line.lineItemId === lineItemId ? line.quantity : 0), 0);
  return lines.map(({ lineItemId, quantity }, index) => {
    const lost = gone.reduce((sum, [key, pieces]) => sum + (key.startsWith(`${lineItemId} `) ? pieces : 0), 0);
    const brought = deliveries.reduce((sum, one) => sum + broughtIn(one.lines, lineItemId), 0) - lost;
    // Goods that nobody brings go again also where the order has them no more.
    if (brought <= 0) return quantity;
    const had = ordered.reduce((sum, line) => sum + (line.lineItemId === lineItemId ? line.pieces : 0), 0);
    const before = broughtIn(lines.slice(0, index), lineItemId);
    return Math.max(0, Math.min(quantity, had - brought - before));
  });
}

/**
 * Takes the goods of these lines out, from wherever they are, but first the very same, then those of the same location; of
 * what a driver was sent for those of the location first, as `uncovered` has it.
 */
export function takeOut(
  pieces: readonly Pieces[],
  { locationKey, lines }: Covering,
  { isSent = false } = {},
): { taken: Pieces[]; left: Pieces[] } {
  const taken: Pieces[] = [];
  let left = [...pieces];
  for (const { lineItemId, lineId, quantity } of lines) {
    let wanted = quantity;
    const rank = (piece: Pieces) => {
      const [isSame, isHere] = [piece.line.id === lineId, piece.locationKey === locationKey];
      return isSent ? firstOf(isHere && isSame, isHere, isSame) : firstOf(isSame, isHere);
    };
    const candidates = left.filter(({ line }) => line.lineItemId === lineItemId).toSorted((a, b) => rank(a) - rank(b));
    for (const piece of candidates) {
      const count = Math.min(wanted, piece.quantity);
      if (count === 0) continue;
      wanted -= count;
      taken.push({ ...piece, quantity: count });
      left = left.flatMap((one) => (one === piece ? reduced(piece, count) : [one]));
    }
  }
  return { taken, left };
}

/** How many pieces of one of the order's lines were fulfilled from a location, in these fulfilment orders; `key` is of `keyOf`. */
export function fulfilledPieces(
  order: ShopOrder,
  fulfillmentOrders: readonly FulfillmentOrder[] = order.fulfillmentOrders,
): (key: string) => number {
  const locationKey = locationKeys(order);
  const fulfilled = new Map<string, number>();
  for (const { status, location, lines } of fulfillmentOrders) {
    if (status === 'CANCELLED') continue;
    for (const { lineItemId, totalQuantity, remainingQuantity } of lines) {
      add(fulfilled, keyOf(lineItemId, locationKey(location)), Math.max(0, totalQuantity - remainingQuantity));
    }
  }
  return (key) => fulfilled.get(key) ?? 0;
}

/** Names one of the order's lines at a location. */
export function keyOf(lineItemId: string, locationKey: string): string {
  return `${lineItemId} ${locationKey}`;
}

const isOnHold = ({ status }: FulfillmentOrder): boolean => status === 'ON_HOLD';

/** Whether its goods are still to be shipped, now or later. */
export const isLive = ({ status }: FulfillmentOrder) =>
  ['OPEN', 'IN_PROGRESS', 'SCHEDULED', 'ON_HOLD'].includes(status);

/** How many pieces of a line a fulfilment order stands for: what an ended one lists as open stands in another by now. */
export const piecesIn = (
  fulfillmentOrder: FulfillmentOrder,
  { totalQuantity, remainingQuantity }: FulfillmentOrderLine,
): number => (isLive(fulfillmentOrder) ? totalQuantity : totalQuantity - remainingQuantity);

/** How many pieces of one of the order's lines these deliveries were sent for at a location, and how many they brought since. */
function coverage(order: ShopOrder, deliveries: readonly Covering[]) {
  const fulfilled = fulfilledPieces(order);
  const delivered = fulfilledPieces(order, order.fulfillmentOrders.filter(isDelivered));
  return (key: string): { covered: number; brought: number } => {
    const lines = deliveries.flatMap(({ locationKey, lines: all }) =>
      all.filter(({ lineItemId }) => keyOf(lineItemId, locationKey) === key),
    );
    // A later one brought none of what was fulfilled before it, so it has the first choice of the rest.
    const latestFirst = lines.toSorted((a, b) => b.fulfilledBefore - a.fulfilledBefore);
    const since = latestFirst.reduce(
      (sum, line) => sum + Math.min(line.quantity, fulfilled(key) - line.fulfilledBefore - sum),
      0,
    );
    return {
      covered: quantityOf(lines),
      // What a buyer collected before the first went is among what was fulfilled before.
      brought: Math.min(since, delivered(key)),
    };
  };
}

/** Lower for what meets the first condition, then the second, and so on. */
function firstOf(...conditions: boolean[]): number {
  const at = conditions.indexOf(true);
  return at === -1 ? conditions.length : at;
}

function reduced(piece: Pieces, by: number): Pieces[] {
  return piece.quantity > by ? [{ ...piece, quantity: piece.quantity - by }] : [];
}

function add(quantities: Map<string, number>, key: string, quantity: number): void {
  quantities.set(key, (quantities.get(key) ?? 0) + quantity);
}
