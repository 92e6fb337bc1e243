import type { SendBody } from '#api-contract/order.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { type OrderAggregate, readAnew } from '../order.ts';
import { applySnapshot } from '../run/apply-snapshot.ts';
import type { SnapshotContext } from '../run/snapshot-context.ts';
import { mayHaveLost } from '../run/still-to-bring.ts';
import { auditOf, conflict, conflictOf, type DecidedSend, notSendable, refuse, usedReference } from './send-action.ts';

type GoodsBody = Extract<SendBody, { mode: 'goods' }>;

/**
 * "Send these goods": a driver for what came when a delivery of the order might exist already, one for each location,
 * under the next references from the one that the preview showed. A second action finds nothing left and the reference used.
 */
export function sendGoods(
  aggregate: OrderAggregate,
  snapshot: ShopOrder,
  context: SnapshotContext,
  body: GoodsBody,
): DecidedSend {
  const { change, result } = applySnapshot(aggregate, snapshot, { ...context, sendAdded: true });
  if (result.kind === 'stale' || !change?.order) return refuse('stale');
  const [first] = result.sent;
  if (first === undefined) {
    const ready = result.withoutDriver.filter(({ part }) => part.waits === null);
    const problems = ready.flatMap(({ mapped }) => mapped.problems);
    if (problems.length > 0) return refuse({ kind: 'problem', problems });
    const waits = result.withoutDriver.find(({ part }) => part.waits !== null)?.part.waits;
    if (ready.length === 0) return refuse(waits ? conflictOf(waits.reason) : usedReference(body.newReference));
    const [failed] = result.failed;
    return refuse(failed ? notSendable(failed.reason) : notNow);
  }
  if (first !== body.newReference) return refuse(usedReference(body.newReference));
  const audit = { ...auditOf(context, body), action: 'send_goods', orderReference: first };
  // What waits to be booked again for these goods is no more: the run reads the order with the new driver.
  const isToBeRead = aggregate.deliveries.some(mayHaveLost);
  const written = isToBeRead ? readAnew(change, aggregate.now) : change;
  return { change: { ...written, audit: [audit] }, result: { kind: 'sent' } };
}

const notNow = conflict('not_sendable', 'The goods cannot be sent now.', null, null);
