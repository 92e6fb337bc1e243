import type { AttemptRecord, DeliveryRecord } from '#deliveries/delivery.ts';
import { type Change, deliveryOf, type OrderAggregate, type OrderRecord } from '#deliveries/order.ts';
import { whatIsWrongWithStanding } from '#placement/testing/what-is-wrong-with-held.ts';
import { cancelViolations } from './check-cancelled.ts';
import { type EditWatch, editWatch, noteEdits } from './check-edits.ts';
import { noteGone } from './check-goods.ts';
import { byItself, noteWaiting } from './check-rules.ts';
import type { StoredOrder } from './memory-order-store.ts';
import { newRow, noteCorrection, sendsByPress } from './persons-word.ts';
import { timing } from './sim-options.ts';
import type { Call } from './sim-service.ts';
import type { SimWorld } from './sim-world.ts';
import { noteClaims, noteRemade, ownerViolations, placeViolations, wasStopped } from './watch-calls.ts';

/** What was seen while a schedule ran. */
export interface Watch {
  violations: string[];
  /** Orders for which a press sent something. */
  sentByPress: Set<string>;
  /** References that a person's "send as a new delivery" made: second drivers that were asked for. */
  sentAsNew: Set<string>;
  /** What a person sent anew for goods that could be collected then: another prefix, or another driver once none had them any more. */
  sentForGoods: Set<string>;
  /** Units by order and name that a person sent a driver for, where another's could not be collected any more. */
  goneWhenSent: Map<string, number>;
  /** When a person last corrected the recipient's phone number (epoch ms), and over which digits of Shopify's, by order. */
  phoneCorrected: Map<string, { at: number; over: (string | undefined)[] }>;
  /** On which readings of its order each delivery was claimed (Shopify's instants, epoch ms), by reference and customer. */
  claimedOn: Map<string, number[]>;
  /** Orders that waited to go by themselves at some time. */
  waited: Set<string>;
  edits: EditWatch;
}

/** A run that goes on by itself waits for another's lease at most: every other time stands in the rows. */
const longestWaitMs = timing.leaseMs + 31_000;

const perKey = () => new Map<string, number>();

/** Nothing was seen yet. */
export const newWatch = (): Watch => ({
  violations: [],
  sentAsNew: new Set(),
  sentForGoods: new Set(),
  sentByPress: new Set(),
  goneWhenSent: new Map(),
  phoneCorrected: new Map(),
  claimedOn: new Map(),
  waited: new Set(),
  edits: editWatch(),
});

