import type { Corrections, Reason, SendBody } from '#api-contract/order.ts';
import { parseCoordinates } from '#placement/coordinates.ts';
import type { OrderReference } from '#placement/ids.ts';
import { type MappedDelivery, mapOrder } from '#placement/map-order.ts';
import { newReference } from '#placement/order-reference.ts';
import { normalisePhone } from '#placement/phone.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { applySnapshot, type SnapshotContext } from './apply-snapshot.ts';
import { type DeliveryRecord, stateOfDeliveries } from './delivery.ts';
import type { Decided, OrderAggregate } from './order-aggregate.ts';
import { alreadyReplaced, auditOf, conflictOf, currentDeliveries, type SendOutcome } from './press.ts';

type NewBody = Extract<SendBody, { mode: 'new' }>;
type Refused = Decided<SendOutcome | 'stale'>;

const refuse = (result: SendOutcome | 'stale'): Refused => ({ change: null, result });

/**
 * Another driver for goods whose delivery is booked or was cancelled: a new row that replaces the old one, under the
 * reference that the preview showed. Its row is written in the same change, so a second press finds the reference used.
 */
export function sendAsNew(
  aggregate: OrderAggregate,
  snapshot: ShopOrder,
  context: SnapshotContext,
  body: NewBody,
): Decided<SendOutcome | 'stale'> {
  const target = targetOf(aggregate.deliveries, body);
  if ('kind' in target) return refuse(target);
  const wanted = newReference(target.orderReference, aggregate.deliveries.map((d) => d.orderReference));
  if (body.newReference !== wanted) return refuse(usedReference(body.newReference));
  const { change, result } = applySnapshot(aggregate, snapshot, {
    ...context,
    person: context.person && { ...context.person, orderReference: target.orderReference },
  });
  if (result.kind === 'stale' || !change?.order) return refuse('stale');
  const { order } = change;
  const barred = bar(order.rules, target, snapshot, context);
  if (barred) return refuse(barred);

  const correctionsFor = (key: string): Corrections => ({ ...order.corrections['*'], ...order.corrections[key] });
  const mapped = mapOrder(snapshot, context.shop.settings, { correctionsFor }).deliveries.find(
    ({ locationKey }) => locationKey === target.locationKey,
  );
  const sent = mapped ? fromMapping(mapped, wanted, context) : fromTarget(target, wanted, correctionsFor(target.locationKey));
  if ('problems' in sent) return refuse({ kind: 'problem', problems: sent.problems });
  const fresh = twinOf(target, sent, wanted, aggregate.now, context);
  const deliveries = [...(change.deliveries ?? []).filter((d) => d.orderReference !== wanted), fresh];
  const byReference = new Map([...aggregate.deliveries, ...deliveries].map((d) => [d.orderReference, d]));
  const audit = {
    ...auditOf(context, body.reason),
    action: 'send_as_new',
    orderReference: wanted,
  };
  return {
    change: {
      ...change,
      order: { ...order, ...stateOfDeliveries([...byReference.values()]), dueAt: null },
      deliveries,
      wakes: [{ kind: 'advance', at: null }],
      audit: [{ ...audit, detail: `instead of ${target.orderReference}; ${audit.detail}` }],
    },
    result: { kind: 'sent' },
  };
}

/** The delivery that is to be repeated: named, or the only one there is. */
function targetOf(deliveries: readonly DeliveryRecord[], body: NewBody): DeliveryRecord | SendOutcome {
  const current = currentDeliveries(deliveries);
  if (body.orderReference === undefined && current.length > 1) {
    return {
      kind: 'conflict',
      code: 'several_deliveries',
      message: 'The order has several deliveries. Nothing was sent.',
      nextStep: 'Name the delivery that is to be sent again.',
      field: 'orderReference',
    };
  }
  const target =
    body.orderReference === undefined ? current[0] : current.find((d) => d.orderReference === body.orderReference);
  if (!target) {
    return deliveries.some((d) => d.orderReference === body.orderReference) ? alreadyReplaced : { kind: 'not_found' };
  }
  if (target.state === 'placed' || target.state === 'cancelled') return target;
  return {
    kind: 'conflict',
    code: 'not_placed_yet',
    message: 'This delivery is not booked yet, so a new one would double it. Nothing was sent.',
    nextStep: 'Press Send again instead.',
    field: 'orderReference',
  };
}

