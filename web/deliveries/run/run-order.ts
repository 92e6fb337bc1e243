import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { DeliveryRecord } from '../delivery.ts';
import type { ChangeOutcome, Decided, OrderAggregate, OrderRecord, WaitingWebhook } from '../order.ts';
import type { Ports } from '../ports/ports.ts';
import type { ShopRecord } from '../ports/stores.ts';
import { isGated, movingStates, waitsForOpening, waitsForService } from '../transitions.ts';
import { applyReferenceTaken, applySnapshot } from './apply-snapshot.ts';
import { isNotDue } from './claim.ts';
import { goneFromShopify } from './give-up.ts';
import { isLetGoByShop } from './let-go.ts';
import type { SnapshotContext } from './new-delivery.ts';
import { placeDelivery, type TurnEnd } from './place-delivery.ts';
import { knownAfter } from './self-triggered.ts';

const nothing: TurnEnd = { at: null, behindGate: false };

/**
 * One turn of an order: takes waiting webhooks into account by reading the order anew, decides, then places what is
 * due. Safe to run at any time, any number of times, by any number of workers; `fence` says which run this is.
 */
export async function advanceOrder(
  ports: Ports,
  { shop: shopDomain, orderId, fence }: { shop: ShopDomain; orderId: OrderId; fence: string },
): Promise<TurnEnd> {
  const shop = await ports.shops.shop(shopDomain);
  if (!shop || shop.installedAt === null || shop.uninstalledAt !== null) return nothing;
  const webhooks = await ports.orders.waitingWebhooks(shopDomain, orderId);
  let aggregate = await ports.orders.load(shopDomain, orderId);
  if (aggregate.erased) return nothing;
  const taken = await takeIn(ports, { shop, orderId, fence, webhooks }, aggregate);
  if (taken === null) return nothing;
  aggregate = taken;

  let { at: again, behindGate } = nothing;
  for (const delivery of aggregate.deliveries) {
    if (!movingStates.includes(delivery.state) && !isGated(delivery)) continue;
    // What is not due takes nothing from the shop's retry budget; its wake-up was committed with its row.
    if (isNotDue(delivery, aggregate.now)) continue;
    const end = await placeDelivery(ports, shop, delivery, fence);
    if (end.at !== null) again = Math.min(again ?? end.at, end.at);
    behindGate ||= end.behindGate;
  }
  const { order, deliveries } = aggregate;
  if (again === null && order !== null && isHeld(order, deliveries) && (await isLetGoByShop(ports, shop))) {
    again = ports.clock.now();
  }
  return { at: again, behindGate };
}

interface Run {
  shop: ShopRecord;
  orderId: OrderId;
  fence: string;
  webhooks: WaitingWebhook[];
}

/** @returns the order as it stands once the webhooks are taken into account; null where another run has overtaken this one. */
async function takeIn(ports: Ports, run: Run, aggregate: OrderAggregate): Promise<OrderAggregate | null> {
  const { shop, orderId, fence, webhooks } = run;
  const { order } = aggregate;
  const { includeTags, excludeTags } = shop.settings.automation;
  const known = order && knownAfter(order, webhooks, includeTags.length + excludeTags.length > 0);
  const waits = order !== null && isHeld(order, aggregate.deliveries);
  const due = order !== null && order.dueAt !== null && order.dueAt <= aggregate.now;
  if (order && known && !due && !waits) {
    await markKnown(ports, order, webhooks, known);
    return aggregate;
  }
  const snapshot = await ports.shopify.readOrder(shop.shop, orderId, shop.settings.parcel);
  if (!snapshot) {
    const ids = webhooks.map(({ id }) => id);
    if (order) return takeGone(ports, order, ids, fence);
    await ports.orders.quarantineWebhooks(shop.shop, ids, 'Shopify does not know this order for this shop');
    return aggregate;
  }
  return applyNow(ports, snapshot, { shop, courier: ports.courier, webhooks, person: null, wake: false }, fence);
}

async function takeGone(
  ports: Ports,
  { shop, orderId }: OrderRecord,
  ids: string[],
  fence: string,
): Promise<OrderAggregate | null> {
  const gone = await ports.orders.change(shop, orderId, (now) => goneFromShopify(now, ids), fence);
  if (gone.kind === 'overtaken') return null;
  return gone.kind === 'done' ? gone.after : ports.orders.load(shop, orderId);
}

/** Whether something of the order is held, so that only a new look at it can tell whether that is over, and what to send then. */
function isHeld(order: OrderRecord, deliveries: readonly DeliveryRecord[]): boolean {
  if (order.state === 'held' && deliveries.every(({ state }) => state !== 'placed')) return true;
  return deliveries.some(
    (delivery) => delivery.state === 'held' && !waitsForService(delivery) && !waitsForOpening(delivery),
  );
}

/**
 * Applies a snapshot, and what follows where a reference turns out to be another order's.
 *
 * @returns the order as it then stands; null where the run of this fence was overtaken.
 */
export async function applyNow(
  ports: Ports,
  snapshot: ShopOrder,
  context: SnapshotContext,
  fence?: string,
): Promise<OrderAggregate | null> {
  const { shop } = context.shop;
  const change = (decide: (now: OrderAggregate) => Decided<unknown>): Promise<ChangeOutcome<unknown>> =>
    ports.orders.change(shop, snapshot.id, decide, fence);
  let outcome = await change((now) => applySnapshot(now, snapshot, context));
  if (outcome.kind === 'reference_taken') {
    const conflict = outcome;
    outcome = await change((now) => applyReferenceTaken(now, snapshot, context, conflict));
  }
  if (outcome.kind === 'overtaken') return null;
  return outcome.kind === 'done' ? outcome.after : ports.orders.load(shop, snapshot.id);
}

/** What has been compared with the order counts as seen: only our own write stays in doubt until its echo has come. */
async function markKnown(
  ports: Ports,
  order: OrderRecord,
  webhooks: readonly WaitingWebhook[],
  { shopifyUpdatedAt: seenAt, echoFingerprint }: Pick<OrderRecord, 'shopifyUpdatedAt' | 'echoFingerprint'> = order,
): Promise<void> {
  if (webhooks.length === 0) return;
  const ids = webhooks.map(({ id }) => id);
  await ports.orders.markWebhooksKnown(order.shop, order.orderId, { ids, seenAt, echoFingerprint });
}
