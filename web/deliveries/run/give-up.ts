import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import {
  type Decided,
  mergeDeliveries,
  noteHash,
  type OrderAggregate,
  type OrderRecord,
  stateOfDeliveries,
} from '../order.ts';
import type { Ports } from '../ports/ports.ts';
import { reason } from '../reasons.ts';
import { isLoose, rest } from '../transitions.ts';

const goingOn = ['queued', 'held'];

/**
 * An order whose run fails in the same way again and again rests with a reason, so that it waits for nobody in silence.
 * What may exist at the service stays as it is. An order that never came so far as to be stored is, by its number alone.
 */
export async function restFailingOrder(ports: Ports, shop: ShopDomain, orderId: OrderId, code: string): Promise<void> {
  const webhooks = await ports.orders.waitingWebhooks(shop, orderId);
  const ids = webhooks.map(({ id }) => id);
  const { order, erased } = await ports.orders.load(shop, orderId);
  if (erased) return;
  const parcel = (await ports.shops.shop(shop))?.settings.parcel;
  const snapshot = order || !parcel ? null : await ports.shopify.readOrder(shop, orderId, parcel);
  if (!order && !snapshot) {
    return ports.orders.quarantineWebhooks(shop, ids, 'the order could not be taken in');
  }
  await ports.orders.change(shop, orderId, (now) => resting(now, { shop, snapshot, code, webhooksDone: ids }));
}

function resting(
  aggregate: OrderAggregate,
  given: { shop: ShopDomain; snapshot: ShopOrder | null; code: string; webhooksDone: string[] },
): Decided<null> {
  const { now } = aggregate;
  const why = reason('run_failed', { code: given.code });
  const order = aggregate.order ?? (given.snapshot && bareOrder(given.shop, given.snapshot, now));
  if (!order) return { change: null, result: null };
  const deliveries = aggregate.deliveries
    .filter((delivery) => isLoose(delivery) && goingOn.includes(delivery.state))
    .map((delivery) => rest(delivery, 'needs_attention', why, now));
  const state = stateOfDeliveries(mergeDeliveries(aggregate.deliveries, deliveries)) ?? {
    state: 'needs_attention' as const,
    reason: why,
  };
  const next: OrderRecord = { ...order, ...state, dueAt: null, updatedAt: now };
  return {
    change: { order: next, deliveries, webhooksDone: given.webhooksDone, paidAtShopify: order.paid },
    result: null,
  };
}

const longestName = 100;

/** Little enough to be stored whatever the order holds. */
function bareOrder(shop: ShopDomain, snapshot: ShopOrder, now: number): OrderRecord {
  const { id, number, name, test, processedAt, financialStatus } = snapshot;
  return {
    shop,
    orderId: id,
    number,
    name: name.slice(0, longestName).toWellFormed(),
    customerName: null,
    state: 'queued',
    reason: null,
    rules: [],
    testOrder: test,
    paid: financialStatus === 'PAID' || financialStatus === 'PARTIALLY_REFUNDED',
    processedAt: Date.parse(processedAt) || now,
    paidAt: null,
    // Older than any news: what comes next is looked at.
    shopifyUpdatedAt: 0,
    cancelledAt: null,
    openedAt: null,
    locationIds: [],
    dueAt: null,
    sentByPerson: false,
    sendableFrom: null,
    prepared: [],
    corrections: {},
    saidWhenCorrected: {},
    noteHash: noteHash(null),
    ownWrite: null,
    echoFingerprint: null,
    firstSeenAt: now,
    updatedAt: now,
  };
}
