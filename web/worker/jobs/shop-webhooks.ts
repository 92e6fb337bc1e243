import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import { freshMs } from '#deliveries/run/replica-lag.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { meaningOf, webhookTopics } from '#shopify/topics.ts';
import { parseWebhookBody, type WebhookBody } from '#shopify/webhook.ts';
import type { AgedWebhook } from '#storage/inbox.ts';
import { isOfShop, otherRowsOf } from '#storage/shop-addresses.ts';
import { fewAtATime } from '../few-at-a-time.ts';
import { complyWith } from './comply.ts';

const batch = 50;
/** The longest that a shop whose Shopify did not answer is passed over. */
const runMs = 10_000;
const asksShopify = (topic: string): boolean => meaningOf(topic) === 'fulfillment_order';
/** Shopify shows nowhere that goods are prepared: it only tells of it. */
const prepared = 'fulfillment_orders/line_items_prepared_for_local_delivery';
/** Every order has one; it matters only to an order that was read before its fulfilment orders were there. */
const routingComplete = 'fulfillment_orders/order_routing_complete';

/**
 * Takes in webhooks that are not about one order, those of one shop in order.
 *
 * @returns whether there may be more that can be taken in. Where news never ends, what was passed over must be tried again
 *   all the same; where none could be taken in, not at once.
 */
export async function takeShopWebhooks(context: Context, stopping?: AbortSignal): Promise<boolean> {
  const until = performance.now() + runMs;
  // A shop whose Shopify does not answer now keeps no other waiting: its rows are passed over, and it is asked once.
  const troubled = new Set<ShopDomain>();
  const without = { shops: troubled, topics: webhookTopics.filter(asksShopify) };
  const passed = new Map<ShopDomain, string>();
  let hasTaken = false;
  for (;;) {
    const webhooks = await context.storage.inbox.shopWebhooks(batch, passed, without);
    if (webhooks.length === 0) return false;
    const byShop = Map.groupBy(webhooks, ({ shop }) => shop);
    const takeAll = async (own: AgedWebhook[]): Promise<void> => {
      for (const webhook of own) if (!stopping?.aborted && (await tryOne(context, webhook, troubled))) hasTaken = true;
    };
    await fewAtATime([...byShop.values()], takeAll, stopping);
    if (stopping?.aborted) return true;
    for (const { shop, id } of webhooks) passed.set(shop, id);
    if (performance.now() >= until) return hasTaken;
  }
}

/** Whether it was taken in. */
async function tryOne(context: Context, webhook: AgedWebhook, troubled: Set<ShopDomain>): Promise<boolean> {
  if (asksShopify(webhook.topic) && troubled.has(webhook.shop)) return false;
  try {
    return await take(context, webhook);
  } catch (error) {
    if (isWithoutShopify(error)) troubled.add(webhook.shop);
    context.logger.warn('a webhook about a shop could not be taken in yet', {
      code: codeOf(error),
      topic: webhook.topic,
      shop: webhook.shop,
    });
    return false;
  }
}

/** Shopify can answer nothing about this shop at the moment, whatever the webhook. */
function isWithoutShopify(error: unknown): boolean {
  const { throttled, unavailable, shopClosed, tokenRefused, accessDenied } = shopifyErrorCodes;
  const codes: string[] = [throttled, unavailable, shopClosed, tokenRefused, accessDenied];
  return error instanceof AppError && codes.includes(error.code);
}

/** Whether it needs no other look. */
async function take(context: Context, webhook: AgedWebhook): Promise<boolean> {
  const { inbox, db } = context.storage;
  const { shop, id, topic, body } = webhook;
  const read = body === null ? (webhook.unopened ?? 'cannot_be_opened') : parseWebhookBody(topic, body);
  if (typeof read === 'string') return setAside(context, webhook, read);
  if ('bodyShop' in read && !(await isOfShop(db, shop, { address: read.bodyShop, shopifyId: read.shopifyId })))
    return setAside(context, webhook, 'the body names another shop');
  if (read.kind === 'fulfillment_order') return assignToOrder(context, webhook, read);
  if (read.kind === 'location') await wakeLacking(context, shop);
  if (read.kind === 'scopes') await readScopes(context, shop);
  const rows = await rowsMeant(context, webhook, read);
  if (read.kind === 'uninstalled') await takeUninstall(context, rows);
  if (read.kind === 'compliance') {
    for (const row of rows) await complyWith(context, { ...webhook, shop: row }, read);
    await inbox.markCarriedOut(shop, id);
  } else await inbox.markDone(shop, id);
  return true;
}

/** The webhook proves no more than that something changed: also where nobody heard of what was taken away before. */
async function readScopes({ storage: { shops }, shopify }: Context, shop: ShopDomain): Promise<void> {
  await shops.describe(shop, await shopify.readShop(shop));
  await shops.noteGranted(shop);
}

async function setAside({ storage }: Context, { shop, id }: AgedWebhook, why: string): Promise<true> {
  await storage.inbox.quarantine(shop, id, why);
  return true;
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

/** Fulfilment orders' webhooks do not name the order: Shopify is asked. False where it may know it a little later. */
async function assignToOrder(
  context: Context,
  webhook: AgedWebhook,
  { fulfillmentOrderIds }: Extract<WebhookBody, { kind: 'fulfillment_order' }>,
): Promise<boolean> {
  const { inbox, shops } = context.storage;
  const { shop, id, topic, ageMs } = webhook;
  if (topic === routingComplete && !(await shops.hasUnroutedOrders(shop))) {
    await inbox.markDone(shop, id);
    return true;
  }
  for (const fulfillmentOrderId of fulfillmentOrderIds) {
    const orderId = await context.shopify.findOrderOfFulfillmentOrder(shop, fulfillmentOrderId);
    if (orderId === null) continue;
    await inbox.assign(shop, id, orderId, topic === prepared ? fulfillmentOrderIds : undefined);
    return true;
  }
  // A replica that lags need not show it yet: the next round asks again.
  if (ageMs < freshMs) return false;
  return setAside(context, webhook, 'Shopify does not know this fulfilment order for this shop');
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
