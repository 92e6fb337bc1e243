import type { Reason } from '#api-contract/order.ts';
import type { OrderReference } from '#placement/ids.ts';
import { newReference as nextReference } from '#placement/order-reference.ts';
import { waitingFor } from '#placement/waiting.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { type Decided, deliveryOf, newestFor, type OrderAggregate, type OrderRecord } from '../order.ts';
import { withOrderState } from '../order-state.ts';
import type { Ports } from '../ports/ports.ts';
import { reason } from '../reasons.ts';
import { repeatRequest } from '../run/corrections.ts';
import { newDelivery } from '../run/new-delivery.ts';
import type { RunningOrder } from '../run/running-order.ts';
import { askPerson } from '../transitions.ts';
import { sendOrder } from './send-again.ts';

/**
 * Sends the goods of what was cancelled to be booked again, as the order says now. Goods that cannot go out wait for a
 * person under their new reference: nobody brings them by now. Safe to repeat.
 *
 * @throws AppError where Shopify cannot be read; the rows stay due.
 */
export async function placeAgain(ports: Ports, running: RunningOrder): Promise<void> {
  const { shop, orderId, known } = running;
  const owing = owingIn(known);
  for (const owed of owing) {
    const { orderReference, newReference, actor } = owed;
    const words = 'cancelled to be booked again';
    const body = { mode: 'new' as const, orderReference, newReference, reason: words };
    const outcome = await sendOrder(ports, shop, { orderId, actor, body });
    if (outcome.kind === 'sent') continue;
    const isBrought = outcome.kind === 'conflict' && outcome.isBrought === true;
    const why = outcome.kind === 'problem' ? (outcome.problems[0] ?? null) : null;
    await leave(ports, { shop: shop.domain, orderId }, { ...owed, isBrought }, why);
  }
  // What is written back next must be no older than what was read here.
  if (owing.length > 0) running.known = await ports.orders.load(shop.domain, orderId);
}

/**
 * Leaves to a person what would be sent again where that fails in the same way each time: nobody brings its goods by now.
 *
 * @param code of what went wrong.
 */
export async function givePlacingAgainUp(ports: Pick<Ports, 'orders'>, order: Of, code: string): Promise<void> {
  const owing = owingIn(await ports.orders.load(order.shop, order.orderId));
  for (const owed of owing) await leave(ports, order, { ...owed, isBrought: false }, reason('run_failed', { code }));
}

type Of = Pick<OrderRecord, 'shop' | 'orderId'>;
type Owed = ReturnType<typeof owingIn>[number];

function owingIn({ deliveries }: Pick<OrderAggregate, 'deliveries'>) {
  return deliveries.flatMap(({ orderReference, state, cancellation }) => {
    const newReference = cancellation?.newReference;
    const actor = cancellation?.actor ?? 'automatic';
    return state === 'cancelled' && newReference ? [{ orderReference, newReference, actor }] : [];
  });
}

async function leave(
  ports: Pick<Ports, 'orders'>,
  { shop, orderId }: Of,
  { orderReference, newReference, isBrought }: Owed & { isBrought: boolean },
  why: Reason | null,
): Promise<void> {
  // The reference that was promised may be another order's by now.
  for (let reference = newReference; ; reference = nextReference(reference, [])) {
    const left = await ports.orders.change(shop, orderId, (aggregate) =>
      leaveToPerson(aggregate, { orderReference, reference, isBrought }, why),
    );
    if (left.kind !== 'reference_taken') break;
  }
}

/** The old delivery owes nothing any more; where the order still wants its goods and nobody brings them, a new row asks a person for them. */
function leaveToPerson(
  aggregate: OrderAggregate,
  { orderReference, reference, isBrought }: { orderReference: string; reference: OrderReference; isBrought: boolean },
  problem: Reason | null,
): Decided<null> {
  const { now, order, deliveries } = aggregate;
  const old = deliveryOf(aggregate, orderReference);
  if (!old?.cancellation?.newReference) return { change: null, result: null };
  const settled: DeliveryRecord = { ...old, cancellation: null, updatedAt: now };
  const repeated = repeatRequest(old, reference, {});
  const isWanted =
    !isBrought && order?.cancelledAt == null && !deliveries.some((one) => one.orderReference === reference);
  if (!isWanted || 'problems' in repeated) return { change: withOrderState(aggregate, [settled]), result: null };
  const facts = { ...old, ...repeated, orderReference: reference, word: null, deadlineAt: null };
  const why = problem ?? reason('not_placed_again', { reference });
  const queued = newDelivery({ ...facts, replaces: newestFor(deliveries, old) }, now);
  const fresh = askPerson(queued, waitingFor('person', why), now);
  const audit = [
    {
      actor: old.cancellation?.actor ?? 'automatic',
      action: 'send_refused',
      orderReference: reference,
      detail: why.code,
    },
  ];
  return { change: { ...withOrderState(aggregate, [settled, fresh]), audit }, result: null };
}
