import { deadlineOf } from '#placement/cut-off.ts';
import type { FailedRule } from '#placement/eligibility.ts';
import { foundBy } from '#placement/found-by.ts';
import { fraudRiskOf } from '#placement/fraud-risk.ts';
import { goodsToDeliver } from '#placement/goods.ts';
import { sendableFrom } from '#placement/sendable-from.ts';
import { isPaid, type ShopOrder } from '#placement/shop-order.ts';
import { isWaitingFor, openedAtOf, waitingFor } from '#placement/waiting.ts';
import type { DeliveryRecord } from '../delivery.ts';
import {
  type Change,
  currentDeliveries,
  type Decided,
  deliveryOf,
  mergeDeliveries,
  noteHash,
  type OrderAggregate,
  type OrderRecord,
  type ReferenceConflict,
  type WaitingWebhook,
} from '../order.ts';
import { speaksForOrder } from '../order-state.ts';
import { reservedReason } from '../reasons.ts';
import { askPerson, awaitsReading, isEditable, waitsForReading } from '../transitions.ts';
import { isDenied, isDeniedAndLeft, leftInDoubt } from './after-denial.ts';
import { correctedIn } from './corrected-in.ts';
import { withDrift } from './drift.ts';
import { fingerprintAfterRead } from './echo.ts';
import { couldGoSince, judgeOf, withHoursThatCount, wordForNewUntil, wordOfOrder } from './judge.ts';
import { withWhatIsKnown } from './known-locations.ts';
import { earliestOf, editedUntil, exchangedUntil, lookAgainAt, lookForGoodsAt } from './look-again.ts';
import { mapGoods } from './map-goods.ts';
import { newOrder } from './new-order.ts';
import { paidInFullAt, payableSince } from './paid-at.ts';
import { type Planned, planDeliveries } from './plan.ts';
import { hidesGoods, isReadBehind, unseenWebhooks } from './replica-lag.ts';
import type { SnapshotContext } from './snapshot-context.ts';
import { mayStillGo, notedByUs, standingBy, standingOfOrder, underRules } from './standing.ts';
import { awaitsGoods, isOfGoneOrder, wantCancelled } from './want-cancelled.ts';

/** What became of the order. `stale`: it has moved on since it was read. */
export type SnapshotResult =
  | ({ kind: 'applied'; failed: readonly FailedRule[] } & Pick<Planned, 'problem' | 'sent' | 'withoutDriver'>)
  | { kind: 'stale' };

/**
 * Lays what Shopify says of an order now over what is stored: decides, maps, reserves references and freezes requests.
 * Deliveries that may already exist at the service are never changed here; a difference to them becomes drift.
 */
