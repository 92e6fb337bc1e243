import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { type Change, mergeDeliveries } from '#deliveries/order.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { replacedIn } from './delivery-rows.ts';
import type { StoredOrder } from './memory-order-store.ts';
import { isPosted, isPostLeft, unitsToBring } from './sim-goods.ts';
import type { Call } from './sim-service.ts';
import type { SimWorld } from './sim-world.ts';
import { placeOf, sumOf, type Units, unitsIn } from './units.ts';
import type { Watch } from './watch-history.ts';

const ready = ['OPEN', 'IN_PROGRESS'];

/**
 * Where the order was read as it is now before the claim, a driver is first sent for no more than can be collected, and
 * never again where nothing of that can be, unless a person wants it so.
 */
export function checkThere(
  world: SimWorld,
  { shop, orderId, deliveries }: StoredOrder,
  call: Call,
  { isFirst, claimedOn }: { isFirst: boolean; claimedOn: number | undefined },
): string[] {
  const row = deliveries.get(call.reference);
  const now = world.shopify.order(shop, orderId);
  // What others read between the claim and the first byte, the claim did not know.
  const isNewest = now !== null && Date.parse(now.updatedAt) === claimedOn && !world.shopify.wholeSeconds;
  const isRead = isNewest && !world.shopify.hidden.isMasked(`${shop}/${orderId}`);
  if (!row || !isRead || row.word?.includes('goods_to_deliver')) return [];
  const there = unitsToBring(now, ready);
  const sent = unitsIn(call.body);
  const wanted = [...sent].filter(([name]) => !isPosted(name));
  const leftOf = (name: string) => there.get(`${name} at ${placeOf(row)}`) ?? 0;
  // What a person sent by post is left beside goods that the buyer collects meanwhile.
  if (!isFirst && (isPostLeft(now, sent) || wanted.some(([name]) => leftOf(name) > 0))) return [];
  return wanted.flatMap(([name, quantity]) => {
    const left = leftOf(name);
    return left < quantity ? [`${call.reference} is sent for ${quantity} x ${name}, and ${left} are there`] : [];
  });
}

/**
 * Notes the units that their drivers could not collect any more when others went for them: as an alarm said to the person
 * who sent these, or because they have left where what was sent on with less may have gone out for them.
 */
export function noteGone(
  world: SimWorld,
  watch: Pick<Watch, 'goneWhenSent'>,
  { shop, orderId, before }: { shop: ShopDomain; orderId: OrderId; before: readonly DeliveryRecord[] },
  { audit = [], deliveries = [], order }: Change,
): void {
  const isAsked = audit.some(({ action }) => action === 'send_goods' || action === 'send_as_new');
  if (!isAsked && deliveries.every(({ state }) => state !== 'placing')) return;
  const all = mergeDeliveries(before, deliveries);
  // Whom a new driver replaces is not counted beside him.
  const replaced = replacedIn(all);
  const others = all.filter(({ orderReference }) => !replaced.has(orderReference));
  const told = (isAsked ? others.flatMap(({ drift }) => drift) : [])
    .filter(({ about }) => about === 'goods_gone')
    .map(({ field, placed, now }) => [field.replace('items: ', ''), Number(placed) - Number(now)] as const);
  const inShopify = world.shopify.order(shop, orderId);
  // What left since the order was read, the next reading tells.
  const isRead = inShopify !== null && Date.parse(inShopify.updatedAt) <= (order?.shopifyUpdatedAt ?? 0);
  const there = isRead ? unitsToBring(inShopify) : new Map<string, number>();
  for (const [name, units] of sumOf([...told, ...others.flatMap((one) => sentWithMore(world, one, there))])) {
    const at = `${shop}/${orderId} ${name}`;
    watch.goneWhenSent.set(at, Math.max(watch.goneWhenSent.get(at) ?? 0, units));
  }
}

/** Units that a driver was, or may have been, sent for beyond what the row says, and that are where he collects no more. */
function sentWithMore(
  { service }: SimWorld,
  { orderReference, request, body, locationId, earlier }: DeliveryRecord,
  there: Units,
): [string, number][] {
  const theirs = service.stored.get(orderReference);
  const booked = theirs?.customerIdentifier === request.customer_identifier ? theirs.body : body;
  const place = placeOf(earlier ?? { body, locationId });
  const now = unitsIn(body);
  return [...unitsIn(earlier?.body ?? booked)].flatMap(([name, units]) => {
    const left = there.get(`${name} at ${place}`) ?? 0;
    const less = Math.min(units - (now.get(name) ?? 0), units - left);
    return less > 0 ? [[name, less]] : [];
  });
}

/** No unit is on two drivers' lists but by a person's "send as a new delivery", none that goes by post, none under TEST-. */
export function checkDoubled(
  world: SimWorld,
  key: string,
  deliveries: readonly DeliveryRecord[],
  { sentAsNew, sentByPress, goneWhenSent }: Pick<Watch, 'sentAsNew' | 'sentByPress' | 'goneWhenSent'>,
): string[] {
  const pressed = sentByPress.has(key);
  const everOrdered = world.shopify.everOrdered.get(key) ?? new Map<string, number>();
  const found: string[] = [];
  const driven: (readonly [name: string, quantity: number])[] = [];
  const news = deliveries.filter(({ shop, orderReference }) => sentAsNew.has(`${shop} ${orderReference}`));
  const renewed = new Set(news.map(({ replaces }) => replaces));
  for (const { orderReference, account, request, state, reason } of deliveries) {
    const theirs = world.service.stored.get(orderReference);
    if (theirs?.customerIdentifier !== request.customer_identifier || !account) continue;
    if (orderReference.startsWith('TEST-')) found.push(`${orderReference} is a live order at the test service`);
    if ([...unitsIn(theirs.body).keys()].some(isPosted) && !pressed)
      found.push(`${orderReference} takes posted goods along`);
    // Whom the service sends all the same once it had cancelled him the app can only tell of, which is checked beside.
    const isTakenBack = state === 'cancelled' && theirs.past.includes('CANCELLED');
    // Of whom the service never tells a person was told, before they sent what had come back.
    const isTold =
      pressed && world.service.deniesForMs === Number.POSITIVE_INFINITY && reason?.code === 'order_ended_in_doubt';
    if (theirs.state === 'CANCELLED' || isTakenBack || isTold || renewed.has(orderReference)) continue;
    driven.push(...unitsIn(theirs.body));
  }
  const most = (name: string) => (everOrdered.get(name) ?? 0) + (goneWhenSent.get(`${key} ${name}`) ?? 0);
  const doubled = [...sumOf(driven)].filter(([name, quantity]) => quantity > most(name));
  found.push(...doubled.map(([name, quantity]) => `${key} was doubled: ${quantity} x ${name} are on the way`));
  return found;
}
