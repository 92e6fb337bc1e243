import type { DriftItem } from '#api-contract/drift.ts';
import { asOfNow, heldBack, keyOf, missing } from '#placement/coverage.ts';
import { drift, endOf, overruledSince } from '#placement/drift.ts';
import type { OrderReference } from '#placement/ids.ts';
import { locationName } from '#placement/map-pickup.ts';
import { lineName } from '#placement/parcels.ts';
import { locationKeys, type Part, quantityOf } from '#placement/parts.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { holdWords } from '#placement/waiting.ts';
import { withDifferences } from '../alarm.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { currentDeliveries, isReplacedIn, mergeDeliveries, type OrderAggregate } from '../order.ts';
import { isEditable, mayBeBooked } from '../transitions.ts';
import { stayOf, withoutFulfilment } from './cancellation.ts';
import { type MappedGoods, sentFor } from './map-goods.ts';
import { isLongOver } from './next-look.ts';
import { otherMethod } from './other-method.ts';
import type { Planned } from './plan.ts';
import { riskierSince } from './riskier-since.ts';
import { type SlotContext, slotDrift, tellsOfOtherDay } from './slot-drift.ts';
import { isUnheard } from './unheard.ts';
import { isTouched } from './where-goods-stand.ts';

/** What was planned, and whatever else of the order has something to tell, each with what differs from the order now. */
export function withDrift(
  { deliveries, now }: OrderAggregate,
  planned: Planned,
  goods: MappedGoods,
  snapshot: ShopOrder,
  context: SlotContext,
): DeliveryRecord[] {
  const { automation } = context.shop.settings;
  const all = mergeDeliveries(deliveries, planned.deliveries).map((delivery) => asOfNow(snapshot, delivery));
  const reopened = all
    .filter((one) => one.state === 'cancelled' && one.fulfillmentId !== null && !isTouched(snapshot, one))
    .map(withoutFulfilment);
  const after = mergeDeliveries(all, reopened);
  const parts = [...planned.withoutDriver.map(({ part }) => part), ...planned.leftOut];
  const isOver = endOf(snapshot) !== null;
  const ofGoods = isOver ? new Map<OrderReference, DriftItem[]>() : goodsDrift(snapshot, after, parts);
  const changed = new Set([...planned.deliveries, ...reopened].map(({ orderReference }) => orderReference));
  return after
    .filter(
      ({ orderReference, state, drift: before }) =>
        (isOver && state === 'placed') ||
        changed.has(orderReference) ||
        before.length > 0 ||
        (ofGoods.get(orderReference) ?? []).length > 0,
    )
    .map((delivery) => {
      const own = ofGoods.get(delivery.orderReference) ?? [];
      const differences =
        delivery.state === 'cancelled' ? calledOffOf(delivery, snapshot) : differencesOf(delivery, goods, snapshot);
      const goTo = goods.goTo(delivery.locationKey);
      const meant =
        !isOver && mayBeBooked(delivery)
          ? [
              ...slotDrift(delivery, goTo, context, now),
              ...otherMethod(delivery, snapshot, automation),
              ...riskierSince(delivery, snapshot, automation),
            ]
          : [];
      const found = [...differences, ...meant, ...own];
      const told = isLongOver(delivery, now) ? found.filter((item) => isStillTold(delivery, item)) : found;
      return withLife(delivery, isReplacedIn(after, delivery), told);
    });
}

/** Once no driver comes any more: goods that have none, a day that is named for one, and what was told in time. */
function isStillTold({ drift: before }: DeliveryRecord, item: DriftItem): boolean {
  const isWanted = item.about === 'goods_without_driver' || tellsOfOtherDay({ drift: [item] });
  return isWanted || before.some(({ about, field }) => about === item.about && field === item.field);
}

/** What is not sent yet is made anew from the order: nothing but a correction can differ from it. */
export function differencesOf(
  delivery: DeliveryRecord,
  goods: Pick<MappedGoods, 'at' | 'goTo'>,
  snapshot: ShopOrder,
): DriftItem[] {
  const { request, said, locationKey } = delivery;
  const goTo = goods.goTo(locationKey);
  if (!isEditable(delivery)) return drift(request, { there: goods.at(locationKey), goTo }, snapshot, said);
  return goTo === null ? [] : overruledSince(request, goTo, said);
}

