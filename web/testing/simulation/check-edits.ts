import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { Change, OrderRecord } from '#deliveries/order.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import { toCome } from './delivery-rows.ts';
import type { StoredOrder } from './memory-order-store.ts';
import { localDay } from './service-row.ts';
import { unitsToBring } from './sim-goods.ts';
import type { Call } from './sim-service.ts';
import type { SimWorld } from './sim-world.ts';
import type { Watch } from './watch-history.ts';

/** What the rows said of orders that were edited, by shop and order, or by shop and reference. */
export interface EditWatch {
  /** Since when something is called too late; epoch ms. */
  lateSince: Map<string, number>;
  /** Instants at which the order was read as owing. */
  seenOwing: Map<string, number>;
  /** When an order was first read with a payment, by shop, order and its instant; epoch ms. */
  paymentReadAt: Map<string, number>;
}

export const editWatch = (): EditWatch => ({
  lateSince: new Map(),
  seenOwing: new Map(),
  paymentReadAt: new Map(),
});

const tooLate = ['too_old', 'too_late', 'too_late_cut_off', 'too_late_in_doubt'];

/** Notes what one write says. */
export function noteEdits(
  world: SimWorld,
  watch: EditWatch,
  { shop, orderId }: { shop: string; orderId: string },
  { order, deliveries = [] }: Change,
): void {
  const now = world.scheduler.now();
  const key = `${shop}/${orderId}`;
  if (order && !order.paid && owesAt(world, key, order.shopifyUpdatedAt))
    watch.seenOwing.set(key, order.shopifyUpdatedAt);
  const payment = `${key} ${order?.paidAt}`;
  if (order?.paid && !watch.paymentReadAt.has(payment)) watch.paymentReadAt.set(payment, now);
  for (const row of deliveries) {
    noteLate(watch, `${shop} ${row.orderReference}`, row.reason?.code, now);
  }
  if (order) noteLate(watch, key, order.reason?.code, now);
}

function noteLate({ lateSince }: EditWatch, name: string, code: string | undefined, now: number): void {
  if (!tooLate.includes(code ?? '')) lateSince.delete(name);
  else if (!lateSince.has(name)) lateSince.set(name, now);
}

/**
 * Whether the order surely owed money at one of its instants: whole seconds do not tell what changed in the same one, and a
 * note of ours in it leaves the reading a millisecond older.
 */
function owesAt({ edits, shopify }: SimWorld, key: string, instant: number): boolean {
  const isAfter = (from: number) => (shopify.wholeSeconds ? instant > from : instant >= from);
  return (edits.owed.get(key) ?? []).some(
    ({ from, to }) => isAfter(from) && (to === null || instant < to - Number(shopify.wholeSeconds)),
  );
}

/**
 * Whether the order owes money for good, or got all of it back, and nothing of it ever came while it was paid: neither a webhook nor a list of paid
 * orders. Only one that is paid in full is taken up.
 */
export function owesUntold({ edits, shopify }: SimWorld, rows: readonly StoredOrder[], key: string): boolean {
  const row = rows.find(({ shop, orderId }) => `${shop}/${orderId}` === key);
  const isUntold = !row || (row.order === null && row.webhooks.length === 0 && !row.paidAtShopify);
  const isPaidBack = shopify.orders.get(key)?.financialStatus === 'REFUNDED';
  return isUntold && (isPaidBack || edits.owed.get(key)?.at(-1)?.to === null);
}

/** Nothing is claimed of an order that owes money, and unasked nothing of one that names a day which is not today, or is to travel otherwise. */
export function checkEdited(
  world: SimWorld,
  { shop, orderId, orderReference: reference, word }: DeliveryRecord,
  call: Call,
  claimedOn: number | undefined,
): string[] {
  const key = `${shop}/${orderId}`;
  if (claimedOn === undefined) return [];
  const found: string[] = [];
  if (owesAt(world, key, claimedOn)) found.push(`${reference} is sent while its order owes money`);
  const named = world.edits.namedAt(key, claimedOn);
  const [text, day] = named.at(-1) ?? ['', ''];
  // Within one second it named more than one: nobody knows which was read.
  const isNewest = named.every(([other]) => other === text);
  const isFit = day === '' || (day !== null && day <= localDay(call.startedAt) && day >= localDay(claimedOn));
  if (word === null && world.edits.isOtherMethodAt(key, claimedOn))
    found.push(`${reference} is sent though its method was edited`);
  if (word === null && world.edits.isRiskyAt(key, claimedOn))
    found.push(`${reference} is sent though Shopify warns of it`);
  if (word === null && isNewest && !isFit) found.push(`${reference} is sent though its order names ${text}`);
  return found;
}

