import type { DeliveryState, SendBody } from '#api-contract/order.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { AppError } from '../errors.ts';
import {
  type AuditEntry,
  type Change,
  currentDeliveries,
  deliveryOf,
  isWaiting,
  type OrderAggregate,
  type OrderRecord,
  readAnew,
} from '../order.ts';
import { speaksForOrder } from '../order-state.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { reason, reservedReason } from '../reasons.ts';
import { applySnapshot } from '../run/apply-snapshot.ts';
import { withWhatIsKnown } from '../run/known-locations.ts';
import { lookAgainIfLetGo, withLateLook } from '../run/let-go.ts';
import { mapGoods } from '../run/map-goods.ts';
import { plannedGoods } from '../run/planned-goods.ts';
import { loadForPerson, type RunningOrder } from '../run/running-order.ts';
import { contextOf, type SnapshotContext } from '../run/snapshot-context.ts';
import { isInDoubt } from '../transitions.ts';
import { lookFirst } from './look-first.ts';
import { cannotCancel, replaceBooked } from './replace-booked.ts';
import {
  alreadyDone,
  auditOf,
  conflictOf,
  correctedInDoubt,
  type DecidedSend,
  missing,
  problemsOf,
  readings,
  refuse,
  type SendAction,
  type SendOutcome,
} from './send-action.ts';
import { sendAsNew } from './send-as-new.ts';
import { sendGoods } from './send-goods.ts';

/**
 * "Send again", "fix and send", "send as a new delivery" and "cancel and book again": reads the order anew and applies the action under the order's
 * lock. Safe to do twice, from two tabs, by two people: nothing that may exist at the service is sent again but by
 * the same reference, and a new delivery only under the reference that the preview showed.
 *
 * @throws AppError where Shopify cannot be read.
 */
export async function sendOrder(ports: Ports, shop: ShopRecord, action: SendAction): Promise<SendOutcome> {
  const { orderId, actor, body } = action;
  if (body.mode === 'replace' && !ports.courier.canCancel) return cannotCancel;
  const found = await lookFirst(ports, shop, action);
  if (found) {
    const person = { actor, corrections: null, orderReference: referenceOf(body) };
    return onlyOnRecord(await loadForPerson(ports, shop, orderId), found, auditOf({ person }, body));
  }
  for (let reading = 0; reading < readings; reading += 1) {
    const order = await loadForPerson(ports, shop, orderId);
    if (order.known.erased) return { kind: 'not_found' };
    const snapshot = await ports.shopify.readOrder(shop.domain, orderId, shop.settings.parcel);
    const person = { actor, corrections: correctionsOf(body), orderReference: referenceOf(body) };
    if (!snapshot && order.known.order) {
      return onlyOnRecord(order, conflictOf(reason('gone_from_shopify', {})), auditOf({ person }, body));
    }
    // What a webhook names is an order, which a replica need not show yet.
    if (!snapshot && order.webhooks.length > 0) continue;
    if (!snapshot) return { kind: 'not_found' };
    const outcome = await apply(ports, order, snapshot, contextOf(ports, order, { person, wake: true }), body);
    if (outcome !== 'stale') return outcome;
  }
  throw new AppError({
    code: 'order_still_changing',
    retryable: true,
    merchantMessage: 'The order is being changed in Shopify at this very moment. Nothing was sent.',
    nextStep: 'Press Send again.',
  });
}

/** Goods that came later have no delivery yet: the action is about no other of the order. */
const referenceOf = (body: SendBody) =>
  (body.mode === 'goods' ? body.newReference : (body.orderReference ?? null)) as OrderReference | null;

const correctionsOf = (body: SendBody) => ('corrections' in body && body.corrections) || null;

async function apply(
  ports: Ports,
  order: RunningOrder,
  snapshot: ShopOrder,
  context: SnapshotContext,
  body: SendBody,
): Promise<SendOutcome | 'stale'> {
  const audit = auditOf(context, body);
  const outcome = await order.record(
    withLateLook<SendOutcome | 'stale'>((aggregate) =>
      onRecord(decideSend(aggregate, snapshot, context, body), audit, aggregate),
    ),
  );
  if (outcome.kind === 'done') {
    if (isWaiting(outcome.after)) await lookAgainIfLetGo(ports, order);
    return outcome.result;
  }
  if (outcome.kind !== 'reference_taken') throw new Error(`sending came to ${outcome.kind}`);
  return onlyOnRecord(order, conflictOf(reservedReason(order.shop.domain, outcome)), audit);
}

/** What keeps an order from being sent, on record. */
async function onlyOnRecord(order: RunningOrder, result: SendOutcome, audit: AuditEntry): Promise<SendOutcome> {
  await order.record(() => onRecord({ change: null, result }, audit, null));
  return result;
}

function decideSend(aggregate: OrderAggregate, read: ShopOrder, context: SnapshotContext, body: SendBody): DecidedSend {
  const snapshot = withWhatIsKnown(read, aggregate);
  switch (body.mode) {
    case 'new':
      return sendAsNew(aggregate, snapshot, context, body);
    case 'replace':
      return replaceBooked(aggregate, snapshot, context, body);
    case 'again':
      return sendNamed(aggregate, snapshot, context, body);
    case 'goods': {
      const part = aggregate.deliveries.find((delivery) => isUnsentPart(delivery, body.newReference));
      const { orderReference } = part ?? {};
      if (orderReference === undefined) return sendGoods(aggregate, snapshot, context, body);
      const person = context.person && { ...context.person, orderReference };
      return sendAgain(aggregate, snapshot, { ...context, person }, { ...body, mode: 'again', orderReference });
    }
  }
}

