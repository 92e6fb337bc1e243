import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { OrderRecord } from '#deliveries/order.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkCancelled, checkCancelledThere, checkGone } from './check-cancelled.ts';
import { checkCoverage } from './check-coverage.ts';
import { checkDispatched, isUnknowable } from './check-dispatched.ts';
import { checkDriver } from './check-drivers.ts';
import { checkDays, checkPaidAgain, owesUntold } from './check-edits.ts';
import { checkFollowUp } from './check-follow-up.ts';
import { checkDoubled } from './check-goods.ts';
import { checkHeld } from './check-held.ts';
import { checkSlots } from './check-hours.ts';
import { checkMethods } from './check-methods.ts';
import { checkPhones } from './check-phones.ts';
import { checkPlaces } from './check-places.ts';
import { checkRisks } from './check-risks.ts';
import { checkRules } from './check-rules.ts';
import { checkTaken, checkWords, checkWordsOfOrder } from './check-words.ts';
import { replacedIn } from './delivery-rows.ts';
import type { Plan } from './draw-plan.ts';
import type { StoredOrder } from './memory-order-store.ts';
import { checkBrought, checkWord, phoneDigits } from './persons-word.ts';
import { isForeign, type ServiceRow } from './service-row.ts';
import { merchantWords } from './shown-notes.ts';
import { isOver, isPaidFor } from './sim-edits.ts';
import { timing } from './sim-options.ts';
import type { SimWorld } from './sim-world.ts';
import type { Watch } from './watch-history.ts';

const resting = ['placed', 'skipped', 'held', 'needs_attention', 'cancelled'];

/** What must hold once everything rests, whatever happened before. */
export function check(world: SimWorld, watch: Watch, plan: Pick<Plan, 'serene' | 'outage'>): string[] {
  const rows = world.orders.all();
  const violations: string[] = [];
  const references = new Set(rows.flatMap(({ deliveries }) => [...deliveries.keys()]));
  for (const [reference, theirs] of world.service.stored) {
    if (!references.has(reference) && !isForeign(theirs)) violations.push(`${reference} is there and unknown here`);
  }
  violations.push(...checkCalm(world, plan), ...checkOutage(world, plan), ...checkPhones(world));
  violations.push(
    ...rows.flatMap((stored) => [
      ...checkGone(world, stored),
      ...checkRules(world, watch.waited, stored),
      ...checkFollowUp(world, stored),
    ]),
  );
  const balance = new Map<string, number>();
  const known = [...world.shopify.orders.values()].filter(({ shop, id }) => !owesUntold(world, rows, `${shop}/${id}`));
  for (const { shop, id } of known) {
    const row = rows.find((stored) => stored.shop === shop && stored.orderId === id);
    if (!row?.order) violations.push(`order ${shop}/${id} was lost`);
    else violations.push(...checkOrder(world, watch, row, row.order));
    const state = row?.order?.state ?? 'unexplained';
    balance.set(state, (balance.get(state) ?? 0) + 1);
  }
  const explained = resting.reduce((sum, state) => sum + (balance.get(state) ?? 0), 0);
  if (explained !== known.length) violations.push(`the balance does not add up: ${[...balance].join('; ')}`);
  return violations;
}

/** Where nobody dies and nothing is lost, due rows alone move everything: a sweep finds nothing. */
function checkCalm({ shops, sweptAtRest }: SimWorld, { serene }: Pick<Plan, 'serene'>): string[] {
  const isForgotten = serene && shops.uninstalls === 0 && sweptAtRest > 0;
  return isForgotten ? ['something was forgotten until it was swept up'] : [];
}

/** While nothing of the service can be reached, a few calls find it out and then single probes go out. */
function checkOutage(world: SimWorld, { outage }: Pick<Plan, 'outage'>): string[] {
  if (!outage) return [];
  const calls = world.service.calls.filter(
    ({ startedAt }) => startedAt > outage.from + 20_000 && startedAt < outage.to,
  );
  const probes = (outage.to - outage.from) / timing.probeMs;
  const shops = world.shops.domains().length;
  const most = shops * (2 * probes + 8) + 4;
  return calls.length > most ? [`${calls.length} calls during an outage, ${most} are enough`] : [];
}