/** An order that was paid in full is judged anew, and nothing of it is too late by an earlier payment. */
export function checkPaidAgain(world: SimWorld, watch: EditWatch, { shop, orderId, ...stored }: StoredOrder): string[] {
  const key = `${shop}/${orderId}`;
  const span = world.edits.owed.get(key)?.at(-1);
  if (!span || span.paidAt === null || span.to === null) return [];
  // While another order holds its reference nothing of it is laid over its rows.
  if (stored.order && isWaitingFor(stored.order, 'reference')) return [];
  const { paidAt } = span;
  const rows = [
    { name: key, reason: stored.order?.reason },
    ...[...stored.deliveries.values()].map((row) => ({ name: `${shop} ${row.orderReference}`, reason: row.reason })),
  ];
  const { maxAgeHours, cutOff } = world.shops.record(shop).settings.automation;
  // Where nobody saw it owe, its first payment was that of the whole.
  const isSeen = (watch.seenOwing.get(key) ?? 0) >= span.from && cutOff === null;
  return rows.flatMap(({ name, reason }) => {
    const since = watch.lateSince.get(name);
    // What was left to a person in doubt before anybody knew of the payment stays theirs.
    const readAt = watch.paymentReadAt.get(`${key} ${paidAt}`) ?? Number.POSITIVE_INFINITY;
    const isLeft = reason?.code === 'too_late_in_doubt' && since !== undefined && since < readAt;
    const isLate = since !== undefined && since < paidAt + maxAgeHours * 3_600_000 && !isLeft;
    if (isSeen && isLate) return [`${name} is ${reason?.code} by an earlier payment than that of the whole`];
    return reason?.code.startsWith('not_paid') ? [`${name} was paid in full, and is ${reason.code}`] : [];
  });
}

/** A driver who comes on another day than the order names by now is told of, and of no other. */
export function checkDays(
  world: SimWorld,
  { claimedOn }: Pick<Watch, 'claimedOn'>,
  now: ShopOrder,
  order: OrderRecord,
  deliveries: readonly DeliveryRecord[],
): string[] {
  const isReadable = world.edits.namedAtLast(`${order.shop}/${order.orderId}`)[1] !== null;
  const asked = [order, ...deliveries].filter(({ reason }) => reason?.code === 'delivery_day_unreadable');
  const inVain = isReadable ? asked.map(() => `${order.orderId} waits for a person by a day that was put right`) : [];
  const ofDrivers = toCome(now, deliveries).flatMap((row) => {
    const { shop, orderId, orderReference: reference, service, locationId, request } = row;
    const key = `${shop}/${orderId}`;
    const [text, day] = world.edits.namedAtLast(key);
    const ofDay = row.drift.filter(({ field }) => field === 'delivery_day');
    const told = ofDay.find(({ about }) => about === 'request');
    const wanted = day ?? text;
    // What was named when he was sent was decided on then.
    const before = (claimedOn.get(`${reference} ${request.customer_identifier}`) ?? []).flatMap((at) =>
      world.edits.namedAt(key, at),
    );
    const wasNamed = before.map(([words, named]) => named ?? words);
    const comes = service?.slot ? localDay(Date.parse(service.slot.start)) : null;
    const isSame = wanted === '' || wanted === comes || wasNamed.every((named) => named === wanted);
    if (told)
      return !isSame && told.now === wanted
        ? []
        : [`${reference} tells of ${told.now}, and its order names ${wanted || 'no day'}`];
    const isThere = [...unitsToBring(now).keys()].some((name) => name.endsWith(` at ${locationId}`));
    const isOther = isThere && comes !== null && !isSame && !wasNamed.includes(wanted);
    if (isOther) return [`${reference} comes on ${comes}, its order names ${wanted}, and nobody is told`];
    const isSteady = isThere && wasNamed.every((named) => named === day);
    return checkLater(row, { comes: comes ?? '', named: day ?? '', isSteady });
  });
  return [...inVain, ...ofDrivers];
}

/** `isSteady`: the order has named that day since before the driver was sent, and still wants its goods from there. */
function checkLater(
  { orderReference, drift, placedAt }: DeliveryRecord,
  { comes, named, isSteady }: { comes: string; named: string; isSteady: boolean },
): string[] {
  const isLater = named !== '' && named < comes;
  const told = drift.find(({ about }) => about === 'later_day');
  if (told) {
    const isTrue = isLater && told.now === named && told.placed === comes;
    return isTrue
      ? []
      : [`${orderReference} tells of ${told.placed} for ${told.now}: it comes on ${comes} for ${named}`];
  }
  const isUntold = isSteady && isLater && placedAt !== null && localDay(placedAt) <= named;
  return isUntold ? [`${orderReference} comes on ${comes}, later than ${named}, and nobody is told`] : [];
}