function usedReference(given: string): SendOutcome {
  return {
    kind: 'conflict',
    code: 'reference_used',
    message: `The reference ${given} is not the next free one: it was probably sent already. Nothing was sent.`,
    nextStep: 'Look at the deliveries of this order; to send another one, open the preview again.',
    field: 'newReference',
  };
}

/** What nobody may override. Goods that left the shelf with the first driver are no reason to refuse a second one. */
function bar(
  rules: readonly { rule: string; result: string; message: string }[],
  target: DeliveryRecord,
  snapshot: ShopOrder,
  { shop }: SnapshotContext,
): SendOutcome | null {
  const mode = shop.settings.automation.testMode ? 'test' : 'live';
  if (mode !== target.mode) return conflictOf(placementReason('test_order'));
  if (snapshot.cancelledAt !== null) return conflictOf(placementReason('order_cancelled'));
  const blocking = ['test orders', 'paid', 'in South Africa', 'not paused', 'API key', 'not cancelled'];
  const failed = rules.find(({ rule, result }) => result === 'fail' && blocking.includes(rule));
  if (!failed) return null;
  return { kind: 'conflict', code: 'not_sendable', message: failed.message, nextStep: null, field: null };
}

type Sent = Pick<DeliveryRecord, 'request' | 'body' | 'lines'> | { problems: Reason[] };

function fromMapping(mapped: MappedDelivery, reference: OrderReference, { courier }: SnapshotContext): Sent {
  if (!mapped.request) return { problems: mapped.problems };
  const request: PlacementRequest = { ...mapped.request, order_reference: reference };
  return { request, body: courier.freeze(request, mapped.store), lines: mapped.lines };
}

/** Nothing is left to collect by Shopify's books: the first request is repeated, with the corrections laid over it. */
function fromTarget(target: DeliveryRecord, reference: OrderReference, corrections: Corrections): Sent {
  const problems: Reason[] = [];
  const corrected: Record<string, string | undefined> = {};
  for (const [field, value] of Object.entries(corrections)) {
    if (field.endsWith('_phone')) {
      const phone = normalisePhone(value);
      if (phone.ok) corrected[field] = phone.phone;
      else problems.push(placementReason(`dropoff_phone_${phone.problem}`, {}, { field }));
    } else if (field.endsWith('_coordinates')) {
      const point = parseCoordinates(value ?? '');
      corrected[field] = point.ok ? point.coordinates : undefined;
      if (!point.ok && point.problem !== 'missing') problems.push(placementReason('dropoff_coordinates_unusable', {}, { field }));
    } else corrected[field] = value ?? undefined;
  }
  if (problems.length > 0) return { problems };
  const laidOver = { ...corrected, order_reference: reference };
  return {
    request: { ...target.request, ...laidOver } as PlacementRequest,
    body: JSON.stringify({ ...(JSON.parse(target.body) as object), ...laidOver }),
    lines: target.lines,
  };
}

function twinOf(
  target: DeliveryRecord,
  sent: Pick<DeliveryRecord, 'request' | 'body' | 'lines'>,
  orderReference: OrderReference,
  now: number,
  { shop }: SnapshotContext,
): DeliveryRecord {
  return {
    ...target,
    ...sent,
    orderReference,
    account: shop.accounts[target.mode]?.account ?? target.account,
    state: 'queued',
    reason: null,
    fence: 0,
    leaseUntil: null,
    uncertain: false,
    everUnknown: false,
    duplicate: false,
    attempts: 0,
    failures: 0,
    dueAt: now,
    deadlineAt: null,
    service: null,
    placedAt: null,
    writtenBackAt: null,
    noteWritten: false,
    tagsAddedAt: null,
    fulfillmentId: null,
    drift: [],
    replaces: target.orderReference,
    createdAt: now,
    updatedAt: now,
  };
}
