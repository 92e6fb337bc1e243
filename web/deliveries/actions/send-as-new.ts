import type { SendBody } from '#api-contract/order.ts';
import { wordCountsUntil } from '#placement/cut-off.ts';
import { endOf } from '#placement/drift.ts';
import type { FailedRule } from '#placement/eligibility.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { MappedDelivery } from '#placement/map-order.ts';
import { newReference } from '#placement/order-reference.ts';
import type { OrderWords } from '#placement/order-says.ts';
import { quantityOf } from '#placement/parts.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { type DeliveryRecord, tellsOf } from '../delivery.ts';
import {
  currentDeliveries,
  deliveryOf,
  mergeDeliveries,
  newestFor,
  type OrderAggregate,
  type OrderRecord,
} from '../order.ts';
import { stateOfDeliveries } from '../order-state.ts';
import { accountOf } from '../ports/stores.ts';
import { reason } from '../reasons.ts';
import { applySnapshot } from '../run/apply-snapshot.ts';
import { correctionsAt, dropoffOf, dropoffProblems, repeatRequest, saidOfRepeated } from '../run/corrections.ts';
import { differencesOf, endOfTask } from '../run/drift.ts';
import { goodsRule } from '../run/judge.ts';
import { type MappedGoods, mapGoods } from '../run/map-goods.ts';
import { frozen, newDelivery } from '../run/new-delivery.ts';
import { type MethodWords, methodNow } from '../run/other-method.ts';
import type { SnapshotContext } from '../run/snapshot-context.ts';
import { withoutBrought } from '../run/still-to-bring.ts';
import { isInDoubt, transition } from '../transitions.ts';
import {
  auditOf,
  type Conflict,
  conflict,
  conflictOf,
  type DecidedSend,
  missing,
  notSendable,
  refuse,
  type SendOutcome,
  usedReference,
} from './send-action.ts';

/** Whether nobody waits for what is left of the goods: another driver brings them, or the order has ended. */
const isUnneeded = (left: DeliveryRecord | null, snapshot: ShopOrder): boolean =>
  left === null || endOf(snapshot) !== null;

type NewBody = Extract<SendBody, { mode: 'new' }>;

/**
 * Another driver for goods whose delivery is booked, probably booked or cancelled: a new row that replaces the old one, under the
 * reference that the preview showed. Its row is written in the same change, so a second action finds the reference used.
 */
export function sendAsNew(
  aggregate: OrderAggregate,
  snapshot: ShopOrder,
  context: SnapshotContext,
  body: NewBody,
): DecidedSend {
  const target = targetOf(aggregate.deliveries, body);
  if ('kind' in target) return refuse(target);
  const wanted = newReference(
    target.orderReference,
    aggregate.deliveries.map((d) => d.orderReference),
  );
  if (body.newReference !== wanted) return refuse(usedReference(body.newReference));
  const { change, result } = applySnapshot(aggregate, snapshot, {
    ...context,
    person: context.person && { ...context.person, orderReference: target.orderReference },
  });
  if (result.kind === 'stale' || !change?.order) return refuse('stale');
  const { order } = change;
  const known = mergeDeliveries(aggregate.deliveries, change.deliveries ?? []);
  const left = withoutBrought(target, known, snapshot);
  const barred = bar(result.failed, target, snapshot, context);
  if (barred) return refuse({ ...barred, isBrought: isUnneeded(left, snapshot) });
  if (left === null) return refuse({ ...broughtByAnother, isBrought: true });

  const { corrections } = order;
  const { now } = aggregate;
  const goods = mapGoods(snapshot, context.shop.settings, { corrections, deliveries: known, now });
  const own = goods.of(left);
  const mapped = own?.waits ? undefined : own;
  if (mapped && !mapped.request) return refuse({ kind: 'problem', problems: mapped.problems });
  const method = methodNow(left, snapshot, context.shop.settings.automation);
  const sent = mapped
    ? frozen({ order, context }, mapped, wanted)
    : repeated(left, wanted, order, { there: goods.goTo(target.locationKey), method });
  if ('problems' in sent) return refuse({ kind: 'problem', problems: sent.problems });
  const inSpiteOf = result.failed.map(({ id }) => id);
  // The first driver's goods are fulfilled sooner or later, and that must not take back the second.
  const hadDriver = target.state !== 'cancelled';
  const word = [...new Set([...inSpiteOf, ...(mapped && !hadDriver ? [] : [goodsRule])])];
  const facts = { ...left, ...sent, orderReference: wanted, account: accountOf(context.shop, target), word };
  const deadlineAt = wordCountsUntil(now, context.shop.settings.automation);
  const replaces = newestFor(aggregate.deliveries, target);
  const queued = newDelivery({ ...facts, deadlineAt, replaces }, now);
  const fresh = { ...queued, drift: differencesOf(queued, goods, snapshot) };
  const read = deliveryOf({ deliveries: known }, target.orderReference) ?? target;
  const old = isInDoubt(target) ? [replaced(target, wanted, now)] : endOfOld(read, now);
  const all = mergeDeliveries(known, [...old, fresh]);
  const audit = auditOf(context, body);
  const sentAsNew = { ...audit, action: 'send_as_new', orderReference: wanted };
  return {
    change: {
      ...change,
      order: {
        ...order,
        ...stateOfDeliveries(all),
        dueAt: isToBeRead(all, { fresh, left, goods }) ? now : order.dueAt,
      },
      deliveries: mergeDeliveries(change.deliveries ?? [], [...old, fresh]),
      audit: [{ ...sentAsNew, detail: `instead of ${target.orderReference}; ${audit.detail}` }],
    },
    result: { kind: 'sent' },
  };
}

