import type { Settings } from '#api-contract/settings.ts';
import { asOfNow, type Covering, keyOf, missing, takeOut, uncovered } from '#placement/coverage.ts';
import { type Goods, goodsToDeliver, isReady } from '#placement/goods.ts';
import type { OrderReference } from '#placement/ids.ts';
import { type MappedDelivery, partMapper } from '#placement/map-order.ts';
import { locationKeys, type Part, type Pieces, partKey, partsOf, piecesOf } from '#placement/parts.ts';
import type { FulfillmentOrder, ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { currentDeliveries, liveDeliveries, type OrderRecord } from '../order.ts';
import { isEditable } from '../transitions.ts';
import { isForOrder } from './cancellation.ts';
import { correctionsAt } from './corrections.ts';
import { isInSpite } from './judge.ts';
import { notDelivered } from './where-goods-stand.ts';

/** An order's goods as requests, by who brings them. */
export interface MappedGoods {
  /** What the delivery brings, as the order is now; undefined where none of its goods are left, or others bring them. */
  of(delivery: DeliveryRecord): MappedDelivery | undefined;
  /** What there is or was at a location, for comparing places and people; null where the order has nothing to do with it. */
  at(locationKey: string): MappedDelivery | null;
  /** Whom goods of a location go to: the order's people stay where all goods have left it. Null for an order without goods. */
  goTo(locationKey: string): MappedDelivery | null;
  /** What each delivery that may still be changed brings; it has no entry where nothing of its goods is left. */
  parts: ReadonlyMap<OrderReference, Part>;
  /** For deliveries of their own. */
  fresh: MappedPart[];
  /** Goods that came when a delivery might exist already. */
  added: MappedPart[];
  /** A delivery of the order was, or may have been, sent. */
  isSent: boolean;
}

export interface MappedPart {
  part: Part;
  mapped: MappedDelivery;
}

/** @param now epoch ms */
export function mapGoods(
  order: ShopOrder,
  settings: Settings,
  {
    corrections,
    deliveries: stored,
    now,
  }: Pick<OrderRecord, 'corrections'> & { deliveries: readonly DeliveryRecord[]; now: number },
): MappedGoods {
  const goods = goodsToDeliver(order, settings.automation);
  const deliveries = stored.map((delivery) => asOfNow(order, delivery));
  const { parts, fresh, added, isSent } = allotGoods(order, goods, deliveries, now);
  const mapped = new Map<string, MappedDelivery>();
  const mapPart = partMapper(order, settings);
  // The same goods are asked for again and again: as a delivery's, as what is at its location, as what came.
  const map = (part: Part): MappedDelivery => {
    const key = contentOf(part);
    const found = mapped.get(key) ?? mapPart(part, correctionsAt({ corrections }, part.locationKey));
    mapped.set(key, found);
    return found;
  };
  const all = [...goods.ready, ...goods.waiting];
  const pieces = piecesOf(order, all);
  /** Goods that moved may stand in a line that two deliveries were sent for: they are the one's that collects there. */
  const piecesBeside = ({ orderReference }: DeliveryRecord): Pieces[] =>
    uncovered(
      order,
      all,
      liveDeliveries(deliveries)
        .filter((other) => other.orderReference !== orderReference)
        .flatMap(mayBring),
    );
  const keyOf = locationKeys(order);
  /** Goods that left the shelf are with a driver: whom they go to may still change. */
  const handedOverAt = (locationKey: string): MappedDelivery | null => {
    const [first, ...others] = order.fulfillmentOrders.filter(
      ({ status, location }) => status !== 'CANCELLED' && keyOf(location) === locationKey,
    );
    if (!first) return null;
    return map({ key: locationKey, locationKey, waits: null, fulfillmentOrders: [first, ...others] });
  };
  const at = (locationKey: string): MappedDelivery | null =>
    mapFirst(
      partsOf(
        pieces.filter((piece) => piece.locationKey === locationKey),
        now,
      ),
    ) ?? handedOverAt(locationKey);
  const withMapped = (part: Part): MappedPart => ({ part, mapped: map(part) });
  const mapFirst = ([part]: (Part | undefined)[]) => (part ? map(part) : undefined);
  return {
    of: (delivery) =>
      mapFirst(
        isEditable(delivery)
          ? [parts.get(delivery.orderReference)]
          : partsFor(delivery, takeOut(piecesBeside(delivery), asOfNow(order, delivery), { isSent: true }).taken, now),
      ),
    at,
    goTo: (locationKey) => {
      const elsewhere = order.fulfillmentOrders.map(({ location }) => keyOf(location));
      return [locationKey, ...elsewhere].reduce<MappedDelivery | null>((found, key) => found ?? at(key), null);
    },
    parts,
    fresh: fresh.map(withMapped),
    added: added.map(withMapped),
    isSent,
  };
}

/** What a driver who was sent can bring of these pieces: what is ready before what waits, and what is where he was sent first. */
function partsFor({ locationKey: own }: DeliveryRecord, pieces: readonly Pieces[], now: number): Part[] {
  const rank = ({ waits, locationKey }: Part) => (waits === null ? 0 : 2) + (locationKey === own ? 0 : 1);
  return partsOf(pieces, now).toSorted((a, b) => rank(a) - rank(b));
}

/** The goods that a driver may bring for the delivery: also those of an earlier request, while nobody knows which one he has. */
export function mayBring(delivery: DeliveryRecord): Covering[] {
  // Where the reference proved to be somebody else's, no request of ours was booked.
  const { locationKey = delivery.locationKey, lines = [] } = (delivery.everUnknown && delivery.earlier) || {};
  const known = new Map<string, number>();
  for (const { lineItemId, quantity } of locationKey === delivery.locationKey ? delivery.lines : []) {
    known.set(lineItemId, (known.get(lineItemId) ?? 0) + quantity);
  }
  const more = lines.flatMap((line) => {
    const both = Math.min(line.quantity, known.get(line.lineItemId) ?? 0);
    known.set(line.lineItemId, (known.get(line.lineItemId) ?? 0) - both);
    return line.quantity > both ? [{ ...line, quantity: line.quantity - both }] : [];
  });
  return more.length > 0 ? [delivery, { locationKey, lines: more }] : [delivery];
}

/** Equal for parts of an order that bring the same pieces from the same place at the same time. */
function contentOf({ locationKey, waits, fulfillmentOrders }: Part): string {
  const pieces = fulfillmentOrders.map(({ id, lines }) => [id, lines.map((line) => [line.id, line.remainingQuantity])]);
  return JSON.stringify([locationKey, waits, pieces]);
}

/** Which goods of an order go with which delivery. */
export interface Allotment extends Pick<MappedGoods, 'parts' | 'isSent'> {
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
  const current = currentDeliveries(deliveries);
  const sent = sentFor(order, current);
  const editable = current.filter(
    (delivery) => isEditable(delivery) && delivery.state !== 'cancelled' && !goesWithout(order, delivery),
  );
  const beyondSent = (some: FulfillmentOrder[]) => uncovered(order, some, sent.flatMap(mayBring));
  const gone = missing(order, sent);
  const beyond = [...beyondSent([...goods.ready, ...goods.waiting]), ...beyondSent(goods.leftOut)];
  let left = notDelivered(sent, gone, beyond);
  const isLeftOut = ({ fulfillmentOrder }: Pieces) => goods.leftOut.includes(fulfillmentOrder);
  const own = new Map<OrderReference, Pieces[]>();
  const spare: Pieces[] = [];
  for (const delivery of editable) {
    // What a person sent though its method is not wanted stays theirs when goods with a wanted one come.
    const others = delivery.word === null ? left.filter(isLeftOut) : [];
    const found = takeOut(delivery.word === null ? left.filter((piece) => !isLeftOut(piece)) : left, delivery);
    left = [...found.left, ...others];
    const key = partsOf(found.taken, now)[0]?.key;
    const pieces = found.taken.filter((piece) => partKey(piece) === key);
    spare.push(...found.taken.filter((piece) => partKey(piece) !== key && !isLeftOut(piece)));
    // What moved to where another delivery of the order collects at the same time goes with that one, but for what a
    // person sends in any case: it would go twice.
    const isAtHome = pieces[0]?.locationKey === delivery.locationKey;
    const [host] = isAtHome || isInSpite(delivery) ? [] : hostsOf(own, key);
    if (host) host.push(...pieces);
    else if (pieces.length > 0) own.set(delivery.orderReference, pieces);
  }
  // Goods that a driver was sent for and that were moved, or whose driver may come though their delivery ended with its
  // order, are a person's matter: another delivery takes them along for nobody.
  const ended = current.filter((delivery) => delivery.everUnknown && isOverWithOrder(delivery));
  const lacking = new Set([
    ...[...gone.keys()].map((key) => key.split(' ')[0]),
    ...ended.flatMap(mayBring).flatMap(({ lines }) => lines.map(({ lineItemId }) => lineItemId)),
  ]);
  // What no rule promises a driver stays with the delivery that a person sends, and asks for none of its own beside it.
  const isOwed = deliveries.length === 0 || goods.owed.length > 0;
  const promised = isOwed ? left.filter((piece) => !isLeftOut(piece)) : [];
  const rest = promised.filter((piece) => {
    if (lacking.has(piece.line.lineItemId)) return true;
    const [host] = hostsOf(own, partKey(piece));
    host?.push(piece);
    return host === undefined;
  });
  const isSent = sent.length > 0;
  return {
    parts: new Map([...own].flatMap(([reference, pieces]) => partsOf(pieces, now).map((part) => [reference, part]))),
    fresh: partsOf(isSent ? spare : [...spare, ...rest], now),
    added: isSent ? partsOf(rest, now) : [],
    isSent,
  };
}

/** The goods of deliveries that collect at this place and time. */
function hostsOf(own: ReadonlyMap<OrderReference, Pieces[]>, key: string | undefined): Pieces[][] {
  return [...own.values()].filter(([first]) => first !== undefined && partKey(first) === key);
}

/**
 * Of the current deliveries those that were, or may have been, sent for their goods: also one that a person cancelled, whose
 * goods nobody sends unasked, and one that a person sends for goods that have left. One that ended with its order, also in
 * doubt, was sent for none of the goods that come back: a person is asked, for its driver may come.
 */
export function sentFor(order: ShopOrder, current: readonly DeliveryRecord[]): DeliveryRecord[] {
  return current
    .filter((delivery) => {
      if (delivery.state === 'cancelled') return delivery.placedAt !== null || delivery.everUnknown;
      return !isEditable(delivery) || goesWithout(order, delivery);
    })
    .map((delivery) => (isOverWithOrder(delivery) ? { ...delivery, lines: [], earlier: null } : delivery));
}

/** A person sends it though none of its goods are where it collects them, or none can be collected now: it goes as it was. */
function goesWithout(order: ShopOrder, delivery: DeliveryRecord): boolean {
  if (!isInSpite(delivery) || delivery.lines.length === 0) return false;
  const ready = piecesOf(order, order.fulfillmentOrders.filter(isReady));
  if (takeOut(ready, delivery).taken.length === 0) return true;
  const lacking = missing(order, [delivery]);
  return delivery.lines.every(
    ({ lineItemId, quantity }) => (lacking.get(keyOf(lineItemId, delivery.locationKey)) ?? 0) >= quantity,
  );
}

const isOverWithOrder = ({ state, cancellation, placedAt }: DeliveryRecord): boolean =>
  state === 'cancelled' && (cancellation ? isForOrder(cancellation) : placedAt === null);