function checkOrder(world: SimWorld, watch: Watch, stored: StoredOrder, order: OrderRecord): string[] {
  const found: string[] = [];
  const key = `${stored.shop}/${stored.orderId}`;
  const deliveries = [...stored.deliveries.values()];
  const replaced = deliveries.flatMap(({ replaces }) => replaces ?? []);
  if (new Set(replaced).size !== replaced.length) found.push(`${key}: a delivery was replaced twice`);
  if (stored.webhooks.length > 0) found.push(`${key}: webhooks left over`);
  if (!resting.includes(order.state)) found.push(`${key} rests as ${order.state}`);
  if (order.state !== 'placed' && order.reason === null) found.push(`${key} is ${order.state} without a reason`);
  // One that was called off speaks on while it asks what is to become of its goods.
  const asks = deliveries.some(({ drift, closed }) => closed.length < drift.length);
  if (order.state === 'cancelled' && !asks && deliveries.some((one) => one.state === 'placed'))
    found.push(`${key} is called cancelled beside a driver who is booked`);
  if (order.state === 'held') found.push(`${key} is held for ever: ${order.reason?.code}`);
  const isPaid = isPaidFor(world.shopify.order(stored.shop, stored.orderId));
  if (isPaid && !stored.paidAtShopify) found.push(`${key} is missing from the list of paid orders`);
  for (const delivery of deliveries) found.push(...checkDelivery(world, watch, delivery));
  found.push(...checkWordsOfOrder(world, order, deliveries));
  found.push(...checkDoubled(world, key, deliveries, watch), ...checkBrought(deliveries));
  return [...found, ...checkEdits(world, watch, stored, order, deliveries), ...checkNote(world, stored, deliveries)];
}

function checkDelivery(world: SimWorld, watch: Watch, delivery: DeliveryRecord): string[] {
  const { orderReference: reference, state, reason } = delivery;
  const found: string[] = [];
  const theirs = world.service.stored.get(reference);
  if (['queued', 'placing', 'confirming'].includes(state)) found.push(`${reference} rests as ${state}`);
  if (state === 'held') found.push(`${reference} is held for ever: ${reason?.code}`);
  const isDeleted = world.service.dispatched.deleted.has(reference);
  const isLost = isUnknowable(world, delivery, theirs);
  if (state === 'placed') found.push(...checkPlaced(delivery, isLost ? undefined : theirs, isDeleted || isLost));
  const wasThere = theirs !== undefined || isDeleted;
  found.push(...checkWords(world, delivery), ...checkWord(watch, delivery), ...checkTaken(delivery, wasThere));
  if (delivery.leaseUntil !== null) found.push(`${reference} rests under a lease`);
  return found;
}

function checkPlaced(delivery: DeliveryRecord, theirs: ServiceRow | undefined, isDeleted: boolean): string[] {
  const { orderReference: reference, reason, service } = delivery;
  const found: string[] = [];
  if (theirs === undefined && !isDeleted) found.push(`${reference} is placed here and not there`);
  else if (service && theirs && theirs.deliveryId !== service.deliveryId)
    found.push(`${reference} has another id here`);
  if (theirs && isForeign(theirs)) found.push(`${reference} adopted a delivery of somebody else`);
  if (!service && !['slot_not_recognised', 'still_booked_no_way', 'not_cancelled_no_way'].includes(reason?.code ?? ''))
    found.push(`${reference} is placed without an id or a word`);
  if (delivery.writtenBackAt === null) found.push(`${reference} was never written back`);
  return found;
}

/** Nobody drives with the old number any more, or nobody should: another driver goes by the order as it is then. */
const endings: readonly string[] = ['order_ended', 'not_delivered'];

/** What the merchant changed last is either in the deliveries or shown as drift. */
function checkEdits(
  world: SimWorld,
  watch: Watch,
  stored: StoredOrder,
  order: OrderRecord,
  deliveries: readonly DeliveryRecord[],
): string[] {
  const found: string[] = [];
  const inShopify = world.shopify.order(stored.shop, stored.orderId);
  if (!inShopify) return found;
  const key = `${stored.shop}/${stored.orderId}`;
  const { hidden, orders } = world.shopify;
  const now = orders.late.knowable(key, inShopify, hidden.readAt(key));
  if ((now.cancelledAt !== null) !== (order.cancelledAt !== null))
    found.push(`${key}: a stale state of the order was kept`);
  const unsent = deliveries.filter(({ state }) => state === 'needs_attention' || state === 'skipped');
  if (isOver(now) && unsent.some((d) => !d.everUnknown && d.doubt === null)) {
    found.push(`${key} is cancelled and waits for a person`);
  }
  if (!isUnseen(world, order, world.shopify.hidden.untoldAt.get(key))) {
    found.push(
      ...checkCoverage(world, now, order, deliveries),
      ...checkHeld(now, deliveries),
      ...checkPlaces(now, deliveries),
      ...checkAddresses(now, order, deliveries),
      ...checkMethods(world, watch, now, order, deliveries),
      ...checkRisks(world, now, order, deliveries),
      ...checkDays(world, watch, now, order, deliveries),
      ...checkSlots(world, now, deliveries),
      ...checkPaidAgain(world, watch.edits, stored),
    );
  }
  const replaced = replacedIn(deliveries);
  for (const delivery of deliveries) {
    const { orderReference, state, drift, progress } = delivery;
    found.push(...checkDriver(world, delivery, replaced.has(orderReference)));
    found.push(...checkCancelledThere(world, delivery), ...checkDispatched(world, delivery));
    if (isOver(now)) found.push(...checkCancelled(world, delivery));
    if (replaced.has(orderReference) || state !== 'placed' || progress === 'delivered') continue;
    if (drift.some(({ about, field }) => endings.includes(about) || field === 'dropoff_contact_phone')) continue;
    if (isUnseen(world, order, world.shopify.phoneChanged.get(key)?.at)) continue;
    if (hasAnotherPhone(world, watch, key, delivery)) found.push(`${orderReference} drifted in silence`);
  }
  return found;
}

