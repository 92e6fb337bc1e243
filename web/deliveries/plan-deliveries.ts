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
import { reason } from './reasons.ts';
import { isCorrectable, isGated, isLoose, isReferenceTaken, rest } from './rest.ts';

interface Plan {
  aggregate: OrderAggregate;
  order: OrderRecord;
  decision: Decision;
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
  const { aggregate, decision, mapped } = plan;
  const replaced = new Set(aggregate.deliveries.map(({ replaces }) => replaces));
  const live = aggregate.deliveries.filter((d) => d.state !== 'cancelled' && !replaced.has(d.orderReference));
  if (decision.verdict !== 'place') {
    const { verdict, reason: why } = decision;
    const stays = (d: DeliveryRecord) => !isLoose(d) || (waitsForPerson(d) && verdict === 'held');
    const loose = live.map((d) => (stays(d) ? d : rest(d, verdict, why, aggregate.now, dueAtOf(why))));
    return { deliveries: loose, problem: null };
  }
  const problem = mapped.flatMap(({ problems }) => problems)[0] ?? null;
  if (aggregate.deliveries.length === 0) {
    return problem
      ? { deliveries: [], problem }
      : { deliveries: mapped.map((m, i) => create(plan, m, given(plan, i))), problem: null };
  }
  const kept = live.flatMap(
    (delivery) => leaveTestMode(plan, delivery) ?? rename(plan, delivery, problem) ?? [replan(plan, delivery, problem)],
  );
  const untouched = live.every(isLoose) && live.length > 0;
  const known = new Set(live.map(({ locationKey }) => locationKey));
  const added = untouched && !problem ? mapped.filter(({ locationKey }) => !known.has(locationKey)) : [];
  const first = aggregate.deliveries.length;
  return {
    deliveries: [...kept, ...added.map((m, i) => create(plan, m, given(plan, first + i)))],
    problem: untouched ? problem : null,
  };
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
  const wanted = isReferenceTaken(delivery) && !problem && isPressed(plan, delivery) && modeOf(plan) === delivery.mode;
  const [ended, twin] = (wanted && replaceUnder(plan, delivery, 'reference_replaced')) || [];
  return ended && twin ? [ended, { ...twin, deadlineAt: null }] : null;
}

/** Null where the goods cannot be sent, and where the order has used the new reference before. */
function replaceUnder(
  plan: Plan,
  delivery: DeliveryRecord,
  code: 'reference_replaced' | 'test_mode_ended',
): [DeliveryRecord, DeliveryRecord] | null {
  const { aggregate, context } = plan;
  const mapped = plan.mapped.find(({ locationKey }) => locationKey === delivery.locationKey);
  const { prefix } = context.shop.settings.reference;
  const reference = renamed(delivery.orderReference, { prefix, testMode: modeOf(plan) === 'test' });
  if (!mapped?.request || aggregate.deliveries.some(({ orderReference: used }) => used === reference)) return null;
  const ended = rest(delivery, 'cancelled', reason(code, { reference }), aggregate.now);
  return [ended, { ...create(plan, mapped, reference), replaces: delivery.orderReference }];
}

const modeOf = ({ decision }: Plan): DeliveryRecord['mode'] =>
  decision.verdict === 'place' && decision.testMode ? 'test' : 'live';

function isPressed({ context: { person } }: Plan, delivery: DeliveryRecord): boolean {
  return person !== null && (person.orderReference ?? delivery.orderReference) === delivery.orderReference;
}

function replan(plan: Plan, delivery: DeliveryRecord, problem: Reason | null): DeliveryRecord {
  const { now } = plan.aggregate;
  const pressed = isPressed(plan, delivery);
  if (!isLoose(delivery) && !(pressed && isCorrectable(delivery))) {
    return pressed ? pressUncertain(delivery, now) : delivery;
  }
  const mapped = plan.mapped.find(({ locationKey }) => locationKey === delivery.locationKey);
  if (!mapped) return rest(delivery, 'cancelled', reason('goods_moved', {}), now);
  const own = mapped.problems[0] ?? problem;
  if (own) return rest(delivery, 'needs_attention', own, now);
  const fresh = { ...delivery, ...frozen(plan, mapped, delivery.orderReference) };
  if (pressed) return rest(fresh, 'queued', null, now, { dueAt: now, deadlineAt: null, attempts: 0, failures: 0 });
  const waits = waitsForPerson(delivery) && fresh.body === delivery.body;
  // What is queued keeps its time: news of the order shortens neither a back-off nor the service's Retry-After.
  if (waits || isGated(delivery) || delivery.state === 'queued') return fresh;
  return rest(fresh, 'queued', null, now, { dueAt: now });
}

/** What a person must decide stays theirs: a pause that comes and goes sends nothing again unchanged. */
const waitsForPerson = ({ state }: DeliveryRecord): boolean => state === 'needs_attention';

/** A press on a delivery whose fate is unknown asks the service first; the request stays as it was. */
function pressUncertain(delivery: DeliveryRecord, now: number): DeliveryRecord {
  const resting = delivery.state === 'needs_attention' || delivery.state === 'held';
  if (!resting) return delivery.state === 'confirming' ? { ...delivery, dueAt: now, deadlineAt: null } : delivery;
  return rest(delivery, 'confirming', null, now, {
    dueAt: now,
    uncertain: true,
    deadlineAt: null,
    attempts: 0,
    failures: 0,
  });
}

/** The reference of the order's next delivery. */
function given(plan: Plan, index: number): OrderReference {
  const { prefix } = plan.context.shop.settings.reference;
  return orderReference({ prefix, number: plan.order.number, index, testMode: modeOf(plan) === 'test' });
}

function create(plan: Plan, mapped: MappedDelivery, reference: OrderReference): DeliveryRecord {
  const { aggregate, order, context } = plan;
  const { settings, accounts } = context.shop;
  const mode = modeOf(plan);
  const deadline = deadlineOf(order.paidAt ?? order.processedAt, settings.automation, context.courier.timeZone);
  return {
    shop: order.shop,
    orderId: order.orderId,
    orderReference: reference,
    account: accounts[mode]?.account ?? 'none',
    mode,
    ...frozen(plan, mapped, reference),
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
    deadlineAt: order.sentByPerson ? null : deadline,
    service: null,
    placedAt: null,
    writtenBackAt: null,
    noteWritten: false,
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