/** The service ended by itself what the order still wants brought. */
export const calledOff: DriftItem = {
  ...{ about: 'not_delivered', field: 'delivery' },
  ...{ placed: 'to be delivered', now: 'cancelled' },
};

/** Nobody brings the goods of an order that has ended; a driver who comes all the same is told of whatever becomes of it. */
function calledOffOf({ drift: items }: DeliveryRecord, snapshot: ShopOrder): DriftItem[] {
  const isOver = endOf(snapshot) !== null;
  return items.filter(({ about }) => about === 'not_cancelled' || (about === 'not_delivered' && !isOver));
}

/**
 * What differs between the goods that deliveries were sent for and those of the order now, by the delivery that tells of
 * it: goods that are where they were collected no more, goods that Shopify holds since, and goods that came and have no
 * driver (`added`).
 */
export function goodsDrift(
  order: ShopOrder,
  deliveries: readonly DeliveryRecord[],
  added: readonly Part[],
): ReadonlyMap<OrderReference, DriftItem[]> {
  const found = new Map<OrderReference, DriftItem[]>();
  const current = currentDeliveries(deliveries);
  const sent = sentFor(order, current);
  const tell = ({ orderReference }: DeliveryRecord, items: DriftItem[]) =>
    found.set(orderReference, [...(found.get(orderReference) ?? []), ...items]);
  const lacking = missing(order, sent);
  const held = heldBack(order, sent);
  const cancelledFirst = sent.toReversed().toSorted((a, b) => rank(a) - rank(b));
  for (const delivery of cancelledFirst) {
    tell(delivery, [...goneFrom(delivery, lacking), ...heldOf(delivery, held, order)]);
  }
  const isAlive = ({ state }: DeliveryRecord) => state !== 'cancelled' && state !== 'skipped';
  const host = sent.find(({ state }) => state !== 'cancelled') ?? sent[0] ?? current.find(isAlive);
  if (host && added.length > 0) tell(host, addedGoods(added));
  return found;
}

const rank = ({ state }: DeliveryRecord): number => (state === 'cancelled' ? 0 : 1);

/** Takes what this delivery lacks from `lacking`. Nobody drives for a cancelled one, so it tells of nothing. */
function goneFrom(delivery: DeliveryRecord, lacking: Map<string, number>): DriftItem[] {
  const gone = takeGoods(delivery, lacking);
  if (delivery.state === 'cancelled') return [];
  return gone.map(({ name, quantity, taken }) => {
    const [placed, now] = [String(quantity), String(quantity - taken)];
    return { about: 'goods_gone', field: `items: ${name}`, placed, now };
  });
}

/** The same of what Shopify holds: one difference for all of it. */
function heldOf(delivery: DeliveryRecord, held: Map<string, number>, order: ShopOrder): DriftItem[] {
  const goods = takeGoods(delivery, held);
  if (delivery.state === 'cancelled' || goods.length === 0) return [];
  const keyOfLocation = locationKeys(order);
  const own = new Set(delivery.lines.map(({ lineItemId }) => lineItemId));
  const there = order.fulfillmentOrders.filter(
    ({ location, lines }) =>
      keyOfLocation(location) === delivery.locationKey && lines.some(({ lineItemId }) => own.has(lineItemId)),
  );
  const words = holdWords(there) ?? '';
  const pieces = goods.reduce((sum, { taken }) => sum + taken, 0);
  const isWhole = pieces === quantityOf(delivery.lines);
  const named = goods.map(({ name, taken }) => `${taken} x ${name}`).join(', ');
  const now = isWhole ? words : `${named} (${words})`;
  return [{ about: 'on_hold', field: 'hold', placed: 'to be delivered', now }];
}

