import type { Reason } from '#api-contract/order.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { shownMs } from '#placement/shop-order.ts';
import { forPerson, type Standing } from '../delivery.ts';
import {
  type Change,
  type Decided,
  isReplacedIn,
  mergeDeliveries,
  type OrderAggregate,
  type OrderRecord,
  type WaitingWebhook,
} from '../order.ts';
import { stateAfter } from '../order-state.ts';
import type { Ports } from '../ports/ports.ts';
import { reason } from '../reasons.ts';
import { isEditable, isUnsent, mayBeBooked, mayCome, transition, waitsForReading } from '../transitions.ts';
import { isDenied, leftInDoubt } from './after-denial.ts';
import { newOrder } from './new-order.ts';
import { withoutOrder } from './want-cancelled.ts';

/**
 * An order whose run fails in the same way again and again rests with a reason, so that it waits for nobody in silence.
 * An order that never came so far as to be stored is, by its number alone. What was told of one whose driver may come stays
 * in the inbox: it may ask to call him off, and each sweep tries again.
 */
export async function giveUpOrder(ports: Ports, shop: ShopDomain, orderId: OrderId, code: string): Promise<void> {
  const { order, erased, webhooks } = await ports.orders.load(shop, orderId);
  const ids = webhooks.map(({ id }) => id);
  if (erased) return;
  const parcel = (await ports.shops.shop(shop))?.settings.parcel;
  const snapshot = order || !parcel ? null : await ports.shopify.readOrder(shop, orderId, parcel);
  if (!order && !snapshot) {
    return ports.orders.quarantineWebhooks(shop, ids, 'the order could not be taken in');
  }
  const why = reason('run_failed', { code });
  await ports.orders.change(shop, orderId, (aggregate) => {
    const stored = aggregate.order ?? (snapshot && newOrder(shop, snapshot, aggregate.now));
    const mayDrive = aggregate.deliveries.some((one) => mayBeBooked(one) && mayCome(one));
    const end = { ends: isUnsent, webhooksDone: mayDrive ? [] : ids };
    const left = stored && leftToPerson(aggregate, { ...stored, ...forPerson(why) }, why, end);
    return { change: left && { ...left, paidAtShopify: stored.paid }, result: null };
  });
}

/**
 * Shopify no longer shows an order that is stored here: it was deleted, or is older than the app may read. What still
 * waits can never be judged again, so a person is asked and the reading ends. A driver who may come is called off where
 * Shopify told that the order was cancelled; where it can only have been deleted, a person is told.
 */
export function goneFromShopify(aggregate: OrderAggregate, webhooks: readonly WaitingWebhook[]): Decided<null> {
  const { order, deliveries: stored, now } = aggregate;
  if (!order) return { change: null, result: null };
  const why = reason('gone_from_shopify', {});
  const own = waitsForReading(order) ? forPerson(why) : {};
  const cancelledAt = order.cancelledAt ?? webhooks.find(({ topic }) => topic === 'orders/cancelled')?.receivedAt;
  const isCancelled = cancelledAt !== undefined;
  // An order that another system has brought along may have been processed long before it was created.
  const isDeleted = webhooks.some(({ topic }) => topic === 'orders/delete') || now - order.processedAt < shownMs;
  const told = stored.map((one) => {
    const end = { isCancelled, isReplaced: isReplacedIn(stored, one) };
    return isCancelled || isDeleted ? withoutOrder(one, end, now) : one;
  });
  const left = leftToPerson(
    { ...aggregate, deliveries: told },
    { ...order, ...own, cancelledAt: cancelledAt ?? null, wordUntil: null },
    why,
    // What the order lacks can be entered no more either.
    { ends: waitsForReading, webhooksDone: webhooks.map(({ id }) => id) },
  );
  const changed = told.filter((one) => !stored.includes(one));
  return { change: { ...left, deliveries: mergeDeliveries(changed, left.deliveries ?? []) }, result: null };
}

/** What still waits becomes a person's matter; what may exist at the service stays as it is. */
function leftToPerson(
  { deliveries: stored, now }: OrderAggregate,
  order: OrderRecord,
  why: Reason,
  { ends, webhooksDone }: { ends: (delivery: Standing) => boolean; webhooksDone: string[] },
): Change & { order: OrderRecord } {
  const deliveries = stored.flatMap((delivery) => {
    if (isDenied(delivery)) return [leftInDoubt(delivery, now)];
    return isEditable(delivery) && ends(delivery) ? [transition(delivery, 'needs_attention', why, now)] : [];
  });
  return {
    order: { ...order, ...stateAfter(order, stored, deliveries), dueAt: null, updatedAt: now },
    deliveries,
    webhooksDone,
  };
}
