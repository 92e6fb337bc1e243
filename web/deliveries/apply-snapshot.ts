import type { Corrections, DriftItem, Reason } from '#api-contract/order.ts';
import { drift, overruledSince } from '#placement/drift.ts';
import { type Decision, decide } from '#placement/eligibility.ts';
import type { OrderReference } from '#placement/ids.ts';
import { type MappedDelivery, mapOrder } from '#placement/map-order.ts';
import { sendableFrom } from '#placement/sendable-from.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { mergeDeliveries } from './after-change.ts';
import { stillClosed } from './alarm.ts';
import { correctedLocation, withCorrections } from './corrected.ts';
import { type DeliveryRecord, type OrderRecord, stateOfDeliveries } from './delivery.ts';
import { fingerprintAfterRead } from './echo.ts';
import { noteHash } from './note-hash.ts';
import type { Change, Decided, OrderAggregate, ReferenceConflict, WaitingWebhook } from './order-aggregate.ts';
import { type Word, wordForNew, wordOfOrder } from './persons-word.ts';
import { planDeliveries } from './plan-deliveries.ts';
import type { Courier } from './ports.ts';
import { reservedReason } from './reasons.ts';
import { isLoose } from './rest.ts';
import type { ShopRecord } from './shop-ports.ts';

const lookAgainMs = 300_000;

export interface SnapshotContext {
  shop: ShopRecord;
  courier: Pick<Courier, 'freeze' | 'timeZone'>;
  webhooks: readonly WaitingWebhook[];
  /** Set where a person pressed "send": their word overrides the rules a person may override. */
  person: { actor: string; corrections: Corrections | null; orderReference: OrderReference | null } | null;
  /** Asks for a wake-up: false inside the worker, which goes on by itself. */
  wake: boolean;
}

/** What became of the order. `stale`: a newer snapshot was applied before. */
export type SnapshotResult = { kind: 'applied'; problem: Reason | null } | { kind: 'stale' };

/**
 * Lays what Shopify says of an order now over what is stored: decides, maps, reserves references and freezes requests.
 * Deliveries that may already exist at the service are never changed here; a difference to them becomes drift.
 */
export function applySnapshot(
  aggregate: OrderAggregate,
  snapshot: ShopOrder,
  context: SnapshotContext,
): Decided<SnapshotResult> {
  const { now } = aggregate;
  if (isStale(aggregate, snapshot)) return { change: null, result: { kind: 'stale' } };
  const base = orderRecord(aggregate, snapshot, context);
  const judge = (word: Word) => decideNow(snapshot, base, context, { now, word });
  const decision = judge(wordOfOrder(aggregate, context.person));
  const mapped = mapOrder(snapshot, context.shop.settings, {
    correctionsFor: (key) => ({ ...base.corrections['*'], ...base.corrections[key] }),
  }).deliveries;

  const planned = planDeliveries({ aggregate, order: base, judge, mapped, snapshot, context });
  const deliveries = planned.deliveries.map((delivery) => withDrift(delivery, mapped, snapshot));
  const all = mergeDeliveries(aggregate.deliveries, deliveries);
  const own = planned.problem ?? decisionReason(decision);
  const order: OrderRecord = {
    ...base,
    ...(stateOfDeliveries(all) ?? { state: planned.problem ? 'needs_attention' : restingState(decision), reason: own }),
    rules: decision.rules,
    sentByPerson: all.length === 0 && wordForNew(aggregate, context.person) !== null && mayStillGo(decision),
    dueAt: decision.verdict === 'held' ? lookAgainAt(decision.reason, now) : null,
  };
  return {
    change: changeOf(order, deliveries, snapshot, context),
    result: { kind: 'applied', problem: planned.problem },
  };
}

/** The change that follows when another order already holds the reference: a person is asked, nothing was sent. */
export function applyReferenceTaken(
  aggregate: OrderAggregate,
  snapshot: ShopOrder,
  context: SnapshotContext,
  taken: ReferenceConflict,
): Decided<null> {
  if (isStale(aggregate, snapshot)) return { change: null, result: null };
  const base = orderRecord(aggregate, snapshot, context);
  const order: OrderRecord = {
    ...base,
    state: 'needs_attention',
    reason: reservedReason(taken),
    dueAt: null,
  };
  return { change: changeOf(order, [], snapshot, context), result: null };
}

function isStale({ order }: OrderAggregate, snapshot: ShopOrder): boolean {
  return order !== null && Date.parse(snapshot.updatedAt) < order.shopifyUpdatedAt;
}

function changeOf(
  order: OrderRecord,
  deliveries: DeliveryRecord[],
  snapshot: ShopOrder,
  context: SnapshotContext,
): Change {
  const change: Change = {
    order,
    deliveries,
    webhooksDone: context.webhooks.map((webhook) => webhook.id),
    paidAtShopify: isPaid(snapshot),
    wakes: [],
  };
  if (order.dueAt !== null) change.wakes?.push({ kind: 'advance', at: order.dueAt });
  else if (context.wake) change.wakes?.push({ kind: 'advance', at: null });
  if (context.person) {
    change.audit = [
      {
        actor: context.person.actor,
        action: context.person.corrections ? 'fix_and_send' : 'send_again',
        orderReference: context.person.orderReference,
        detail: context.person.corrections ? `corrected ${Object.keys(context.person.corrections).join(', ')}` : '',
      },
    ];
  }
  return change;
}