export function applySnapshot(
  aggregate: OrderAggregate,
  read: ShopOrder,
  given: SnapshotContext,
): Decided<SnapshotResult> {
  const { now, deliveries: stored } = aggregate;
  if (isStale(aggregate, read, given)) return { change: null, result: { kind: 'stale' } };
  const snapshot = withWhatIsKnown(read, aggregate);
  const context = { ...given, shop: withHoursThatCount(given.shop, stored) };
  const base = orderRecord(aggregate, snapshot, context);
  const { automation } = context.shop.settings;
  const goods = mapGoods(snapshot, context.shop.settings, { corrections: base.corrections, deliveries: stored, now });
  const judge = judgeOf(aggregate, snapshot, context, base);
  const planned = planDeliveries({ aggregate, order: base, judge, goods, snapshot, context });
  const { problem, sent, withoutDriver } = planned;
  const told = { ownWrite: base.ownWrite, webhooks: context.webhooks };
  const goodsUntil = exchangedUntil(snapshot, context, now);
  const deliveries = wantCancelled(
    aggregate,
    withDrift(aggregate, planned, goods, snapshot, { shop: given.shop, timeZone: context.courier.timeZone }),
    snapshot,
    goodsUntil !== null,
  );
  const all = mergeDeliveries(aggregate.deliveries, deliveries);
  const latestOpening = Math.max(...[base, ...all.filter(speaksForOrder)].map((one) => one.openedAt ?? 0)) || null;
  const after = goods.fresh.length > 0 ? all : undefined;
  const decision = judge(wordOfOrder(aggregate, context.person, after), latestOpening);
  const byRules = standingBy(decision, all);
  const noted = all.length === 0 && decision.verdict === 'cancelled' ? notedByUs(snapshot, context) : null;
  const own = noted ?? byRules;
  const waiting = [own, ...all.filter((delivery) => isWaitingFor(delivery, 'opening', 'release', 'packing'))];
  const deadline = deadlineOf({ ...base, openedAt: latestOpening }, automation, context.courier.timeZone);
  const left = problem ? { state: 'needs_attention' as const, ...waitingFor('order', problem) } : own;
  const standing = standingOfOrder(all, left, goods.fresh.length > 0);
  const order: OrderRecord = {
    ...base,
    ...underRules(aggregate.order, decision, standing),
    givenAtFault: planned.givenAtFault,
    rules: decision.rules,
    wordUntil:
      !all.some(speaksForOrder) && mayStillGo(byRules) ? wordForNewUntil(aggregate, context.person, automation) : null,
    // What it takes elsewhere, or leaves to others, was told apart by where it was: the run reads the order anew.
    dueAt:
      all.some((one) => bringsOtherGoods(aggregate, one)) || (sent.length > 0 && all.some(isDeniedAndLeft))
        ? now
        : earliestOf([
            lookAgainAt(waiting, now, deadline),
            lookForGoodsAt(snapshot, told, now),
            all.some(awaitsGoods) ? goodsUntil : null,
          ]),
  };
  return {
    change: changeOf(aggregate, { order, deliveries }, snapshot, context),
    result: { kind: 'applied', failed: decision.failed, problem, sent, withoutDriver },
  };
}

/**
 * Whether a person sends what may have gone out on from another location, or it has just ended without having been booked, as
 * may a second driver's do.
 */
function bringsOtherGoods(
  aggregate: OrderAggregate,
  { orderReference, locationKey, everUnknown, state, replaces }: DeliveryRecord,
): boolean {
  const before = deliveryOf(aggregate, orderReference);
  const hasEnded = state === 'cancelled' && before?.state !== 'cancelled';
  return (hasEnded && (everUnknown || replaces !== null)) || (everUnknown && before?.locationKey !== locationKey);
}

/**
 * The change that follows when another order already holds the reference: a person is asked, nothing was sent. What the order
 * is compared with since, such as an address of which the driver does not know, is told all the same.
 */
export function applyReferenceTaken(
  aggregate: OrderAggregate,
  snapshot: ShopOrder,
  context: SnapshotContext,
  taken: ReferenceConflict,
): Decided<null> {
  const refused = applySnapshot(aggregate, snapshot, context).change;
  if (refused === null) return { change: null, result: null };
  const base = orderRecord(aggregate, snapshot, context);
  const waiting = waitingFor('reference', reservedReason(base.shop, taken));
  const dueAt = lookForGoodsAt(snapshot, { ownWrite: base.ownWrite, webhooks: context.webhooks }, aggregate.now);
  const order: OrderRecord = { ...base, state: 'needs_attention', ...waiting, dueAt };
  const differing = aggregate.deliveries.flatMap((delivery) => {
    const told = deliveryOf({ deliveries: refused.deliveries ?? [] }, delivery.orderReference);
    return told ? [{ ...delivery, drift: told.drift, closed: told.closed }] : [];
  });
  // What waits would go without the goods that have no reference, and once it is sent nobody would ask for them.
  const stopped = currentDeliveries(mergeDeliveries(aggregate.deliveries, differing)).flatMap((delivery) => {
    if (awaitsReading(delivery) || isDenied(delivery)) return [leftInDoubt(delivery, aggregate.now)];
    const isStopped = isEditable(delivery) && waitsForReading(delivery);
    return isStopped ? [askPerson(delivery, waiting, aggregate.now)] : [];
  });
  const deliveries = mergeDeliveries(differing, stopped);
  return { change: changeOf(aggregate, { order, deliveries }, snapshot, context), result: null };
}

/**
 * Of two readings of one instant that overlapped, nobody knows which is the newer: the one that comes later does not count.
 * An analysis for fraud changes no instant, nor does the end of an order that Shopify shows no more.
 */