/** Watches every call and every write of a schedule for what may never happen, whatever comes of it in the end. */
export function watchHistory(world: SimWorld): Watch {
  const watch = newWatch();
  const calls = new Map<string, Call[]>();
  const cancelledSince = perKey();
  /** When a person last pressed for an order, by customer: every order has its own. */
  const pressedAt = perKey();
  const [begun, retries, remadeAt] = [world.scheduler.now(), perKey(), perKey()];
  world.service.onCall = (call) => {
    world.log(`${call.process.name} ${call.kind} ${call.reference} ${call.customer}`);
    const key = `${call.reference} ${call.customer}`;
    const before = calls.get(key) ?? [];
    const fresh = !wasStopped(call.process, call.startedAt);
    if (call.kind === 'place') {
      const times = { pressedAt: pressedAt.get(call.customer) ?? 0, remadeAt: remadeAt.get(key) ?? 0 };
      if (fresh) watch.violations.push(...placeViolations(world, call, before, times));
      const first = { isFirst: before.length === 0, claimedOn: watch.claimedOn.get(key)?.at(-1) };
      watch.violations.push(...ownerViolations(world, call, { fresh, ...first }, cancelledSince));
      watch.violations.push(...byItself(world, call, watch.sentByPress));
    }
    calls.set(key, [...before, call]);
  };
  world.service.onCancel = (row) => {
    world.log(`cancel ${row.orderReference} ${row.customerIdentifier}`);
    watch.violations.push(...cancelViolations(world, row));
  };
  let settled = 0;
  world.service.onAnswer = (call) => {
    if (['placed', 'duplicate', 'refused', 'found'].includes(call.answer ?? '')) settled += 1;
    world.log(`${call.process.name} ${call.kind} ${call.reference} ${call.answer}`);
  };
  const countRetry = (shop: string, now: number): void => {
    const allowed = 11 + (now - begun) / timing.probeMs + settled;
    if (count(retries, shop) > allowed) watch.violations.push(`${shop} retries beyond its budget`);
  };
  world.orders.onWrite = ({ shop, orderId, before, change }) => {
    const key = `${shop}/${orderId}`;
    const now = world.scheduler.now();
    if (sendsByPress(change)) watch.sentByPress.add(key);
    if (goesBack(before.order, change)) watch.violations.push(`${key}: an older state was laid over a newer one`);
    watch.violations.push(...forgotten(world.orders.stored(shop, orderId), change, now));
    if (change.order?.cancelledAt != null && !cancelledSince.has(key)) cancelledSince.set(key, now);
    const pressed = isPressed(change);
    noteCorrection(world, watch, { key, before: before.order, now }, change);
    noteGone(world, watch, { shop, orderId, before: before.deliveries }, change);
    noteRemade(remadeAt, before.deliveries, change, now);
    noteWaiting(watch.waited, key, change);
    noteClaims(watch.claimedOn, before, change);
    noteEdits(world, watch.edits, { shop, orderId }, change);
    const customer = change.deliveries?.[0]?.request.customer_identifier;
    if (pressed && customer) pressedAt.set(customer, now);
    watch.violations.push(...heldViolations(key, before, change, now));
    if (isRetry(before.deliveries, change.attempts ?? [], world.shops.health(shop).breaker)) countRetry(shop, now);
    for (const delivery of change.deliveries ?? []) {
      world.log(lineOf(delivery));
      const old = before.deliveries.find(({ orderReference }) => orderReference === delivery.orderReference);
      watch.violations.push(...rowViolations(world, old, delivery, pressed), ...fenceViolations(old, change));
      watch.violations.push(...closedViolations(old, delivery, change));
      if (!old) watch.violations.push(...newRow(world, watch, delivery, { before: before.deliveries, change }));
    }
  };
  world.onGoesOn = ({ shop, orderId }, at) => {
    const inMs = at - world.scheduler.now();
    if (inMs > longestWaitMs) watch.violations.push(`${shop}/${orderId} goes on only in ${inMs} ms`);
  };
  world.shopify.onWordsLost = (shop, id) => watch.violations.push(`${shop}/${id}: words of the merchant were lost`);
  return watch;
}

/**
 * What is held says what ends it, at the moment that it is first written down: another's answer may be written as it ends,
 * and the order then says of itself what one of its deliveries has said before.
 */
function heldViolations(
  key: string,
  before: OrderAggregate,
  { order, deliveries = [] }: Change,
  now: number,
): string[] {
  const orderRows = [before.order, ...before.deliveries];
  const rows = [
    ...(order ? [{ row: order, known: orderRows }] : []),
    ...deliveries.map((row) => ({ row, known: [deliveryOf(before, row.orderReference)] })),
  ];
  return rows.flatMap(({ row, known }) => {
    const until = row.reason?.until;
    const isPromised = until && known.some((one) => one?.reason?.until === until);
    const wrong = whatIsWrongWithStanding(row, isPromised ? 0 : now);
    return wrong === null ? [] : [`${key}: ${wrong}`];
  });
}

/** Counts one more under the key, and says how many that makes. */
function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

/** By more than the millisecond by which our write in the second that was read puts that in doubt. */
function goesBack(before: OrderRecord | null, { order }: Change): boolean {
  return before !== null && order != null && order.shopifyUpdatedAt < before.shopifyUpdatedAt - 1;
}

