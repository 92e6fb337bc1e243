import { asOfNow, leftBeside } from '#placement/coverage.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { liveDeliveries } from '../order.ts';
import { reason } from '../reasons.ts';
import { isEditable, transition } from '../transitions.ts';
import { isInSpite } from './judge.ts';
import { mayBring } from './map-goods.ts';
import type { Plan } from './new-delivery.ts';

/**
 * What is to be sent for goods that Shopify's books may show no more, without those that another delivery of the order
 * brings by now: a person may have sent them while it was cancelled to be booked again, or waited. Cancelled: nothing is left.
 */
export function stillToBring({ aggregate, snapshot }: Plan, delivery: DeliveryRecord): DeliveryRecord {
  if (!mayHaveLost(delivery)) return delivery;
  const { deliveries } = aggregate;
  const at = deliveries.findIndex(({ orderReference }) => orderReference === delivery.orderReference);
  // Of two that would each end for the other the first one goes, or nobody would.
  const firm = deliveries.filter((one, index) => index <= at || !mayHaveLost(one));
  const left = withoutBrought(delivery, firm, snapshot);
  return left ?? transition(delivery, 'cancelled', reason('goods_brought', {}), aggregate.now);
}

/** Whether another delivery of its order may bring its goods by now. */
export const mayHaveLost = (delivery: DeliveryRecord): boolean => isEditable(delivery) && isInSpite(delivery);

/** The delivery with what no other one of the order brings by now of its goods: they moved there, or went out anew. Null: nothing. */
export function withoutBrought(
  delivery: DeliveryRecord,
  known: readonly DeliveryRecord[],
  snapshot: ShopOrder,
): DeliveryRecord | null {
  const others = liveDeliveries(known)
    .filter(({ orderReference }) => orderReference !== delivery.orderReference)
    .map((one) => asOfNow(snapshot, one))
    .flatMap(mayBring);
  const named = asOfNow(snapshot, delivery);
  const pieces = leftBeside(snapshot, named.lines, others);
  if (named.lines.every(({ quantity }, index) => quantity === pieces[index])) return delivery;
  return pieces.some((left) => left > 0) ? withPieces(named, pieces) : null;
}

/** The delivery with so many pieces of each of its lines, in what is sent of it too. */
function withPieces(delivery: DeliveryRecord, pieces: readonly number[]): DeliveryRecord {
  const reduced = <T extends { quantity: number }>(all: readonly T[]) =>
    all.map((one, index) => ({ ...one, quantity: pieces[index] ?? 0 })).filter(({ quantity }) => quantity > 0);
  const items = reduced(delivery.request.items);
  const body = JSON.stringify({ ...(JSON.parse(delivery.body) as object), items });
  return { ...delivery, lines: reduced(delivery.lines), request: { ...delivery.request, items }, body };
}
