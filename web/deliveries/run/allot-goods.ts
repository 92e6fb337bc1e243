import { missing, takeOut, uncovered } from '#placement/coverage.ts';
import type { Goods } from '#placement/goods.ts';
import type { OrderReference } from '#placement/ids.ts';
import { type Part, type Pieces, partKey, partsOf } from '#placement/parts.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { currentDeliveries } from '../order.ts';
import { isLoose } from '../transitions.ts';

/** Which goods of an order go with which delivery. */
export interface Allotment {
  /** What each delivery that may still be changed brings; it has no entry where nothing of its goods is left. */
  parts: ReadonlyMap<OrderReference, Part>;
  /** Goods for deliveries of their own: no delivery has them, and nothing was sent that they could have gone with. */
  fresh: Part[];
  /** Goods that came, or came here, when a delivery of the order might exist already: a person is asked. */
  added: Part[];
}

/**
 * Each delivery keeps its goods, through splits, moves and holds. What was sent covers what it was sent for; what was
 * not sent yet takes its own goods from the rest, and those that came to the same place and time.
 *
 * @param now epoch ms
 */
export function allotGoods(
  order: ShopOrder,
  goods: Goods,
  deliveries: readonly DeliveryRecord[],
  now: number,
): Allotment {
  const owed = deliveries.length === 0 ? [...goods.ready, ...goods.waiting] : goods.owed;
  const current = currentDeliveries(deliveries);
  const sent = current.filter(coversGoods);
  const loose = current.filter((delivery) => isLoose(delivery) && delivery.state !== 'cancelled');
  let left = uncovered(order, owed, sent);
  const own = new Map<OrderReference, Pieces[]>();
  const spare: Pieces[] = [];
  for (const delivery of loose) {
    const found = takeOut(left, delivery);
    left = found.left;
    const key = partsOf(found.taken, now)[0]?.key;
    const pieces = found.taken.filter((piece) => partKey(piece) === key);
    spare.push(...found.taken.filter((piece) => partKey(piece) !== key));
    // What moved to where another delivery of the order collects at the same time goes with that one.
    const [host] = pieces[0]?.locationKey === delivery.locationKey ? [] : hostsOf(own, key);
    if (host) host.push(...pieces);
    else if (pieces.length > 0) own.set(delivery.orderReference, pieces);
  }
  // Goods that a driver was sent for and that were moved are a person's matter: another delivery takes them along for nobody.
  const lacking = new Set([...missing(order, sent).keys()].map((key) => key.split(' ')[0]));
  const rest = left.filter((piece) => {
    if (lacking.has(piece.line.lineItemId)) return true;
    const [host] = hostsOf(own, partKey(piece));
    host?.push(piece);
    return host === undefined;
  });
  const asked = sent.length > 0;
  return {
    parts: new Map([...own].flatMap(([reference, pieces]) => partsOf(pieces, now).map((part) => [reference, part]))),
    fresh: partsOf(asked ? spare : [...spare, ...rest], now),
    added: asked ? partsOf(rest, now) : [],
  };
}

/** The goods of deliveries that collect at this place and time. */
function hostsOf(own: ReadonlyMap<OrderReference, Pieces[]>, key: string | undefined): Pieces[][] {
  return [...own.values()].filter(([first]) => first !== undefined && partKey(first) === key);
}

/** Whether it was, or may have been, sent for its goods: also one that a person cancelled, whose goods nobody sends unasked. */
export function coversGoods(delivery: DeliveryRecord): boolean {
  if (delivery.state === 'cancelled') return delivery.placedAt !== null;
  return !isLoose(delivery);
}
