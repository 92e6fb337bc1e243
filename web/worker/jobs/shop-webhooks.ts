import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import { freshMs } from '#deliveries/run/self-triggered.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { meaningOf } from '#shopify/topics.ts';
import { parseWebhookBody, type WebhookBody } from '#shopify/webhook.ts';
import type { AgedWebhook } from '#storage/inbox.ts';
import { isOfShop, otherRowsOf } from '#storage/shop-addresses.ts';
import { fewAtATime, shopsAtATime } from '../few-at-a-time.ts';
import { complyWith } from './comply.ts';

const batch = 50;
/** The longest that a shop whose Shopify did not answer is passed over. */
const runMs = 10_000;
/** Shopify shows nowhere that goods are prepared: it only tells of it. */
const prepared = 'fulfillment_orders/line_items_prepared_for_local_delivery';
/** Every order has one; it matters only to an order that was read before its fulfilment orders were there. */
const routingComplete = 'fulfillment_orders/order_routing_complete';

/**
 * Takes in webhooks that are not about one order, those of one shop in order.
 *
 * @returns whether there may be more. Where news never ends, what was passed over must be tried again all the same.
 */
export async function takeShopWebhooks(context: Context, stopping?: AbortSignal): Promise<boolean> {
  const until = performance.now() + runMs;
  // A shop whose Shopify does not answer now keeps no other waiting: its rows are passed over, and it is asked once.
  const troubled = new Set<ShopDomain>();
  const passed = new Map<ShopDomain, string>();
  for (;;) {
    const webhooks = await context.storage.inbox.shopWebhooks(batch, passed);
    if (webhooks.length === 0) return false;
    const byShop = Map.groupBy(webhooks, ({ shop }) => shop);
    const takeAll = async (own: AgedWebhook[]): Promise<void> => {
      for (const webhook of own) if (!stopping?.aborted) await tryOne(context, webhook, troubled);
    };
    await fewAtATime([...byShop.values()], shopsAtATime, takeAll, stopping);
    if (stopping?.aborted) return true;
    for (const { shop, id } of webhooks) passed.set(shop, id);
    if (performance.now() >= until) return true;
  }
}

async function tryOne(context: Context, webhook: AgedWebhook, troubled: Set<ShopDomain>): Promise<void> {
  if (meaningOf(webhook.topic) === 'fulfillment_order' && troubled.has(webhook.shop)) return;
  try {
    await take(context, webhook);
  } catch (error) {
    if (isWithoutShopify(error)) troubled.add(webhook.shop);
    context.logger.warn('a webhook about a shop could not be taken in yet', {
      code: codeOf(error),
      topic: webhook.topic,
      shop: webhook.shop,
    });
  }
}

/** Shopify can answer nothing about this shop at the moment, whatever the webhook. */
function isWithoutShopify(error: unknown): boolean {
  const { throttled, unavailable, shopClosed, tokenRefused, accessDenied } = shopifyErrorCodes;
  const codes: string[] = [throttled, unavailable, shopClosed, tokenRefused, accessDenied];
  return error instanceof AppError && codes.includes(error.code);
}

async function take(context: Context, webhook: AgedWebhook): Promise<void> {
  const { inbox, db } = context.storage;
  const { shop, id } = webhook;
  if (webhook.body === null) return inbox.quarantine(shop, id, webhook.unopened ?? 'cannot_be_opened');
  const read = parseWebhookBody(webhook.topic, webhook.body);
  if (typeof read === 'string') return inbox.quarantine(shop, id, read);
  if ('bodyShop' in read && !(await isOfShop(db, shop, { address: read.bodyShop, shopifyId: read.shopifyId })))
    return inbox.quarantine(shop, id, 'the body names another shop');
  if (read.kind === 'fulfillment_order') return assignToOrder(context, webhook, read);
  if (read.kind === 'location') await wakeLacking(context, shop);
  // The webhook proves no more than that something changed.
  if (read.kind === 'scopes') await context.storage.shops.describe(shop, await context.shopify.readShop(shop));
  const rows = await rowsMeant(context, webhook, read);
  if (read.kind === 'uninstalled') await takeUninstall(context, rows);
  if (read.kind === 'compliance') {
    for (const row of rows) await complyWith(context, { ...webhook, shop: row }, read);
    return inbox.markCarriedOut(shop, id);
  }
  await inbox.markDone(shop, id);
}

/** A request for data is seen and answered in the webhook's own row, for all of them. */
async function rowsMeant(
  { storage: { db } }: Context,
  { shop, topic }: AgedWebhook,
  read: WebhookBody,
): Promise<ShopDomain[]> {
  if (!('bodyShop' in read)) return [];
  if (topic === 'customers/data_request') return [shop];
  const others = await otherRowsOf(db, shop);
  // With the erasure of its own row the webhook may go; whether the app is installed that row knows best.
  return read.kind === 'uninstalled' ? [shop, ...others] : [...others, shop];
}

/** What lacks the address of a location is decided again. */
async function wakeLacking({ storage, config }: Context, shop: ShopDomain): Promise<void> {
  const found = await storage.shops.shop(shop);
  if (found?.settings.paused) return;
  await storage.shops.wakeLacking(shop, config.timing.probeMs);
}

/** Fulfilment orders' webhooks do not name the order: Shopify is asked. */
async function assignToOrder(
  context: Context,
  { shop, id, topic, ageMs }: AgedWebhook,
  { fulfillmentOrderIds }: Extract<WebhookBody, { kind: 'fulfillment_order' }>,
): Promise<void> {
  if (topic === routingComplete && !(await context.storage.shops.hasUnroutedOrders(shop))) {
    return context.storage.inbox.markDone(shop, id);
  }
  for (const fulfillmentOrderId of fulfillmentOrderIds) {
    const orderId = await context.shopify.findOrderOfFulfillmentOrder(shop, fulfillmentOrderId);
    const told = topic === prepared ? fulfillmentOrderIds : undefined;
    if (orderId !== null) return context.storage.inbox.assign(shop, id, orderId, told);
  }
  // A replica that lags need not show it yet: the next round asks again.
  if (ageMs < freshMs) return;
  await context.storage.inbox.quarantine(shop, id, 'Shopify does not know this fulfilment order for this shop');
}

/**
 * An uninstall counts only when Shopify itself refuses the tokens of every row of the shop, all of which then left: a late
 * webhook after a reinstall, or a replayed one, takes nothing away.
 */
async function takeUninstall({ shopify, storage }: Context, rows: readonly ShopDomain[]): Promise<void> {
  for (const row of rows) {
    const isLetIn = await shopify.readShop(row).then(() => true, falseWhereRefused);
    if (isLetIn) return;
  }
  await storage.shops.markUninstalled(rows);
}

function falseWhereRefused(error: unknown): false {
  if (error instanceof AppError && error.code === shopifyErrorCodes.tokenRefused) return false;
  throw error;
}
