import { deadlineOf, wordCountsUntil } from '#placement/cut-off.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { Waiting } from '#placement/waiting.ts';
import type { DeliveryRecord, FrozenRequest } from '../delivery.ts';
import type { OrderAggregate, OrderRecord } from '../order.ts';
import { hold } from '../transitions.ts';
import { saidOf } from './corrections.ts';
import { isActedOn, type Judge, type Word, wordForNewUntil, wordOf } from './judge.ts';
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
  return mapped.waits ? wait(plan, created, mapped, mapped.waits) : created;
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
export function wait(plan: Plan, delivery: DeliveryRecord, mapped: MappedDelivery, waits: Waiting): DeliveryRecord {
  if (delivery.state === 'needs_attention') return delivery;
  const word = wordOf(delivery, plan.context.person);
  const fresh = mapped.request ? { ...delivery, ...frozen(plan, mapped, delivery.orderReference) } : delivery;
  return hold(fresh, waits, plan.aggregate.now, { word: word && [...word], deadlineAt: null, openedAt: null });
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

export const modeOf = ({ snapshot }: Plan): DeliveryRecord['mode'] => (snapshot.test ? 'test' : 'live');