/** The same goods once more, to whom the order brings them by now: what it says then is what this driver is sent with. */
function repeated(
  delivery: DeliveryRecord,
  reference: OrderReference,
  order: OrderRecord,
  { there, method }: { there: MappedDelivery | null; method: MethodWords | null },
): ReturnType<typeof repeatRequest> & { said?: OrderWords } {
  const problems = dropoffProblems(there);
  if (problems.length > 0) return { problems };
  const corrections = { ...dropoffOf(there), ...correctionsAt(order, delivery.locationKey) };
  const sent = repeatRequest(delivery, reference, corrections);
  return there === null || 'problems' in sent
    ? sent
    : { ...sent, said: saidOfRepeated(order, there, delivery, method) };
}

/**
 * The new one may bring goods that an alarm still calls without a driver, or leave such as another's says are gone, and
 * speaks for none that have no delivery: the run reads the order with it.
 */
const isToBeRead = (
  deliveries: readonly DeliveryRecord[],
  { fresh, left, goods }: { fresh: DeliveryRecord; left: DeliveryRecord; goods: MappedGoods },
): boolean =>
  goods.fresh.length > 0 ||
  // Some cannot go yet, and wait as a delivery of their own.
  quantityOf(fresh.lines) < quantityOf(left.lines) ||
  deliveries.some((one) => tellsOf(one, 'goods_without_driver', 'goods_gone'));

/** Nobody waits for the old one any more; whether the service has it stays unknown, and its words say so. */
function replaced(target: DeliveryRecord, reference: OrderReference, now: number): DeliveryRecord {
  const why = reason('replaced_in_doubt', { reference: target.orderReference, newReference: reference });
  return transition(target, 'cancelled', why, now);
}

/** What was cancelled to be booked again is; of any other delivery its task may end. */
function endOfOld(target: DeliveryRecord, now: number): DeliveryRecord[] {
  const isOwed = target.state === 'cancelled' && target.cancellation?.newReference != null;
  return isOwed ? [{ ...target, cancellation: null, updatedAt: now }] : endOfTask(target, now);
}

const broughtByAnother = conflict(
  'brought_by_another',
  'Another delivery of this order brings these goods by now, so a new one would double it. Nothing was sent.',
  'Look at the other deliveries of this order.',
  'orderReference',
);

/** The delivery that is to be repeated: named, or the only one there is. */
export function targetOf(deliveries: readonly DeliveryRecord[], body: NewBody): DeliveryRecord | SendOutcome {
  const current = currentDeliveries(deliveries);
  if (body.orderReference === undefined && current.length > 1) {
    return severalDeliveries;
  }
  const target =
    body.orderReference === undefined ? current[0] : current.find((d) => d.orderReference === body.orderReference);
  if (!target) return missing(deliveries, body.orderReference);
  if (target.state === 'placed' || target.state === 'cancelled' || isInDoubt(target)) return target;
  return notPlacedYet;
}

const severalDeliveries = conflict(
  'several_deliveries',
  'The order has several deliveries. Nothing was sent.',
  'Name the delivery that is to be sent again.',
  'orderReference',
);
const notPlacedYet = conflict(
  'not_placed_yet',
  'This delivery may still be booked, so a new one would double it. Nothing was sent.',
  'Press Send again instead.',
  'orderReference',
);
const otherMode = conflict(
  'other_mode',
  'Test mode was switched since this delivery was sent. Nothing was sent.',
  'Switch test mode back under Settings to send this delivery again.',
  null,
);

/** What nobody may override. Goods that left the shelf with the first driver are no reason to refuse a second one. */
function bar(
  failed: readonly FailedRule[],
  target: DeliveryRecord,
  snapshot: ShopOrder,
  { shop }: SnapshotContext,
): Conflict | null {
  const mode = shop.settings.automation.testMode ? 'test' : 'live';
  if (mode !== target.mode) return otherMode;
  if (snapshot.cancelledAt !== null) return conflictOf(placementReason('order_cancelled'));
  const blocking = failed.find(({ override }) => override === 'never');
  return blocking ? notSendable(blocking.reason) : null;
}
