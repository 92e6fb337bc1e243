import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { applyReferenceTaken, applySnapshot, type SnapshotContext } from './apply-snapshot.ts';
import { isNotDue } from './claim.ts';
import { type DeliveryRecord, movingStates, type OrderRecord } from './delivery.ts';
import { isKnown } from './echo.ts';
import type { OrderAggregate, WaitingWebhook } from './order-aggregate.ts';
import { placeDelivery } from './place-delivery.ts';
import { isGated } from './rest.ts';
import type { Ports, ShopRecord } from './shop-ports.ts';

/**
 * One turn of an order: takes waiting webhooks into account by reading the order anew, decides, then places what is
 * due. Safe to run at any time, any number of times, by any number of workers.
 *
 * @returns when the order wants another turn (epoch ms) that nothing else will bring about; else null.
 */
export async function advanceOrder(ports: Ports, shopDomain: ShopDomain, orderId: OrderId): Promise<number | null> {
  const shop = await ports.shops.shop(shopDomain);
  if (!shop || shop.installedAt === null || shop.uninstalledAt !== null) return null;
  if (await ports.orders.isRedacted(shopDomain, orderId)) return null;
  const webhooks = await ports.orders.waitingWebhooks(shopDomain, orderId);
  let aggregate = await ports.orders.load(shopDomain, orderId);
  const known = await takeIn(ports, shop, orderId, aggregate, webhooks);
  if (!known) return null;
  if (known === 'read') aggregate = await ports.orders.load(shopDomain, orderId);

  let again: number | null = null;
  for (const delivery of aggregate.deliveries) {
    if (!movingStates.includes(delivery.state) && !isGated(delivery)) continue;
    // What is not due takes nothing from the shop's retry budget; its wake-up was committed with its row.
    if (isNotDue(delivery, aggregate.now)) continue;
    const at = await placeDelivery(ports, shop, delivery);
    if (at !== null) again = again === null ? at : Math.min(again, at);
  }
  return again;
}

async function takeIn(
  ports: Ports,
  shop: ShopRecord,
  orderId: OrderId,
  aggregate: OrderAggregate,
  webhooks: WaitingWebhook[],
): Promise<'read' | 'unchanged' | null> {
  const { order } = aggregate;
  const news = webhooks.filter((webhook) => !order || !isKnown(order, webhook));
  const waits = order !== null && isHeld(order, aggregate.deliveries);
  const due = order !== null && order.dueAt !== null && order.dueAt <= aggregate.now;
  if (order && news.length === 0 && !due && !waits) {
    if (webhooks.length > 0) await markDone(ports, shop, orderId, webhooks);
    return 'unchanged';
  }
  const snapshot = await ports.shopify.readOrder(shop.shop, orderId);
  if (!snapshot) {
    const ids = webhooks.map(({ id }) => id);
    await ports.orders.quarantineWebhooks(shop.shop, ids, 'Shopify does not know this order for this shop');
    return order ? 'unchanged' : null;
  }
  await applyNow(ports, snapshot, { shop, courier: ports.courier, webhooks, person: null, wake: false });
  return 'read';
}

/** Whether something of the order is held, so that only a new look at it can tell whether that is over. */
function isHeld(order: OrderRecord, deliveries: readonly DeliveryRecord[]): boolean {
  if (order.state === 'held' && deliveries.every(({ state }) => state !== 'placed')) return true;
  return deliveries.some((delivery) => delivery.state === 'held' && !isGated(delivery));
}

/** Applies a snapshot, and what follows where a reference turns out to be another order's. */
export async function applyNow(ports: Ports, snapshot: ShopOrder, context: SnapshotContext) {
  const { shop } = context.shop;
  const outcome = await ports.orders.change(shop, snapshot.id, (now) => applySnapshot(now, snapshot, context));
  if (outcome.kind === 'done') return outcome.result;
  if (outcome.kind === 'reference_taken') {
    await ports.orders.change(shop, snapshot.id, (now) => applyReferenceTaken(now, snapshot, context, outcome));
  }
  return { kind: 'applied' as const, problem: null };
}

async function markDone(ports: Ports, shop: ShopRecord, orderId: OrderId, webhooks: WaitingWebhook[]): Promise<void> {
  const webhooksDone = webhooks.map(({ id }) => id);
  await ports.orders.change(shop.shop, orderId, () => ({ change: { webhooksDone }, result: null }));
}
