import type { OrderId } from '#placement/ids.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { isWaiting, type Wake } from '../order.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { lookAgainIfLetGo, withLateLook } from '../run/let-go.ts';
import { owed } from '../run/record-write-back.ts';
import { mayHaveNews, refreshDelivery } from '../run/refresh-delivery.ts';
import { applyNow } from '../run/run-order.ts';
import { loadForPerson } from '../run/running-order.ts';
import { contextOf } from '../run/snapshot-context.ts';
import { readings } from './send-action.ts';

/** `failed`: what the service said, or that it could not be asked; the order was read from Shopify all the same. */
export type RefreshResult = { kind: 'refreshed' } | { kind: 'not_found' } | { kind: 'failed'; message: string };

/**
 * Reads an order anew on a person's word: from Shopify, so that what changed shows as drift, and from the service each
 * delivery that is booked or was cancelled. A slot that moved, an end, and what Shopify refused before are written again;
 * what the service says of the driver wakes what follows it.
 *
 * @throws AppError where Shopify cannot be read.
 */
export async function refreshOrder(
  ports: Ports,
  shop: ShopRecord,
  action: { orderId: OrderId; actor: string },
): Promise<RefreshResult> {
  const { orderId, actor } = action;
  for (let reading = 0; reading < readings; reading += 1) {
    const read = await readNow(ports, shop, orderId);
    if (read === 'not_found') return { kind: 'not_found' };
    if (read === 'done') break;
  }
  const order = await loadForPerson(ports, shop, orderId);
  await order.record(({ deliveries: stored, now }) => {
    const again = stored.filter(isOwed).map((delivery) => ({ ...owed(delivery, now), refusals: [] }));
    const audit = [{ actor, action: 'refresh', orderReference: null, detail: '' }];
    const wakes: Wake[] = again.length > 0 ? [{ at: null }] : [];
    return { change: { deliveries: again, wakes, audit }, result: undefined };
  });
  if (isWaiting(order.known)) await lookAgainIfLetGo(ports, order);
  const failures: string[] = [];
  for (const delivery of order.known.deliveries.filter((one) => isAskable(one, shop))) {
    const failure = await refreshDelivery(ports, order, delivery);
    if (failure !== null) failures.push(failure);
  }
  return failures[0] === undefined ? { kind: 'refreshed' } : { kind: 'failed', message: failures[0] };
}

/** Reads the order once and lays it over what is stored; `stale`: what is stored may be newer. */
async function readNow(ports: Ports, shop: ShopRecord, orderId: OrderId): Promise<'done' | 'stale' | 'not_found'> {
  const order = await loadForPerson(ports, shop, orderId);
  if (order.known.erased) return 'not_found';
  const snapshot = await ports.shopify.readOrder(shop.domain, orderId, shop.settings.parcel);
  if (!snapshot) return order.known.order ? 'done' : 'not_found';
  const context = contextOf(ports, order, { person: null, wake: true });
  const outcome = await applyNow((decide) => order.record(withLateLook(decide)), snapshot, context);
  return outcome.kind === 'done' && outcome.result?.kind === 'stale' ? 'stale' : 'done';
}

/** What is booked, and what was cancelled where the service can be asked: without a key nobody misses its answer. */
function isAskable(delivery: DeliveryRecord, { accounts }: ShopRecord): boolean {
  if (delivery.service === null || !mayHaveNews(delivery)) return false;
  return delivery.state === 'placed' || accounts[delivery.mode] !== null;
}

/** Whether something that follows placing was not done, for a reason that a person may have mended. */
function isOwed({ placedAt, note, refusals }: DeliveryRecord): boolean {
  return placedAt !== null && (note !== 'written' || refusals.length > 0);
}