/** Takes the goods of this delivery out of `from`, pieces by line and location: what it has of them, and was sent for. */
function takeGoods(
  { locationKey, lines, request }: DeliveryRecord,
  from: Map<string, number>,
): { name: string; quantity: number; taken: number }[] {
  const goods = new Map<string, { name: string; quantity: number }>();
  for (const [index, { lineItemId, quantity }] of lines.entries()) {
    const key = keyOf(lineItemId, locationKey);
    const known = goods.get(key);
    goods.set(key, {
      name: known?.name ?? request.items[index]?.name ?? 'item',
      quantity: (known?.quantity ?? 0) + quantity,
    });
  }
  return [...goods].flatMap(([key, { name, quantity }]) => {
    const taken = Math.min(quantity, from.get(key) ?? 0);
    from.set(key, (from.get(key) ?? 0) - taken);
    return taken === 0 ? [] : [{ name, quantity, taken }];
  });
}

/** Whether, by what its drift says, none of the goods that it was sent for are left to bring. */
export function bringsNothing({ lines, drift: items }: Pick<DeliveryRecord, 'lines' | 'drift'>): boolean {
  const lacking = items.filter(({ about }) => about === 'goods_gone');
  const gone = lacking.reduce((sum, { placed, now }) => sum + Number(placed) - Number(now), 0);
  return gone > 0 && gone === quantityOf(lines);
}

function addedGoods(added: readonly Part[]): DriftItem[] {
  const quantities = new Map<string, { field: string; where: string; quantity: number }>();
  for (const { location, lines } of added.flatMap(({ fulfillmentOrders }) => fulfillmentOrders)) {
    for (const line of lines) {
      const goods = { field: `goods: ${lineName(line) || 'item'}`, where: locationName(location) };
      const key = JSON.stringify(goods);
      const quantity = (quantities.get(key)?.quantity ?? 0) + line.remainingQuantity;
      quantities.set(key, { ...goods, quantity });
    }
  }
  return [...quantities.values()].map(({ field, where, quantity }) => ({
    about: 'goods_without_driver',
    field,
    placed: '0',
    now: `${quantity} (${where})`,
  }));
}

/**
 * What its end makes of a delivery's differences: goods that nobody took in are a task until a person has decided, and
 * of what was delivered only goods that never had a driver are still of interest; that the order ended is kept, for the
 * service may take its word back. `isReplaced`: a newer delivery brings the goods; `found`: the differences as they are now.
 */
export function withLife(delivery: DeliveryRecord, isReplaced: boolean, found = delivery.drift): DeliveryRecord {
  return withDifferences(delivery, lifeDrift(delivery, isReplaced, found));
}

/** Goods that nobody brought have a new driver, or nobody wants them: there is nothing left to decide about `delivery`. */
export function endOfTask(delivery: DeliveryRecord, now: number): DeliveryRecord[] {
  const left = withLife(delivery, true);
  return left.drift.length < delivery.drift.length ? [{ ...left, updatedAt: now }] : [];
}

function lifeDrift(delivery: DeliveryRecord, isReplaced: boolean, before: readonly DriftItem[]): DriftItem[] {
  const { state, progress } = delivery;
  const found = state === 'cancelled' ? [...before] : before.filter(({ about }) => about !== 'not_cancelled');
  // Who has been there has found it open, or what became of the goods says more.
  const answered = progress === null ? ['not_delivered'] : ['not_delivered', 'location_closed'];
  const others = found.filter(({ about }) => !answered.includes(about));
  if (state === 'cancelled' && !isReplaced) return found;
  if (state !== 'placed') return others;
  if (progress === 'delivered') return others.filter(({ about }) => staysWhenDelivered.includes(about));
  const known = progress === 'on_its_way' && !isReplaced ? delivery.drift.filter(isUnheard) : [];
  if (isReplaced || (progress !== 'failed' && progress !== 'returned'))
    return [...stayOf(delivery), ...known, ...others];
  return [{ about: 'not_delivered', field: 'delivery', placed: 'to be delivered', now: progress }, ...others];
}

const staysWhenDelivered: readonly DriftItem['about'][] = ['goods_without_driver', 'order_ended'];
