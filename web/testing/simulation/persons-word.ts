import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { Change, OrderRecord } from '#deliveries/order.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { checkSentBeside } from './check-dispatched.ts';
import { isPostLeft, unitsToBring } from './sim-goods.ts';
import type { Call } from './sim-service.ts';
import type { SimWorld } from './sim-world.ts';
import { placeOf, unitsIn } from './units.ts';
import type { Watch } from './watch-history.ts';

/** Whether a change carries out a press: something goes, or waits to go. A press that sends nothing is none. */
export function sendsByPress({ audit = [], order, deliveries = [] }: Change): boolean {
  if (!audit.some(({ action }) => ['send_again', 'fix_and_send', 'send_as_new', 'send_goods'].includes(action)))
    return false;
  const going = ['queued', 'placing', 'confirming', 'held'];
  return going.includes(order?.state ?? '') || deliveries.some(({ state }) => going.includes(state));
}

/** What is against a word that was kept: the order, never the goods that were gone when it was given. */
export function checkWord(
  { sentForGoods }: Pick<Watch, 'sentForGoods'>,
  { shop, replaces, state, reason, orderReference }: DeliveryRecord,
): string[] {
  const takenBack = reason?.code === 'already_fulfilled' || reason?.code === 'goods_moved';
  if (replaces === null || state === 'placed' || !takenBack || sentForGoods.has(`${shop} ${orderReference}`)) return [];
  return [`${orderReference}: a person's word was taken back`];
}

/** What ended because another delivery of the order brings its goods: there was one for some of them. */
export function checkBrought(deliveries: readonly DeliveryRecord[]): string[] {
  const isBrought = ({ reason }: DeliveryRecord): boolean => reason?.code === 'goods_brought';
  return deliveries.filter(isBrought).flatMap(({ orderReference, replaces, lines, updatedAt }) => {
    const isOther = (one: DeliveryRecord) => one.orderReference !== replaces && one.createdAt <= updatedAt;
    const others = deliveries.filter((one) => !isBrought(one) && isOther(one));
    const brought = new Set(others.flatMap((one) => one.lines.map(({ lineItemId }) => lineItemId)));
    return lines.some(({ lineItemId }) => brought.has(lineItemId))
      ? []
      : [`${orderReference} ended, and nobody brings its goods`];
  });
}

/** Also one that could not go out at once, and waits for a person. */
const isAnotherDriver = ({ audit = [] }: Change): boolean =>
  audit.some(({ action }) => action === 'send_as_new' || action === 'send_refused');

/** Longest that an answer is under way: what came in the second that it shows, it may have missed. */
const readingMs = 1_000;

/** Another driver is a person's word; another prefix for the same goods keeps number, location and sending. */
export function newRow(
  world: SimWorld,
  watch: Pick<Watch, 'sentAsNew' | 'sentForGoods'>,
  delivery: DeliveryRecord,
  { before, change }: { before: readonly DeliveryRecord[]; change: Change },
): string[] {
  const { shop, orderId, orderReference, replaces } = delivery;
  const order = world.shopify.order(shop, orderId);
  const place = placeOf(delivery);
  const goods = order === null ? [] : [...unitsToBring(order).keys()].filter((key) => key.endsWith(` ${place}`));
  // What came to the goods since the order was read, the next reading tells.
  const changedAt = world.shopify.hidden.goodsAt.get(`${shop}/${orderId}`) ?? Number.NEGATIVE_INFINITY;
  const isOlder =
    order !== null &&
    (Date.parse(order.updatedAt) > (change.order?.shopifyUpdatedAt ?? 0) ||
      world.scheduler.now() - changedAt < readingMs);
  const hasGoods = goods.length > 0 || isOlder || (order !== null && isPostLeft(order, unitsIn(delivery.body)));
  if (isAnotherDriver(change)) {
    watch.sentAsNew.add(`${shop} ${orderReference}`);
    const isCalledOff = before.some((old) => old.orderReference === replaces && old.state === 'cancelled');
    if (isCalledOff && hasGoods) watch.sentForGoods.add(`${shop} ${orderReference}`);
    return checkSentBeside(world, delivery, before);
  }
  if (replaces === null) return [];
  const isForGoods = watch.sentAsNew.has(`${shop} ${replaces}`)
    ? watch.sentForGoods.has(`${shop} ${replaces}`)
    : hasGoods;
  if (isForGoods) watch.sentForGoods.add(`${shop} ${orderReference}`);
  const bare = (reference: string) => reference.replace(/^[A-Za-z-]*(?=\d)/, '');
  return bare(orderReference) === bare(replaces) ? [] : [`${replaces} was renamed to ${orderReference}`];
}

/** A person may correct what a look-up has denied: the reference keeps it one driver, whichever body arrived. */
export function isCorrected(place: Call, before: readonly Call[], pressedAt: number): boolean {
  return before.slice(before.indexOf(place)).some(({ answer, finishedAt }) => {
    return answer === 'not_found' && finishedAt !== null && finishedAt < pressedAt;
  });
}

/** Within it an action reads the order, of a replica that may lag, and writes down what it decides. */
const readMs = 10_000;

/** Notes when a person last corrected the phone number. */
export function noteCorrection(
  { shopify }: SimWorld,
  watch: Pick<Watch, 'phoneCorrected'>,
  { key, before, now }: { key: string; before: OrderRecord | null; now: number },
  { order }: Change,
): void {
  if (!order || correctionOf(order) === correctionOf(before)) return;
  const changed = shopify.phoneChanged.get(key);
  // What the person corrected was read a moment ago.
  const known = changed && now - changed.at < readMs ? [digitsOf(changed.before)] : [];
  watch.phoneCorrected.set(key, { at: now, over: [phoneDigits(shopify.orders.get(key)), ...known] });
}

const digitsOf = (phone?: string | null): string | undefined => phone?.replace(/\D/g, '');

export const phoneDigits = (order: ShopOrder | undefined): string | undefined =>
  digitsOf(order?.shippingAddress?.phone);

/** Who corrects to the same number once more, over what the order says by then, means it still. */
function correctionOf(order?: OrderRecord | null): string {
  const said = order?.saidWhenCorrected['*']?.dropoff_contact_phone;
  return `${order?.corrections['*']?.dropoff_contact_phone} over ${said}`;
}
