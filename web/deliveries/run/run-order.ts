import { isLaterDay } from '#placement/cut-off.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import type { DeliveryRecord } from '../delivery.ts';
import {
  afterChange,
  type Change,
  type ChangeOutcome,
  inOneWrite,
  isWaiting,
  type OrderAggregate,
  type OrderRecord,
} from '../order.ts';
import type { Ports } from '../ports/ports.ts';
import { hasApp } from '../ports/stores.ts';
import { mayCall } from '../service-health.ts';
import { awaitsReading, movingStates, waitsForService } from '../transitions.ts';
import { applyReferenceTaken, applySnapshot, type SnapshotResult } from './apply-snapshot.ts';
import { cancelBooked } from './cancel-booked.ts';
import { claimDelivery, isNotDue } from './claim.ts';
import { knownAfter } from './echo.ts';
import { goneFromShopify } from './give-up.ts';
import { lookAgainIfLetGo } from './let-go.ts';
import { type Claimed, placeDelivery, type RunEnd } from './place-delivery.ts';
import { askForNews } from './refresh-delivery.ts';
import { readAnewAt } from './replica-lag.ts';
import { type RunningOrder, type RunOf, runningOrder } from './running-order.ts';
import { contextOf, type SnapshotContext } from './snapshot-context.ts';

/** What a run leaves: when to go on, and the order for writing back; null where there is nothing to write back to. */
export interface Advanced extends RunEnd {
  order: RunningOrder | null;
}

const longestLagMs = 300_000;

const nothing: Advanced = { at: null, behindBreaker: false, order: null };

/**
 * One run of an order: takes waiting webhooks into account by reading the order anew, decides, then places what is
 * due and cancels what is to be cancelled. Safe to run at any time, any number of times, by any number of workers; `fence` says which run this is.
 */
export async function runOrder(ports: Ports, run: RunOf): Promise<Advanced> {
  const takenMs = ports.startStopwatch();
  const [shop, loaded] = await Promise.all([ports.shops.shop(run.shop), ports.orders.load(run.shop, run.orderId)]);
  if (!hasApp(shop)) return nothing;
  ports.events.taken(loaded.webhooks[0]?.webhookId ?? null);
  if (loaded.erased) return nothing;
  const order = runningOrder(ports, shop, run, loaded);
  const taken = await takeIn(ports, order, run.again === true);
  const tookMs = takenMs();
  if (!taken) return nothing;
  // What the order is now, if it is there at all, is not known: nobody drives meanwhile.
  if (taken.again !== undefined) return { ...nothing, at: taken.again };

  let again: number | null = null;
  let behindBreaker = false;
  for (const delivery of order.known.deliveries) {
    if (!mayGo(delivery, order.known.now)) continue;
    const isClaimed = delivery.orderReference === taken.claimed?.delivery.orderReference;
    const end = await placeDelivery(ports, order, delivery, isClaimed ? taken.claimed : null);
    if (end.at !== null) again = Math.min(again ?? end.at, end.at);
    behindBreaker ||= end.behindBreaker;
  }
  await cancelBooked(ports, order);
  await askForNews(ports, order);
  // Written, not returned: where another run has begun since, nobody comes back to what this one returns.
  if (isWaiting(order.known)) await lookAgainIfLetGo(ports, order, tookMs);
  return { at: again, behindBreaker, order };
}

/** What is not due takes nothing from the shop's retry budget; its wake-up was committed with its row. */
function mayGo(delivery: DeliveryRecord, now: number): boolean {
  const isGoing = movingStates.includes(delivery.state) || waitsForService(delivery);
  return isGoing && !awaitsReading(delivery) && !isNotDue(delivery, now);
}

interface TakenIn {
  claimed: Claimed | null;
  /** Where Shopify does not show the order, or not as it is: when to ask again, epoch ms. */
  again?: number;
}

const nothingClaimed: TakenIn = { claimed: null };

