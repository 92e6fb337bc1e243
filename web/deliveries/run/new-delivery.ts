import { deadlineOf, wordCountsUntil } from '#placement/cut-off.ts';
import type { Decision } from '#placement/eligibility.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { isWaitingFor, type Waiting, waitingFor } from '#placement/waiting.ts';
import type { DeliveryRecord, FrozenRequest } from '../delivery.ts';
import type { OrderAggregate, OrderRecord } from '../order.ts';
import { askPerson, hold, transition } from '../transitions.ts';
import { saidOf } from './corrections.ts';
import { isActedOn, isInSpite, type Judge, type Word, wordForNewUntil, wordOf } from './judge.ts';
import type { MappedGoods } from './map-goods.ts';
import type { SnapshotContext } from './snapshot-context.ts';

/** What deliveries are planned from. */
export interface Plan {
  aggregate: OrderAggregate;
  order: OrderRecord;
  judge: Judge;
  goods: MappedGoods;
  snapshot: ShopOrder;
  context: SnapshotContext;
}

/** A new delivery; held where its goods wait in Shopify. */
export function create(
  plan: Plan,
  mapped: MappedDelivery,
  { reference, word }: { reference: OrderReference; word: Word },
): DeliveryRecord {
  const { aggregate, order, context } = plan;
  const { accounts, settings } = context.shop;
  const mode = modeOf(plan);
  const { openedAt } = order;
  const until = wordForNewUntil(aggregate, context.person, settings.automation);
  const facts = {
    shop: order.shop,
    orderId: order.orderId,
    orderReference: reference,
    // Of its own: references are unique in an account, and shops without a key share none.
    account: accounts[mode]?.account ?? `none of ${order.shop}`,
    mode,
    ...frozen(plan, mapped, reference),
    openedAt,
    ...underWord(plan, { openedAt, deadlineAt: until }, word),
    replaces: null,
  };
  const created = newDelivery(facts, aggregate.now);
  return mapped.waits ? wait(plan, created, { ...mapped, waits: mapped.waits }) : created;
}

type Facts =
  | 'shop'
  | 'orderId'
  | 'orderReference'
  | 'account'
  | 'mode'
  | 'openedAt'
  | 'word'
  | 'deadlineAt'
  | 'replaces';

/** A delivery of which nothing was sent yet, due at once. `now`: epoch ms. */
export function newDelivery(facts: Pick<DeliveryRecord, Facts | keyof FrozenRequest>, now: number): DeliveryRecord {
  return {
    ...facts,
    earlier: null,
    state: 'queued',
    reason: null,
    waitsFor: null,
    fence: 0,
    leaseUntil: null,
    doubt: null,
    objection: null,
    everUnknown: false,
    attempts: 0,
    failures: 0,
    dueAt: now,
    notBefore: null,
    landedBy: null,
    service: null,
    placedAt: null,
    writtenBackAt: null,
    note: 'pending',
    refusals: [],
    tagsAddedAt: null,
    fulfillmentId: null,
    drift: [],
    closed: [],
    progress: null,
    steps: [],
    toldSteps: 0,
    lookAt: null,
    lookedAt: null,
    cancellation: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The request in its final form. */
export function frozen(
  { order, context }: Pick<Plan, 'order' | 'context'>,
  mapped: MappedDelivery,
  reference: OrderReference,
): FrozenRequest {
  if (!mapped.request) throw new Error('a delivery with problems has no request');
  const request: PlacementRequest = { ...mapped.request, order_reference: reference };
  return {
    locationKey: mapped.locationKey,
    locationId: mapped.location.id,
    locationName: mapped.location.name,
    lines: mapped.lines,
    request,
    said: saidOf(order, mapped),
    body: context.courier.freeze(request, mapped.store),
  };
}

/** Its goods wait in Shopify; the request is kept as new as the order meanwhile, and nothing is too late yet. */
export function wait(
  plan: Plan,
  delivery: DeliveryRecord,
  mapped: MappedDelivery & { waits: Waiting },
): DeliveryRecord {
  if (delivery.state === 'needs_attention') return delivery;
  const word = wordOf(delivery, plan.context.person);
  const fresh = mapped.request ? { ...delivery, ...frozen(plan, mapped, delivery.orderReference) } : delivery;
  return hold(fresh, mapped.waits, plan.aggregate.now, { word: word && [...word], deadlineAt: null, openedAt: null });
}

/**
 * A person's word counts from when it was given, or its goods wait no more; without one the deadline follows the order and
 * the shop's settings.
 */
export function underWord(
  plan: Plan,
  { openedAt, deadlineAt }: Pick<DeliveryRecord, 'openedAt' | 'deadlineAt'>,
  word: Word,
): Pick<DeliveryRecord, 'word' | 'deadlineAt'> {
  const { order, context } = plan;
  const { settings } = context.shop;
  const deadline = deadlineOf({ ...order, openedAt }, settings.automation, context.courier.timeZone);
  return { word: word && [...word], deadlineAt: word ? (deadlineAt ?? givenNow(plan)) : deadline };
}

/** The delivery with the deadline of the word that this action gives it, if it does. */
export const pressedNow = (plan: Plan, delivery: DeliveryRecord): DeliveryRecord =>
  isActedOn(delivery, plan.context.person) ? { ...delivery, deadlineAt: givenNow(plan) } : delivery;

const givenNow = ({ aggregate, context }: Plan): number =>
  wordCountsUntil(aggregate.now, context.shop.settings.automation);

/** Who presses it in spite of its goods' rules gives it that word, also where it lacks something still. */
export function pressedInSpite(plan: Plan, delivery: DeliveryRecord): DeliveryRecord {
  const { person } = plan.context;
  if (!isActedOn(delivery, person) || !isInSpite(delivery)) return delivery;
  return { ...delivery, ...underWord(plan, pressedNow(plan, delivery), wordOf(delivery, person)) };
}

/** What a person must decide stays theirs: a pause that comes and goes sends nothing again unchanged. */
export const waitsForPerson = (delivery: DeliveryRecord): boolean =>
  delivery.state === 'needs_attention' && !isWaitingFor(delivery, 'order');

/**
 * It rests as a rule says. What a person must settle of the same request is graver than what a change back would settle.
 *
 * @param before as it was stored; `isLacking`: something of the order must still be entered
 */
export function restUnder(
  delivery: DeliveryRecord,
  { before, isLacking }: { before: DeliveryRecord; isLacking: boolean },
  decision: Exclude<Decision, { verdict: 'place' }>,
  now: number,
): DeliveryRecord {
  if (decision.verdict === 'held') return hold(delivery, decision, now);
  if (decision.verdict !== 'needs_attention' || !decision.waitsFor) {
    return transition(delivery, decision.verdict, decision.reason, now);
  }
  const isTheirs = waitsForPerson(before) && before.body === delivery.body;
  if (!isTheirs) return askPerson(delivery, waitingFor('order', decision.reason), now);
  // What it lacked is there by now: it stays theirs for what the rule asks.
  const asksElse = !isLacking && isWaitingFor(before, 'lacking');
  return asksElse ? askPerson(delivery, waitingFor('lacking', decision.reason), now) : before;
}

export const modeOf = ({ snapshot }: Plan): DeliveryRecord['mode'] => (snapshot.test ? 'test' : 'live');
