import type { SendBody } from '#api-contract/order.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { currentDeliveries, type OrderAggregate, readAnew } from '../order.ts';
import { withOrderState } from '../order-state.ts';
import { hasKeyOf } from '../ports/stores.ts';
import { beginCancelling } from '../run/cancellation.ts';
import type { SnapshotContext } from '../run/snapshot-context.ts';
import { auditOf, conflict, type DecidedSend, missing, refuse, type SendOutcome } from './send-action.ts';
import { sendAsNew } from './send-as-new.ts';

type ReplaceBody = Extract<SendBody, { mode: 'replace' }>;

/**
 * "Cancel and book again": the run cancels the booked delivery at the service, and only once that surely succeeded the
 * order's goods go out as it says now, under the reference that the preview showed. What could not be sent is refused
 * before anything is cancelled. A second action finds the first under way, or the reference used.
 */
export function replaceBooked(
  aggregate: OrderAggregate,
  snapshot: ShopOrder,
  context: SnapshotContext,
  body: ReplaceBody,
): DecidedSend {
  const target = targetOf(aggregate.deliveries, body, context);
  if ('kind' in target) return refuse(target);
  const { orderReference, newReference, reason = 'cancelled to be booked again' } = body;
  const trial = sendAsNew(aggregate, snapshot, context, { mode: 'new', orderReference, newReference, reason });
  if (trial.result === 'stale' || trial.result.kind !== 'sent') return refuse(trial.result);
  const { now } = aggregate;
  const actor = context.person?.actor ?? null;
  const wish = { because: 'replaced', newReference: newReference as OrderReference, actor } as const;
  const begun = beginCancelling(target, wish, now);
  // The service may refuse to cancel it: what else this reading showed of the order is news all the same.
  const change = readAnew(withOrderState(aggregate, [{ ...begun, updatedAt: now }]), now);
  const audit = { ...auditOf(context, body), action: 'cancel_and_place_again', orderReference: target.orderReference };
  return { change: { ...change, audit: [audit] }, result: { kind: 'sent' } };
}

function targetOf(
  deliveries: readonly DeliveryRecord[],
  { orderReference }: ReplaceBody,
  { shop }: SnapshotContext,
): DeliveryRecord | SendOutcome {
  const target = currentDeliveries(deliveries).find((delivery) => delivery.orderReference === orderReference);
  if (!target) return missing(deliveries, orderReference);
  if (target.state !== 'placed' || !target.service) return notBooked;
  if (target.cancellation?.stage === 'wanted') return underWay;
  if (target.progress !== null) return collected;
  return hasKeyOf(shop, target) ? target : cannotCancel;
}

const notBooked = conflict(
  'not_booked',
  'Only a booked delivery can be cancelled and booked again. Nothing was changed.',
  'Look at the order once more.',
  'orderReference',
);
const underWay = conflict(
  'cancelling_already',
  'This delivery is being cancelled already. Nothing was changed.',
  'Wait until that is over: the page shows what came of it.',
  'orderReference',
);
const collected = conflict(
  'driver_has_goods',
  'The driver has the goods already. Nothing was changed.',
  'Ask the delivery service, or keep it as booked.',
  'orderReference',
);
/** The profile names no such call, or the account that booked it is not the shop's any more. */
export const cannotCancel = conflict(
  'cannot_cancel',
  'This delivery cannot be cancelled from here. Nothing was changed.',
  'Ask the delivery service to change it, or keep it as booked.',
  'orderReference',
);
