import type { DriftItem } from '#api-contract/drift.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { OrderRecord } from '#deliveries/order.ts';
import { shownOf } from '#deliveries/transitions.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import { lacksPhone, phoneIsMissing } from './check-phones.ts';
import { driverBefore, replacedBy, tells } from './delivery-rows.ts';
import { lacksDropoff } from './sim-addresses.ts';
import { isOver, isPaidFor } from './sim-edits.ts';
import { locationNamed, unitsToBring } from './sim-goods.ts';
import type { SimWorld } from './sim-world.ts';
import { mostOf, sumOf, type Units, unitsAt, unitsIn } from './units.ts';

/**
 * Every unit that is still to be brought is in a delivery from its location (booked, waiting, or with a person), or an
 * alarm names it. An order without any delivery speaks for all of its goods by its own state.
 */
export function checkCoverage(
  world: SimWorld,
  now: ShopOrder,
  order: OrderRecord,
  deliveries: readonly DeliveryRecord[],
): string[] {
  if (isOver(now)) return [];
  if (deliveries.length === 0) return order.reason?.code === 'nothing_to_ship' ? unseen(now) : [];
  // The driver before one who was called off comes again for all that he was sent for.
  const left = deliveries.filter(({ state }) => state !== 'cancelled');
  const replaced = replacedBy(left, deliveries);
  const current = left.filter(({ orderReference }) => !replaced.has(orderReference));
  if (speaksForAll(order, current)) return [];
  // Beside a driver who was sent, what a rule leaves out is seen by nobody without an alarm.
  const isSent = deliveries.some(({ placedAt }) => placedAt !== null);
  const bringing = current.filter(({ state }) => !isSent || state !== 'skipped');
  const last = deliveries.filter(({ orderReference }) => !replaced.has(orderReference));
  const covered = sumOf([
    ...bringing.flatMap((one) => [...mayBring(one)]),
    ...deliveries.flatMap(namedByAlarm),
    ...last
      .filter((one) => isPersons(world, one) || (isLeftInDoubt(one) && !isPaidFor(now)))
      .flatMap((one) => piecesBesides(one, driverBefore(one, current, deliveries))),
  ]);
  // What is a person's takes along what was read at a location without a phone number, once that is there, and all that
  // is to go to where nothing can be sent: a press asks for it.
  const isTheirs = ({ state, everUnknown }: DeliveryRecord) => state === 'needs_attention' && !everUnknown;
  const asking = current.find((one) => one.reason?.code === phoneIsMissing || isTheirs(one));
  const readAt = world.shopify.hidden.readAt(`${order.shop}/${order.orderId}`);
  const lacks = (place = '') => lacksDropoff(now, order) || lacksPhone(world, order.shop, place, readAt);
  const isAskedFor = (key: string) => asking !== undefined && lacks(key.split(' at ')[1]);
  const toBring = unitsToBring(now);
  const brought = broughtFromElsewhere(world, deliveries, toBring);
  const isCovered = (key: string, quantity: number) =>
    (covered.get(key) ?? 0) + (brought.get(key.split(' at ')[0] ?? '') ?? 0) >= quantity;
  const missing = [...toBring].filter(([key, quantity]) => !isCovered(key, quantity) && !isAskedFor(key));
  return missing.map(([key, quantity]) => {
    return `#${now.number}: ${quantity} x ${key}, ${covered.get(key) ?? 0} of them in a delivery, and no alarm`;
  });
}

/** While nothing was sent the order speaks for all of its goods, unless it says that there are none: whatever is sent is planned anew. */
function speaksForAll(order: OrderRecord, current: readonly DeliveryRecord[]): boolean {
  const resting = ['needs_attention', 'skipped'];
  const unsent = current.every((d) => resting.includes(d.state) && !d.everUnknown && d.doubt === null);
  const denied = ['already_fulfilled', 'nothing_to_ship'].includes(order.reason?.code ?? '');
  // Nor can it be planned anew while another order holds the reference that it needs: a person is asked for one.
  const asksReference = isWaitingFor(order, 'reference');
  return (unsent || asksReference) && resting.includes(order.state) && !denied;
}

/** What it was sent for beyond what the driver before it brings. */
function piecesBesides(one: DeliveryRecord, before: DeliveryRecord | undefined): (readonly [string, number])[] {
  const known = before && mayBring(before);
  return [...mayBring(one)].map(([key, quantity]) => [key, Math.max(0, quantity - (known?.get(key) ?? 0))]);
}

/** Units by name that were delivered though Shopify had moved all that their driver was sent for from where he collected. */
function broughtFromElsewhere(
  { people }: SimWorld,
  deliveries: readonly DeliveryRecord[],
  toBring: Units,
): Map<string, number> {
  const placed = deliveries.filter(({ state }) => state === 'placed');
  // What an alarm calls undelivered, or a person called off, stands for what is left there.
  const undelivered = deliveries.filter((one) => {
    return one.state === 'cancelled' && (people.calledOff(one) || tells(one, 'not_delivered'));
  });
  const moved = sumOf([...placed, ...undelivered].flatMap((one) => [...unitsAt(one)]));
  for (const key of moved.keys()) moved.set(key, (moved.get(key) ?? 0) - (toBring.get(key) ?? 0));
  const brought = placed.filter((one) => {
    const own = [...unitsAt(one)];
    const isWhole = one.progress === 'delivered' && own.every(([key, quantity]) => (moved.get(key) ?? 0) >= quantity);
    for (const [key, quantity] of isWhole ? own : []) moved.set(key, (moved.get(key) ?? 0) - quantity);
    return isWhole;
  });
  return sumOf(brought.flatMap((one) => [...unitsIn(one.body)]));
}

/** Goods of an order that is left alone as one without any. */
const unseen = (now: ShopOrder): string[] =>
  [...unitsToBring(now)].map(([key, quantity]) => `#${now.number}: ${quantity} x ${key} were never seen`);

/** Units that a driver may bring for it; until one is booked, with whichever of its requests he was sent. */
function mayBring(delivery: DeliveryRecord): Units {
  const { state, everUnknown, earlier } = delivery;
  const isInDoubt = everUnknown && state !== 'placed';
  return isInDoubt && earlier ? mostOf(unitsAt(delivery), unitsAt(earlier)) : unitsAt(delivery);
}

/** What an alarm says that nobody brings; once a person closed it, that stays their word on these very goods. */
function namedByAlarm(delivery: DeliveryRecord): (readonly [string, number])[] {
  return shownOf(delivery).drift.flatMap(({ about, field, now }: DriftItem) => {
    const [, quantity, place] = /^(\d+) \((.*)\)$/u.exec(now) ?? [];
    if (about !== 'goods_without_driver' || place === undefined) return [];
    return [[`${field.replace('goods: ', '')} at ${locationNamed(place)}`, Number(quantity)] as const];
  });
}

/** Its words say that a driver may come; another is a question only once the order is paid. */
const isLeftInDoubt = ({ state, everUnknown, placedAt }: DeliveryRecord): boolean =>
  state === 'cancelled' && everUnknown && placedAt === null;

/** A driver who was booked and comes no more: whether his goods go out again is a person's to say, who called him off or is told of it. */
function isPersons({ people }: SimWorld, delivery: DeliveryRecord): boolean {
  const isTold = tells(shownOf(delivery), 'not_delivered');
  return delivery.state === 'cancelled' && (isTold || people.calledOff(delivery));
}