function isStale(aggregate: OrderAggregate, snapshot: ShopOrder, { before, webhooks }: SnapshotContext): boolean {
  const { order, deliveries, now } = aggregate;
  if (hidesGoods(snapshot, deliveries, now) || isReadBehind(snapshot, { stored: order, webhooks, now })) return true;
  if (order === null) return false;
  const at = Date.parse(snapshot.updatedAt);
  const isOvertaken = before?.shopifyUpdatedAt !== order.shopifyUpdatedAt || before.fraudRisk !== order.fraudRisk;
  const isGone = deliveries.some(isOfGoneOrder) || (order.cancelledAt !== null && snapshot.cancelledAt === null);
  const isEndedSince = isGone && before?.updatedAt !== order.updatedAt;
  return at < order.shopifyUpdatedAt || (at === order.shopifyUpdatedAt && (isOvertaken || isEndedSince));
}

function changeOf(
  { order: stored, now }: OrderAggregate,
  { order, deliveries }: { order: OrderRecord; deliveries: DeliveryRecord[] },
  snapshot: ShopOrder,
  { webhooks, wake }: SnapshotContext,
): Change {
  const unseen = unseenWebhooks(snapshot, { stored, webhooks, now });
  const isLeft = (webhook: WaitingWebhook) => unseen.includes(webhook) || (editedUntil(webhook) ?? 0) > now;
  return {
    order,
    deliveries,
    webhooksDone: webhooks.filter((webhook) => !isLeft(webhook)).map(({ id }) => id),
    foundBy: foundBy(snapshot, Object.values(order.corrections)),
    paidAtShopify: isPaid(snapshot),
    wakes: [...(order.dueAt === null ? [] : [{ at: order.dueAt }]), ...(wake ? [{ at: null }] : [])],
  };
}

function orderRecord(aggregate: OrderAggregate, snapshot: ShopOrder, context: SnapshotContext): OrderRecord {
  const { order: stored, now } = aggregate;
  const address = snapshot.shippingAddress;
  const processedAt = Date.parse(snapshot.processedAt);
  const paidAt = paidInFullAt(stored, snapshot, context.webhooks);
  const { courier, shop } = context;
  const since = payableSince({ paidAt, processedAt }, snapshot, shop.settings.automation);
  const schedule = { paidAt: since, openedAt: couldGoSince(aggregate), timeZone: courier.timeZone };
  return {
    ...(stored ?? newOrder(shop.domain, snapshot, now)),
    number: snapshot.number,
    name: snapshot.name,
    customerName: address?.name ?? snapshot.customer?.displayName ?? null,
    testOrder: snapshot.test,
    paid: isPaid(snapshot),
    processedAt,
    paidAt,
    shopifyUpdatedAt: Date.parse(snapshot.updatedAt),
    cancelledAt: snapshot.cancelledAt ? Date.parse(snapshot.cancelledAt) : null,
    locationIds: [...new Set(snapshot.fulfillmentOrders.flatMap(({ location }) => (location.id ? [location.id] : [])))],
    openedAt: openingOf(aggregate, snapshot, context),
    fraudRisk: fraudRiskOf(snapshot),
    sendableFrom: sendableFrom(snapshot, shop.settings, schedule),
    prepared: [
      ...new Set([...(stored?.prepared ?? []), ...context.webhooks.flatMap(({ prepared }) => prepared ?? [])]),
    ],
    dueAt: null,
    ...correctedIn(aggregate, snapshot, context),
    noteHash: noteHash(snapshot.note),
    echoFingerprint: fingerprintAfterRead(stored, context.webhooks, Date.parse(snapshot.updatedAt)),
    updatedAt: now,
  };
}

/** Where Shopify kept back all of the order: from when the first of its goods could be sent, opened at night from the morning on. */
function openingOf(
  { order, deliveries, now }: OrderAggregate,
  snapshot: ShopOrder,
  { shop, courier }: SnapshotContext,
): number | null {
  const isOpen = goodsToDeliver(snapshot, shop.settings.automation).ready.length > 0;
  const hasOpened = order && deliveries.length === 0 && isOpen && isWaitingFor(order, 'opening', 'release');
  if (!hasOpened) return order?.openedAt ?? null;
  return sendableFrom(snapshot, shop.settings, { paidAt: openedAtOf(order.waitsFor, now), timeZone: courier.timeZone });
}
