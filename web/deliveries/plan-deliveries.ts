import type { Reason } from '#api-contract/order.ts';
import type { Decision } from '#placement/eligibility.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import { orderReference, renamed } from '#placement/order-reference.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { SnapshotContext } from './apply-snapshot.ts';
import { saidOf } from './corrected.ts';
import { deadlineOf } from './deadline.ts';
import type { DeliveryRecord, OrderRecord } from './delivery.ts';
import type { OrderAggregate } from './order-aggregate.ts';
import { goodsRule, isPressed, type Word, wordForNew, wordOf } from './persons-word.ts';
import { reason } from './reasons.ts';
import { isCorrectable, isGated, isLoose, isReferenceTaken, rest } from './rest.ts';

interface Plan {
  aggregate: OrderAggregate;
  order: OrderRecord;
  /** The decision under a person's word, or without one. */
  judge: (word: Word) => Decision;
  mapped: readonly MappedDelivery[];
  snapshot: ShopOrder;
  context: SnapshotContext;
}

/** Deliveries to write (changed, untouched or new), and the problem that stops the order where there is one. */
interface Planned {
  deliveries: DeliveryRecord[];
  problem: Reason | null;
}

/**
 * Turns a decision and a mapping into deliveries. A problem at one location stops all of the order before the first is
 * sent; once one may exist at the service, goods that moved or came later are drift, never a second driver.
 */
export function planDeliveries(plan: Plan): Planned {
  const { aggregate, mapped } = plan;
  const replaced = new Set(aggregate.deliveries.map(({ replaces }) => replaces));
  const live = aggregate.deliveries.filter((d) => d.state !== 'cancelled' && !replaced.has(d.orderReference));
  const { person } = plan.context;
  const judged = live.map((delivery) => ({ delivery, decision: plan.judge(wordOf(delivery, person)) }));
  const word = wordForNew(aggregate, person);
  const goes = plan.judge(word).verdict === 'place';
  const places = aggregate.deliveries.length === 0 ? goes : judged.some(({ decision }) => decision.verdict === 'place');
  const problem = places ? (mapped.flatMap(({ problems }) => problems)[0] ?? null) : null;
  if (aggregate.deliveries.length === 0) {
    const created = goes && !problem ? mapped.map((m, i) => create(plan, m, { reference: given(plan, i), word })) : [];
    return { deliveries: created, problem };
  }
  const kept = judged.flatMap(({ delivery, decision }) => {
    if (decision.verdict !== 'place') return [restBy(plan, delivery, decision)];
    return leaveTestMode(plan, delivery) ?? rename(plan, delivery, problem) ?? [replan(plan, delivery, problem)];
  });
  const untouched = live.every(isLoose) && live.length > 0;
  const known = new Set(live.map(({ locationKey }) => locationKey));
  const added = goes && untouched && !problem ? mapped.filter(({ locationKey }) => !known.has(locationKey)) : [];
  const first = aggregate.deliveries.length;
  return {
    deliveries: [...kept, ...added.map((m, i) => create(plan, m, { reference: given(plan, first + i), word }))],
    problem: untouched ? problem : null,
  };
}

/** A rule says no, or not yet: what surely does not exist at the service rests by it. */
function restBy(plan: Plan, delivery: DeliveryRecord, decision: Exclude<Decision, { verdict: 'place' }>) {
  const { verdict, reason: why } = decision;
  const { now } = plan.aggregate;
  const { person } = plan.context;
  if (!isLoose(delivery)) return delivery;
  const word = verdict === 'held' ? wordOf(delivery, person) : null;
  const rested = (from: DeliveryRecord) => rest({ ...from, ...underWord(plan, word) }, verdict, why, now, dueAtOf(why));
  if (verdict !== 'held') return rested(delivery);
  // A press while it must wait is as good as any: what it corrects is taken in now, and goes when the wait is over.
  if (isPressed(delivery, person) && mappedFor(plan, delivery)) {
    const sent = replan(plan, delivery, null);
    return sent.state === 'queued' ? rested(sent) : sent;
  }
  return waitsForPerson(delivery) ? delivery : rested(delivery);
}

/**
 * What was planned of a live order for the test service, as earlier versions did in test mode, ends there: its goods go
 * out under a live reference. Null where the delivery goes where its order belongs.
 */
function leaveTestMode(plan: Plan, delivery: DeliveryRecord): DeliveryRecord[] | null {
  if (delivery.mode === 'live' || plan.snapshot.test || !isLoose(delivery)) return null;
  return replaceUnder(plan, delivery, 'test_mode_ended');
}

/**
 * A delivery whose reference is somebody else's goes out under the shop's new prefix when a person presses send: the old
 * row stays as what was refused, the new one speaks for the goods. Null where there is nothing to rename.
 */
function rename(plan: Plan, delivery: DeliveryRecord, problem: Reason | null): DeliveryRecord[] | null {
  const wanted =
    isReferenceTaken(delivery) &&
    !problem &&
    isPressed(delivery, plan.context.person) &&
    modeOf(plan) === delivery.mode;
  return wanted ? replaceUnder(plan, delivery, 'reference_replaced') : null;
}

/** Null where the goods cannot be sent, and where the order has used the new reference before. */
function replaceUnder(
  plan: Plan,
  delivery: DeliveryRecord,
  code: 'reference_replaced' | 'test_mode_ended',
): DeliveryRecord[] | null {
  const { aggregate, context } = plan;
  const mapped = plan.mapped.find(({ locationKey }) => locationKey === delivery.locationKey);
  const { prefix } = context.shop.settings.reference;
  const reference = renamed(delivery.orderReference, { prefix, testMode: modeOf(plan) === 'test' });
  if (!mapped?.request || aggregate.deliveries.some(({ orderReference: used }) => used === reference)) return null;
  const ended = rest(delivery, 'cancelled', reason(code, { reference }), aggregate.now);
  const word = wordOf(delivery, context.person);
  return [ended, { ...create(plan, mapped, { reference, word }), replaces: delivery.orderReference }];
}

