import { noLongerShown } from '#api-contract/drift.ts';
import { fulfilledPieces, isLive, keyOf } from '#placement/coverage.ts';
import { endOf, orderEnded } from '#placement/drift.ts';
import { isDelivered } from '#placement/goods.ts';
import { promises } from '#placement/note-line.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { withDifferences } from '../alarm.ts';
import { type DeliveryRecord, tellsOf } from '../delivery.ts';
import { mergeDeliveries, type OrderAggregate } from '../order.ts';
import { isEditable, isInDoubt, mayBeBooked, mayCome } from '../transitions.ts';
import { confirming } from './after-denial.ts';
import { beginCancelling, goesOn, isForOrder, orderIsOver, withdrawn } from './cancellation.ts';
import { bringsNothing, withLife } from './drift.ts';
import { isInSpite } from './judge.ts';
import { isLongOver } from './next-look.ts';
import { owed } from './record-write-back.ts';
import { isUnheard } from './unheard.ts';
import { isTouched } from './where-goods-stand.ts';

/**
 * What was planned, with what the order's end asks for: each delivery that is or may be booked for an order that was
 * cancelled, refunded or emptied is to be cancelled at the service. While goods are left to ship it is drift only, and so
 * are goods that the buyer collected. A line that still promises a cancelled one is owed anew.
 *
 * @param mayGetGoods an edit of just now may have put goods in the place of those that it took away: what it emptied waits.
 */
export function wantCancelled(
  { deliveries: stored, now }: Pick<OrderAggregate, 'deliveries' | 'now'>,
  planned: readonly DeliveryRecord[],
  snapshot: ShopOrder,
  mayGetGoods: boolean,
): DeliveryRecord[] {
  const written = new Set(planned.map(({ orderReference }) => orderReference));
  const ended = endOf(snapshot);
  const empty = ended === null && !hasGoodsLeft(snapshot);
  return mergeDeliveries(stored, planned).flatMap((delivery) => {
    if (isUntrueIn(snapshot.note, delivery)) return [owed(delivery, now)];
    const isEmptied = empty && isWithoutGoods(delivery) && !isCollected(snapshot, delivery);
    const after = afterReading(delivery, { ended, isEmptied, mayGetGoods }, now);
    return after !== delivery || written.has(delivery.orderReference) ? [after] : [];
  });
}

const isWithoutGoods = (delivery: DeliveryRecord): boolean => bringsNothing(delivery) && !isInSpite(delivery);

/** Whether a driver is still to come for goods that are gone, and whether he is called off hangs on what comes in their place. */
export const awaitsGoods = (delivery: DeliveryRecord): boolean =>
  mayBeBooked(delivery) && mayCome(delivery) && isWithoutGoods(delivery) && !isForOrder(delivery.cancellation);

/** A run that was overtaken may have written that line after the one that took it away had looked. */
const isUntrueIn = (text: string | null, { state, note, writtenBackAt, orderReference }: DeliveryRecord): boolean =>
  state === 'cancelled' && note === 'written' && writtenBackAt !== null && promises(text, orderReference);

interface End {
  ended: string | null;
  isEmptied: boolean;
  mayGetGoods: boolean;
}

function afterReading(delivery: DeliveryRecord, { ended, isEmptied, mayGetGoods }: End, now: number): DeliveryRecord {
  if (ended !== null) return wanted(delivery, ended, now);
  if (!isEmptied) return unwanted(delivery);
  return mayGetGoods ? delivery : wanted(delivery, null, now);
}

function wanted(delivery: DeliveryRecord, ended: string | null, now: number): DeliveryRecord {
  if (isEditable(delivery)) return unwanted(delivery);
  if (delivery.state === 'cancelled') return delivery;
  // Who delivered it, or could not, is nobody's driver any more, and nobody comes weeks later.
  if (!mayCome(delivery) || isLongOver(delivery, now)) return delivery;
  // The end of the order outlives a wish to replace its delivery: nothing new goes out for it.
  const because = ended === null ? 'emptied' : 'order_ended';
  const before = delivery.cancellation?.because;
  if (before === 'order_ended' || before === because) return delivery;
  const drift = delivery.drift.length > 0 || ended === null ? delivery.drift : [orderEnded(ended)];
  // A person's own Cancel holds also where the order goes on after all.
  const actor = before === 'person' || before === 'emptied' ? (delivery.cancellation?.actor ?? null) : null;
  const begun = beginCancelling({ ...delivery, drift }, { ...orderIsOver, because, actor }, now);
  // The service may show by now what it did not when a person was asked.
  return isInDoubt(begun) ? { ...confirming(begun, now), dueAt: now, failures: 0 } : begun;
}

/**
 * The same where nobody can read the order any more, of a delivery that may be booked: it is to be cancelled where Shopify
 * told that the order was, else a person is told. `isReplaced`: a newer delivery brings its goods.
 */
export function withoutOrder(
  delivery: DeliveryRecord,
  { isCancelled, isReplaced }: { isCancelled: boolean; isReplaced: boolean },
  now: number,
): DeliveryRecord {
  const { drift: before } = delivery;
  if (!mayBeBooked(delivery) || isLongOver(delivery, now)) return delivery;
  if (isCancelled) {
    // What else differs is nobody's matter any more.
    const ended = { ...delivery, drift: [...before.filter(isUnheard), orderEnded('cancelled')], updatedAt: now };
    return wanted(withLife(ended, isReplaced), 'cancelled', now);
  }
  // Of what is in doubt a person is asked already.
  const isTold = isInDoubt(delivery) || tellsOf(delivery, 'order_ended');
  if (isTold || !mayCome(delivery)) return delivery;
  return withDifferences({ ...delivery, updatedAt: now }, [...before, goneOrder]);
}

const goneOrder = orderEnded(noLongerShown);

/** Whether a person is told that its order is shown no more. */
export const isOfGoneOrder = ({ drift }: DeliveryRecord): boolean =>
  drift.some(({ about, now }) => about === goneOrder.about && now === goneOrder.now);

/** Goods that came back are to be brought after all, unless a person wants no driver or the service was told to stop. */
function unwanted(delivery: DeliveryRecord): DeliveryRecord {
  const { cancellation, state } = delivery;
  if (cancellation === null || !isForOrder(cancellation) || state === 'cancelled') return delivery;
  if (cancellation.actor !== null && cancellation.stage === 'wanted') {
    return { ...delivery, cancellation: { ...cancellation, because: 'person' } };
  }
  return cancellation.asked ? withdrawn(delivery, cancellation) : goesOn(delivery);
}

function hasGoodsLeft({ fulfillmentOrders }: ShopOrder): boolean {
  return fulfillmentOrders.some((one) => isLive(one) && one.lines.some((line) => line.remainingQuantity > 0));
}

/** Whether the buyer collected some of its goods, by Shopify's books: staff may have meant its driver, who is not called off then. */
function isCollected(order: ShopOrder, delivery: DeliveryRecord): boolean {
  const collected = fulfilledPieces(
    order,
    order.fulfillmentOrders.filter((one) => !isDelivered(one)),
  );
  const some = delivery.lines.some(({ lineItemId }) => collected(keyOf(lineItemId, delivery.locationKey)) > 0);
  return some && isTouched(order, delivery);
}
