import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { parseWebhookBody, type WebhookBody } from '#shopify/webhook.ts';
import type { StoredWebhook } from '#storage/inbox.ts';
import { complyWith } from './comply.ts';

const batch = 50;
/** Every order has one; it matters only to an order that was read before its fulfilment orders were there. */
const routingComplete = 'fulfillment_orders/order_routing_complete';

/** Takes in webhooks that are not about one order; true where there may be more. */
export async function takeShopWebhooks(context: Context): Promise<boolean> {
  const webhooks = await context.storage.inbox.shopWebhooks(batch);
  let done = 0;
  for (const webhook of webhooks) {
    try {
      await take(context, webhook);
      done += 1;
    } catch (error) {
      context.logger.warn('a webhook about a shop could not be taken in yet', {
        code: codeOf(error),
        topic: webhook.topic,
        shop: webhook.shop,
      });
    }
  }
  return done === batch;
}

async function take(context: Context, webhook: StoredWebhook): Promise<void> {
  const { inbox } = context.storage;
  const { shop, id } = webhook;
  const read = parseWebhookBody(webhook.topic, webhook.body);
  if (typeof read === 'string') return inbox.quarantine(shop, id, read);
  if ('bodyShop' in read && read.bodyShop !== shop) return inbox.quarantine(shop, id, 'the body names another shop');
  if (read.kind === 'fulfillment_order') return assignToOrder(context, webhook, read);
  if (read.kind === 'uninstalled') await takeUninstall(context, shop);
  if (read.kind === 'compliance') await complyWith(context, webhook, read);
  await inbox.markDone(shop, id);
}

/** Fulfilment orders' webhooks do not name the order: Shopify is asked. */
async function assignToOrder(
  context: Context,
  { shop, id, topic }: StoredWebhook,
  { fulfillmentOrderIds }: Extract<WebhookBody, { kind: 'fulfillment_order' }>,
): Promise<void> {
  if (topic === routingComplete && !(await context.storage.shops.hasUnroutedOrders(shop))) {
    return context.storage.inbox.markDone(shop, id);
  }
  for (const fulfillmentOrderId of fulfillmentOrderIds) {
    const orderId = await context.shopify.findOrderOfFulfillmentOrder(shop, fulfillmentOrderId);
    if (orderId !== null) return context.storage.inbox.assign(shop, id, orderId);
  }
  await context.storage.inbox.quarantine(shop, id, 'Shopify does not know this fulfilment order for this shop');
}

/**
 * An uninstall counts only when Shopify itself refuses the shop's token: a late webhook after a reinstall, or a replayed
 * one, takes nothing away.
 */
async function takeUninstall(context: Context, shop: ShopDomain): Promise<void> {
  try {
    await context.shopify.readShop(shop);
  } catch (error) {
    const refused = error instanceof AppError && error.code === shopifyErrorCodes.tokenRefused;
    if (!refused) throw error;
    await context.storage.shops.markUninstalled(shop);
  }
}