function orderRecord(aggregate: OrderAggregate, snapshot: ShopOrder, context: SnapshotContext): OrderRecord {
  const { order: stored, now } = aggregate;
  const address = snapshot.shippingAddress;
  const processedAt = Date.parse(snapshot.processedAt);
  const paidAt = stored?.paidAt ?? (isPaid(snapshot) ? paidAtOf(snapshot, context.webhooks) : null);
  const { courier, shop } = context;
  return {
    shop: context.shop.shop,
    orderId: snapshot.id,
    number: snapshot.number,
    name: snapshot.name,
    customerName: address?.name ?? snapshot.customer?.displayName ?? null,
    state: stored?.state ?? 'queued',
    reason: stored?.reason ?? null,
    rules: stored?.rules ?? [],
    testOrder: snapshot.test,
    paid: isPaid(snapshot),
    processedAt,
    paidAt,
    shopifyUpdatedAt: Date.parse(snapshot.updatedAt),
    cancelledAt: snapshot.cancelledAt ? Date.parse(snapshot.cancelledAt) : null,
    locationIds: [...new Set(snapshot.fulfillmentOrders.flatMap(({ location }) => (location.id ? [location.id] : [])))],
    sendableFrom: sendableFrom(snapshot, shop.settings, { paidAt: paidAt ?? processedAt, timeZone: courier.timeZone }),
    prepared: [
      ...new Set([...(stored?.prepared ?? []), ...context.webhooks.flatMap(({ prepared }) => prepared ?? [])]),
    ],
    dueAt: null,
    sentByPerson: stored?.sentByPerson ?? false,
    ...correctedIn(aggregate, snapshot, context),
    noteHash: noteHash(snapshot.note),
    ownWrite: stored?.ownWrite ?? null,
    echoFingerprint: fingerprintAfterRead(stored, context.webhooks, Date.parse(snapshot.updatedAt)),
    firstSeenAt: stored?.firstSeenAt ?? now,
    updatedAt: now,
  };
}

function correctedIn(aggregate: OrderAggregate, snapshot: ShopOrder, { person, shop }: SnapshotContext) {
  const { corrections = {}, saidWhenCorrected = {} } = aggregate.order ?? {};
  const stored = { corrections, saidWhenCorrected };
  if (!person?.corrections) return stored;
  const locationKey = correctedLocation(aggregate.deliveries, person.orderReference);
  const { deliveries: mapped } = mapOrder(snapshot, shop.settings, { correctionsFor: () => undefined });
  return withCorrections(stored, person.corrections, { locationKey, mapped });
}

function decideNow(
  snapshot: ShopOrder,
  order: OrderRecord,
  context: SnapshotContext,
  { now, word }: { now: number; word: Word },
): Decision {
  const { settings, installedAt, accounts } = context.shop;
  return decide(snapshot, settings, {
    now,
    installedAt,
    timeZone: context.courier.timeZone,
    hasKey: { live: accounts.live !== null, test: accounts.test !== null },
    sentByPerson: word !== null,
    inSpiteOf: word ?? [],
    paidAt: order.paidAt ?? order.processedAt,
    prepared: order.prepared,
  });
}

/** Paid at: Shopify's transaction, else the earliest notice of it, else when the order was processed. */
function paidAtOf(snapshot: ShopOrder, webhooks: readonly WaitingWebhook[]): number {
  if (snapshot.paidAt) return Date.parse(snapshot.paidAt);
  const notices = webhooks.filter(({ topic }) => topic === 'orders/paid').map(({ receivedAt }) => receivedAt);
  return notices.length > 0 ? Math.min(...notices) : Date.parse(snapshot.processedAt);
}

/** Whether Shopify's list of paid orders holds it. */
function isPaid(snapshot: ShopOrder): boolean {
  return snapshot.financialStatus === 'PAID' || snapshot.financialStatus === 'PARTIALLY_REFUNDED';
}

function withDrift(delivery: DeliveryRecord, mapped: readonly MappedDelivery[], snapshot: ShopOrder): DeliveryRecord {
  if (delivery.state === 'cancelled') return delivery;
  const now = mapped.find(({ locationKey }) => locationKey === delivery.locationKey) ?? null;
  const items = differencesOf(delivery, now, snapshot);
  const drifted = { ...delivery, drift: items };
  return { ...drifted, closed: stillClosed(drifted) };
}

/** What is not sent yet is made anew from the order: nothing but a correction can differ from it. */
function differencesOf(delivery: DeliveryRecord, now: MappedDelivery | null, snapshot: ShopOrder): DriftItem[] {
  const { request, said } = delivery;
  if (!isLoose(delivery)) return drift(request, now, snapshot, said);
  return now === null ? [] : overruledSince(request, now, said);
}

const decisionReason = (decision: Decision): Reason | null => (decision.verdict === 'place' ? null : decision.reason);
const restingState = (decision: Decision) => (decision.verdict === 'place' ? 'queued' : decision.verdict);
/** What ends at a time nobody knows is looked at now and then, whatever news of it got lost. */
function lookAgainAt({ until, retrying }: Reason, now: number): number | null {
  if (until !== null) return Date.parse(until);
  return retrying ? now + lookAgainMs : null;
}
/** What rests for good by a rule that no press overrides takes the word with it: paid again, it is judged anew. */
const mayStillGo = ({ verdict }: Decision): boolean => verdict !== 'skipped' && verdict !== 'cancelled';