/**
 * Goods that have no delivery yet are named as the preview names them: such as came later go by themselves, all others
 * with the whole order.
 */
function sendNamed(
  aggregate: OrderAggregate,
  snapshot: ShopOrder,
  context: SnapshotContext,
  body: Extract<SendBody, { mode: 'again' }>,
): DecidedSend {
  const { orderReference: named, ...rest } = body;
  const { deliveries, now } = aggregate;
  if (named === undefined || deliveryOf(aggregate, named)) return sendAgain(aggregate, snapshot, context, body);
  const { settings } = context.shop;
  const goods = mapGoods(snapshot, settings, { corrections: {}, deliveries, now });
  const found = plannedGoods(snapshot, settings, goods, deliveries).find(({ reference }) => reference === named);
  if (!found) return sendAgain(aggregate, snapshot, context, body);
  if (found.isAdded) return sendGoods(aggregate, snapshot, context, { ...rest, mode: 'goods', newReference: named });
  const person = context.person && { ...context.person, orderReference: null, corrects: found.reference };
  return sendAgain(aggregate, snapshot, { ...context, person }, rest);
}

/** A part of the order that waits or that a rule leaves out: it has its reference, and nothing was sent under it. */
function isUnsentPart({ orderReference, state, attempts }: DeliveryRecord, newReference: string): boolean {
  if (orderReference !== newReference) return false;
  return state === 'skipped' || (attempts === 0 && (state === 'held' || state === 'needs_attention'));
}

function sendAgain(
  aggregate: OrderAggregate,
  snapshot: ShopOrder,
  context: SnapshotContext,
  body: Extract<SendBody, { mode: 'again' }>,
): DecidedSend {
  const { deliveries } = aggregate;
  const targets = targetedDeliveries(deliveries, referenceOf(body));
  if ('kind' in targets) return refuse(targets);
  if (context.person?.corrections && targets.some(isInDoubt)) return refuse(correctedInDoubt);
  const { change, result } = applySnapshot(aggregate, snapshot, context);
  if (result.kind === 'stale' || !change?.order) return refuse('stale');
  const { order } = change;
  if (targets.length === 0 && deliveries.length > 0 && order.state === 'cancelled') return refuse(alreadyDone(true));
  // An action is no way past test mode, and nothing of it is kept for the time after it.
  const [decisive] = result.failed;
  if (decisive?.id === 'not_in_test_mode') return refuse(conflictOf(decisive.reason));
  if (result.problem) {
    const all = problemsOf(snapshot, context.shop, order.corrections);
    return refuse({ kind: 'problem', problems: all.length > 0 ? all : [result.problem] });
  }
  return { change: { ...change, audit: [auditOf(context, body)] }, result: outcomeOf(change, order, targets) };
}

/** The deliveries that an action is about; none where the order has none yet, or none that speaks for its goods. */
function targetedDeliveries(
  deliveries: readonly DeliveryRecord[],
  orderReference: OrderReference | null,
): DeliveryRecord[] | SendOutcome {
  const current = currentDeliveries(deliveries);
  const named = current.filter(orderReference === null ? speaksForOrder : (d) => d.orderReference === orderReference);
  if (named.length === 0 && orderReference !== null) return missing(deliveries, orderReference);
  const open = named.filter(({ state }) => state !== 'placed' && state !== 'cancelled');
  if (named.length > 0 && open.length === 0) return alreadyDone(named[0]?.state === 'cancelled');
  return open;
}

/** A refused action leaves only its audit entry; what it found the order to lack may be news, which a run reads. */
function onRecord(decided: DecidedSend, audit: AuditEntry, read: OrderAggregate | null): DecidedSend {
  const { result } = decided;
  if (result === 'stale' || result.kind === 'sent' || result.kind === 'not_found') return decided;
  const code = result.kind === 'conflict' ? result.code : result.problems[0]?.code;
  const detail = [code, audit.detail].filter((part) => part).join(' ');
  const change: Change = { audit: [{ ...audit, action: 'send_refused', detail }] };
  if (result.kind !== 'problem' || !read?.order) return { change, result };
  return { change: readAnew({ ...change, order: read.order }, read.now), result };
}

/** What the person is told: what they sent is on its way, or why it is not. */
function outcomeOf(change: Change, order: OrderRecord, targets: readonly DeliveryRecord[]): SendOutcome {
  const known = new Set(targets.map(({ orderReference }) => orderReference));
  const after = (change.deliveries ?? []).filter(
    (d) => targets.length === 0 || known.has(d.orderReference) || (d.replaces !== null && known.has(d.replaces)),
  );
  // What may exist at the service goes on saying so: what its order lacks keeps all of them from being sent.
  const lacking = after.find((delivery) => delivery.everUnknown && isWaitingFor(delivery, 'lacking'))?.reason;
  if (lacking) return { kind: 'problem', problems: [lacking] };
  const states = after.length > 0 ? after : [order];
  const going: DeliveryState[] = ['queued', 'placing', 'confirming', 'held', 'placed'];
  // A hold ends only when somebody releases it in Shopify: an action would wait for that without a word.
  if (states.some((one) => going.includes(one.state) && !isWaitingFor(one, 'release'))) return { kind: 'sent' };
  const why = states.find(({ reason: found }) => found !== null)?.reason;
  if (!why) return { kind: 'sent' };
  return states.some(({ state }) => state === 'needs_attention')
    ? { kind: 'problem', problems: [why] }
    : conflictOf(why);
}
