import type { ShopOrder } from '#placement/shop-order.ts';
import { isWaitingFor } from '#placement/waiting.ts';
import type { Standing } from '../delivery.ts';
import type { OrderRecord, WaitingWebhook } from '../order.ts';

const lookAgainMs = 300_000;
/** What somebody is to do in Shopify may take weeks, and is told of; that the order was deleted is not. */
const lookRarelyMs = 6 * 3_600_000;
const routedWithinMs = 600_000;
const lookForGoodsMs = 60_000;
/** Of a change to an older order: two looks, for it may have added goods, and no webhook tells of the fulfilment order of those. */
const addedWithinMs = 2 * lookForGoodsMs;
/** The webhooks of one change come one after the other: which kind of change it was may be told last. */
const toldWithinMs = 3_000;

/**
 * When to read an order again by itself, for what of it waits; null: never.
 *
 * @param deadline when it is packed too late; epoch ms as `now`.
 */
export function lookAgainAt(waiting: readonly Standing[], now: number, deadline: number): number | null {
  return earliestOf(waiting.map((one) => waitsUntil(one, now, deadline)));
}

/** Null where none is known; epoch ms. */
export function earliestOf(times: readonly (number | null)[]): number | null {
  const known = times.filter((at) => at !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** What ends at a time nobody knows is looked at now and then, whatever news of it got lost; what is packed too late at its deadline. */
function waitsUntil({ waitsFor }: Standing, now: number, deadline: number): number | null {
  if (waitsFor !== null && 'at' in waitsFor) return waitsFor.at ?? now + lookAgainMs;
  if (!isWaitingFor({ waitsFor }, 'release', 'packing')) return null;
  const isSooner = isWaitingFor({ waitsFor }, 'packing') && deadline >= now;
  return isSooner ? Math.min(deadline + 1, now + lookRarelyMs) : now + lookRarelyMs;
}

type Read = Pick<ShopOrder, 'fulfillmentOrders' | 'createdAt'>;

/** Shopify makes the fulfilment orders of an order after it, and may show them only so long after. Epoch ms. */
export function mayGetGoods({ fulfillmentOrders, createdAt }: Read, now: number): boolean {
  return fulfillmentOrders.length === 0 && now - Date.parse(createdAt) < routedWithinMs;
}

type Told = Pick<WaitingWebhook, 'topic' | 'receivedAt'>;

/** Until when an edit is not done with, however often its order is read before, epoch ms: null where it tells of none. */
export const editedUntil = ({ topic, receivedAt }: Told): number | null =>
  topic === 'orders/edited' ? receivedAt + lookForGoodsMs : null;

/**
 * Until when goods may come in the place of those that an edit took away, epoch ms; null: none are awaited. What was changed
 * since its webhooks were loaded, or just before, may have been edited, though none of them tells so.
 */
export function exchangedUntil(
  { updatedAt }: Pick<ShopOrder, 'updatedAt'>,
  { webhooks, loadedAt }: { webhooks: readonly Told[]; loadedAt: number },
  now: number,
): number | null {
  const changedAt = Date.parse(updatedAt);
  const mayBeTold = changedAt < now + lookForGoodsMs ? changedAt + toldWithinMs + (now - loadedAt) : 0;
  const until = Math.max(mayBeTold, ...webhooks.map((one) => editedUntil(one) ?? 0));
  return until > now ? until : null;
}

/**
 * When to read an order again for goods that Shopify may not show yet: once after an edit, and ever more rarely while there
 * are none at all; null: never, for a third party's goods are never shown. What tells of the fulfilment orders may be lost,
 * or taken in while it was read. Epoch ms, as `now`.
 *
 * @param ownWrite the app's own, which adds no goods: looking after it might write again, and so never end.
 */
export function lookForGoodsAt(
  read: Read & Pick<ShopOrder, 'updatedAt'>,
  { ownWrite, webhooks }: Pick<OrderRecord, 'ownWrite'> & { webhooks: readonly Told[] },
  now: number,
): number | null {
  const edited = webhooks.map(editedUntil).filter((at) => at !== null && at > now);
  if (edited.length > 0) return earliestOf(edited);
  if (read.fulfillmentOrders.length > 0) return null;
  const changedAt = Date.parse(read.updatedAt);
  if (changedAt > (ownWrite?.updatedAt ?? 0) && now - changedAt < addedWithinMs) return now + lookForGoodsMs;
  return mayGetGoods(read, now) ? now + Math.max(lookForGoodsMs, now - Date.parse(read.createdAt)) : null;
}