/** What of each order's goods is on hold, once news of it has come. */
export function checkHolds(world: SimWorld): string[] {
  return world.orders.all().flatMap(({ shop, orderId, order, deliveries }) => {
    const now = world.shopify.order(shop, orderId);
    const untoldAt = world.shopify.hidden.untoldAt.get(`${shop}/${orderId}`);
    return now && order && !isUnseen(world, order, untoldAt) ? checkHeld(now, [...deliveries.values()]) : [];
  });
}

/**
 * Changed, and untold, in the very second that was seen last, or under our note or a tag, in what payloads do not show: a sweep's
 * list shows no such change, and reading every order of which that may be would double the calls (decision 7).
 */
function isUnseen(
  { shopify }: SimWorld,
  { shop, orderId, shopifyUpdatedAt }: OrderRecord,
  changedAt: number | undefined,
): boolean {
  const key = `${shop}/${orderId}`;
  if (changedAt === undefined || shopify.hidden.untoldAt.get(key) !== changedAt) return false;
  if (shopify.hidden.isCovered(key)) return true;
  if (!shopify.wholeSeconds) return false;
  return changedAt - (changedAt % 1_000) === shopifyUpdatedAt;
}

/** The order names another number than the driver has, and no correction of a person says why. */
function hasAnotherPhone({ shopify }: SimWorld, watch: Watch, key: string, { request }: DeliveryRecord): boolean {
  const now = phoneDigits(shopify.orders.get(key));
  const corrected = watch.phoneCorrected.get(key);
  const changedAt = shopify.phoneChanged.get(key)?.at ?? 0;
  // What was corrected comes back as it was then: the correction goes on for it.
  const isCorrected = corrected !== undefined && (changedAt <= corrected.at || corrected.over.includes(now));
  return now !== request.dropoff_contact_phone && !isCorrected;
}

function checkNote(world: SimWorld, { shop, orderId }: StoredOrder, deliveries: readonly DeliveryRecord[]): string[] {
  const note = world.shopify.order(shop, orderId)?.note ?? '';
  const found: string[] = [];
  for (const { orderReference, state, writtenBackAt, service } of deliveries) {
    const lines = note.split(/\r\n|\r|\n/).filter((line) => line.startsWith(`Same-day delivery ${orderReference}:`));
    if (state === 'placed' && writtenBackAt !== null && lines.length !== 1) {
      found.push(`${orderReference} stands ${lines.length} times in the note`);
    }
    if (state === 'cancelled' && lines.some((line) => !line.includes('cancelled'))) {
      found.push(`the note still promises ${orderReference}: ${lines[0]}`);
    }
    if (state === 'placed' && service && lines[0] && !lines[0].includes(service.deliveryId)) {
      found.push(`the note names another delivery than ${orderReference}`);
    }
  }
  found.push(...checkDetails(world, `${shop}/${orderId}`, deliveries));
  const words = world.shopify.merchantNotes.get(`${shop}/${orderId}`) ?? '';
  if (merchantWords(note) !== merchantWords(words)) found.push(`${shop}/${orderId}: the merchant's words changed`);
  return found;
}

/** The metafield is the truth where the note cannot be written. */
function checkDetails({ shopify }: SimWorld, key: string, deliveries: readonly DeliveryRecord[]): string[] {
  if (!shopify.orders.has(key)) return [];
  const written: unknown[] = JSON.parse(shopify.details.get(key) ?? '[]');
  const texts = new Set(written.map((detail) => JSON.stringify(detail)));
  return deliveries
    .filter(({ placedAt, writtenBackAt }) => placedAt !== null && writtenBackAt !== null)
    .flatMap(({ orderReference: reference, service, state, note }) => {
      const slot = state === 'cancelled' ? null : (service?.slot ?? null);
      const text = JSON.stringify({ reference, id: service?.deliveryId ?? null, slot, state, note });
      return texts.has(text) ? [] : [`the metafield does not say ${text}`];
    });
}