/** What came just now and is done with though the order was read as it was before: nobody saw what it tells of. */
function forgotten({ webhooks, orderId }: StoredOrder, { order, webhooksDone = [] }: Change, now: number): string[] {
  if (!order || order.reason?.code === 'gone_from_shopify') return [];
  const done = webhooks.filter(({ id, receivedAt }) => webhooksDone.includes(id) && now - receivedAt < 2_000);
  const unread = done.filter(({ payloadUpdatedAt: at }) => at !== null && at > order.shopifyUpdatedAt + 1);
  return unread.map(({ id }) => `${orderId}: webhook ${id} of a state that was not read is done with`);
}

/** A person asked for the delivery, with or without corrections. */
function isPressed({ audit = [] }: Change): boolean {
  return audit.some(({ action }) => action === 'send_again' || action === 'fix_and_send');
}

/** A claim of something unsettled that failed before, with the breaker closed: it takes one from the budget, a cancellation none. */
function isRetry(deliveries: readonly DeliveryRecord[], attempts: readonly AttemptRecord[], breaker: string): boolean {
  const claimed = attempts.find(({ outcome }) => outcome === 'open');
  const row = deliveries.find(({ orderReference }) => orderReference === claimed?.orderReference);
  if (breaker !== 'closed' || row === undefined || row.service !== null) return false;
  return row.failures > 0 && row.leaseUntil === null;
}

const lineOf = ({ orderReference, state, reason, fence }: DeliveryRecord): string =>
  `row ${orderReference} ${state}/${reason?.code ?? ''} fence ${fence}`;

/** A row is written under the fence that it has: an answer that comes after another claim changes nothing. */
function fenceViolations(old: DeliveryRecord | undefined, { attempts = [] }: Change): string[] {
  if (!old) return [];
  const { orderReference, fence } = old;
  const stale = attempts.some((made) => {
    return made.orderReference === orderReference && made.finishedAt !== null && made.fence < fence;
  });
  return stale ? [`${orderReference}: an answer was written down under an old fence`] : [];
}

/** What differs is a person's to close. */
function closedViolations(old: DeliveryRecord | undefined, row: DeliveryRecord, { audit = [] }: Change): string[] {
  const isNew = row.closed.length > (old?.closed.length ?? 0);
  return isNew && !audit.some(({ action }) => action === 'acknowledge')
    ? [`${row.orderReference}: an alarm was closed by nobody`]
    : [];
}

/** What no write may do to a delivery's row. */
function rowViolations(
  world: SimWorld,
  old: DeliveryRecord | undefined,
  row: DeliveryRecord,
  pressed: boolean,
): string[] {
  if (!old) return [];
  const found: string[] = [];
  const { orderReference: reference } = row;
  if (row.fence < old.fence) found.push(`${reference}: the fence went back`);
  if (old.state === 'placed' && row.state !== 'placed' && row.state !== 'cancelled') {
    found.push(`${reference} was placed and became ${row.state}`);
  }
  const isAnew = world.service.dispatched.anew.has(reference);
  if (old.service && row.service && old.service.deliveryId !== row.service.deliveryId && !isAnew) {
    found.push(`${reference}: the delivery id changed`);
  }
  const free = old.doubt === null && (!old.everUnknown || pressed);
  const isAdopted = row.state === 'placed' && row.body === old.earlier?.body;
  if (row.body !== old.body && !free && !isAdopted)
    found.push(`${reference}: a request that may exist at the service was changed`);
  const theirs = world.service.stored.get(reference);
  if (
    old.everUnknown &&
    !row.everUnknown &&
    (!theirs || theirs.customerIdentifier === row.request.customer_identifier)
  ) {
    found.push(`${reference}: an unknown fate was forgotten`);
  }
  const sent = row.state === 'placing' && old.state !== 'placing';
  if (sent && row.fence === old.fence) found.push(`${reference} was claimed without a new fence`);
  return found;
}