const modeOf = ({ snapshot }: Plan): DeliveryRecord['mode'] => (snapshot.test ? 'test' : 'live');

function replan(plan: Plan, delivery: DeliveryRecord, problem: Reason | null): DeliveryRecord {
  const { now } = plan.aggregate;
  const pressed = isPressed(delivery, plan.context.person);
  if (!isLoose(delivery) && !(pressed && isCorrectable(delivery))) {
    return pressed ? pressUncertain(delivery, now) : delivery;
  }
  const mapped = mappedFor(plan, delivery);
  if (!mapped && !delivery.word?.includes(goodsRule)) {
    return rest(delivery, 'cancelled', reason('goods_moved', {}), now);
  }
  const own = mapped ? (mapped.problems[0] ?? problem) : null;
  if (own) return rest(delivery, 'needs_attention', own, now);
  const fresh: DeliveryRecord = {
    ...delivery,
    ...(mapped ? frozen(plan, mapped, delivery.orderReference) : {}),
    ...underWord(plan, wordOf(delivery, plan.context.person)),
    earlier: earlierOf(delivery),
  };
  if (pressed) return rest(fresh, 'queued', null, now, { dueAt: now, attempts: 0, failures: 0 });
  const waits = waitsForPerson(delivery) && fresh.body === delivery.body;
  // What is queued keeps its time: news of the order shortens neither a back-off nor the service's Retry-After.
  if (waits || isGated(delivery) || delivery.state === 'queued') return fresh;
  return rest(fresh, 'queued', null, now, { dueAt: now });
}

/** What may have gone out before the request is changed: a look-up may yet find it. */
function earlierOf({ everUnknown, earlier, request, body }: DeliveryRecord): DeliveryRecord['earlier'] {
  return everUnknown ? (earlier ?? { request, body }) : null;
}

/** What a person must decide stays theirs: a pause that comes and goes sends nothing again unchanged. */
const waitsForPerson = ({ state }: DeliveryRecord): boolean => state === 'needs_attention';

function mappedFor({ mapped }: Plan, { locationKey }: DeliveryRecord): MappedDelivery | undefined {
  return mapped.find((found) => found.locationKey === locationKey);
}

/** A delivery with a person's word has no deadline; the others' follows the shop's settings. */
function underWord({ order, context }: Plan, word: Word): Pick<DeliveryRecord, 'word' | 'deadlineAt'> {
  const { settings } = context.shop;
  const deadline = deadlineOf(order, settings.automation, context.courier.timeZone);
  return { word: word && [...word], deadlineAt: word ? null : deadline };
}

/** A press on a delivery whose fate is unknown asks the service first; the request stays as it was. */
function pressUncertain(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const resting = delivery.state === 'needs_attention' || delivery.state === 'held';
  const given = { word: delivery.word ?? [], deadlineAt: null };
  if (!resting) return delivery.state === 'confirming' ? { ...delivery, ...given, dueAt: now } : delivery;
  return rest(delivery, 'confirming', null, now, {
    ...given,
    dueAt: now,
    uncertain: true,
    // Where the look-up denies it again, the same body may follow under the same reference: the service guards it.
    duplicate: delivery.duplicate && !delivery.everUnknown,
    attempts: 0,
    failures: 0,
  });
}

/** The reference of the order's next delivery. */
function given(plan: Plan, index: number): OrderReference {
  const { prefix } = plan.context.shop.settings.reference;
  return orderReference({ prefix, number: plan.order.number, index, testMode: modeOf(plan) === 'test' });
}

function create(
  plan: Plan,
  mapped: MappedDelivery,
  { reference, word }: { reference: OrderReference; word: Word },
): DeliveryRecord {
  const { aggregate, order, context } = plan;
  const { accounts } = context.shop;
  const mode = modeOf(plan);
  return {
    shop: order.shop,
    orderId: order.orderId,
    orderReference: reference,
    account: accounts[mode]?.account ?? 'none',
    mode,
    ...frozen(plan, mapped, reference),
    earlier: null,
    state: 'queued',
    reason: null,
    fence: 0,
    leaseUntil: null,
    uncertain: false,
    everUnknown: false,
    duplicate: false,
    attempts: 0,
    failures: 0,
    dueAt: aggregate.now,
    ...underWord(plan, word),
    service: null,
    placedAt: null,
    writtenBackAt: null,
    note: 'pending',
    refusals: [],
    tagsAddedAt: null,
    fulfillmentId: null,
    drift: [],
    closed: [],
    replaces: null,
    createdAt: aggregate.now,
    updatedAt: aggregate.now,
  };
}

function frozen(plan: Plan, mapped: MappedDelivery, reference: OrderReference) {
  if (!mapped.request) throw new Error('a delivery with problems has no request');
  const request: PlacementRequest = { ...mapped.request, order_reference: reference };
  return {
    locationKey: mapped.locationKey,
    locationId: mapped.location.id,
    locationName: mapped.location.name,
    lines: mapped.lines,
    request,
    said: saidOf(plan.order, mapped),
    body: plan.context.courier.freeze(request, mapped.store),
  };
}

const dueAtOf = (why: Reason) => ({ dueAt: why.until ? Date.parse(why.until) : null });