/** Takes the webhooks into account; null where another run has overtaken this one. */
async function takeIn(ports: Ports, running: RunningOrder, again: boolean): Promise<TakenIn | null> {
  const { shop, orderId, webhooks } = running;
  const { order, deliveries, now } = running.known;
  const ids = webhooks.map(({ id }) => id);
  const { includeTags, excludeTags } = shop.settings.automation;
  const known = order && knownAfter(order, webhooks, includeTags.length + excludeTags.length > 0);
  const { timeZone } = ports.courier;
  const waits = order !== null && (isHeld(order, deliveries) || deliveries.some(awaitsReading));
  const isOld = order !== null && deliveries.some((one) => isOfEarlierDay(order, one, { now, timeZone }));
  const due = order !== null && ((order.dueAt !== null && order.dueAt <= now) || (again && isWaiting(running.known)));
  if (order && known && !due && !waits && !isOld) {
    // What was compared with the order counts as seen: only our own write stays in doubt until its echo has come.
    const { shopifyUpdatedAt: seenAt, echoFingerprint } = known;
    if (ids.length > 0) await ports.orders.markWebhooksKnown(shop.domain, orderId, { ids, seenAt, echoFingerprint });
    return nothingClaimed;
  }
  // Of what was deleted unseen nothing is left to do.
  if (!order && webhooks.length > 0 && webhooks.every(({ topic }) => topic === 'orders/delete')) {
    await ports.orders.markWebhooksKnown(shop.domain, orderId, { ids, seenAt: now, echoFingerprint: null });
    return nothingClaimed;
  }
  const snapshot = await ports.shopify.readOrder(shop.domain, orderId, shop.settings.parcel);
  const later = readAnewAt(snapshot, { stored: order, webhooks, now });
  if (later !== null) return { claimed: null, again: later };
  if (!snapshot) {
    if (order) return unlessOvertaken(await running.take((now) => goneFromShopify(now, webhooks)));
    await ports.orders.quarantineWebhooks(shop.domain, ids, 'Shopify does not know this order for this shop');
    return nothingClaimed;
  }
  return decide(ports, running, snapshot, contextOf(ports, running, { person: null, wake: false }));
}

const unlessOvertaken = ({ kind }: ChangeOutcome<unknown>): TakenIn | null =>
  kind === 'overtaken' ? null : nothingClaimed;

/** Decides on the snapshot, and claims the first delivery that is to go in the same write where nothing speaks against it. */
async function decide(
  ports: Ports,
  running: RunningOrder,
  snapshot: ShopOrder,
  context: SnapshotContext,
): Promise<TakenIn | null> {
  const attemptId = ports.random.id();
  const leasedFor = ports.startStopwatch();
  const { leaseMs, probeMs } = ports.timing;
  const claiming = { shop: running.shop, timeZone: ports.courier.timeZone, leaseMs, attemptId };
  const outcome = await running.take((aggregate) => {
    const { change } = applySnapshot(aggregate, snapshot, context);
    if (!change) return { change: readAgain(aggregate), result: null };
    const after = afterChange(aggregate, change);
    const first = after.deliveries.find((delivery) => mayGo(delivery, after.now));
    if (first?.state !== 'queued' || first.failures > 0) return { change, result: null };
    const verdict = mayCall(after.health[first.mode], after.now, probeMs).result;
    if (verdict.kind !== 'pass') return { change, result: null };
    const claim = claimDelivery(after, { ...claiming, seen: first, verdict }, null);
    if (!claim.change || claim.result.kind !== 'place') return { change, result: null };
    return { change: inOneWrite(change, claim.change), result: { ...claim.result, attemptId, leasedFor } };
  });
  if (outcome.kind === 'done') return { claimed: outcome.result };
  // Apart, each says what it comes to: a new reference, or one that goes to another account.
  return unlessOvertaken(
    outcome.kind === 'reference_taken' ? await applyNow(running.take, snapshot, context) : outcome,
  );
}

/** Shopify's replicas may lag: soon, and ever more rarely while what is stored stays the newer. */
function readAgain({ order, now }: OrderAggregate): Change {
  const age = now - (order?.shopifyUpdatedAt ?? now);
  return { wakes: [{ at: now + Math.min(longestLagMs, Math.max(1_000, age / 4)) }] };
}

/** Whether something of the order is held, so that only a new look at it can tell whether that is over, and what to send then. */
function isHeld(order: OrderRecord, deliveries: readonly DeliveryRecord[]): boolean {
  if (order.state === 'held' && deliveries.every(({ state }) => state !== 'placed')) return true;
  return deliveries.some(
    (delivery) => delivery.state === 'held' && !isWaitingFor(delivery, 'service', 'opening', 'release'),
  );
}

/** Whether it is to go on another day than it could have gone first: the order may name that one. */
function isOfEarlierDay(
  { sendableFrom }: OrderRecord,
  delivery: DeliveryRecord,
  { now, timeZone }: { now: number; timeZone: string },
): boolean {
  const isUndecided = delivery.word === null && delivery.doubt === null && mayGo(delivery, now);
  return isUndecided && isLaterDay(Math.max(sendableFrom ?? now, delivery.openedAt ?? 0), now, timeZone);
}

/** Applies a snapshot, and what follows where a reference turns out to be another order's. */
export async function applyNow(
  change: RunningOrder['take'],
  snapshot: ShopOrder,
  context: SnapshotContext,
): Promise<ChangeOutcome<SnapshotResult | null>> {
  const outcome = await change((now) => applySnapshot(now, snapshot, context));
  if (outcome.kind !== 'reference_taken') return outcome;
  return change((now) => applyReferenceTaken(now, snapshot, context, outcome));
}
