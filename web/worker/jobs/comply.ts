import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { Context } from '#runtime/context.ts';
import type { WebhookBody } from '#shopify/webhook.ts';
import { recordDataRequest } from '#storage/data-requests.ts';
import type { StoredWebhook } from '#storage/inbox.ts';
import { writeAudit } from '#storage/panel/audit-log.ts';
import { redactOrders, redactShop } from '#storage/redact.ts';

type Compliance = Extract<WebhookBody, { kind: 'compliance' }>;

/** So long after an uninstall Shopify asks for the erasure of the shop. */
const redactAfterMs = 48 * 3_600_000;

/**
 * Carries out Shopify's privacy topics. A data request is put before the merchant, who downloads what is stored
 * (`exportOrders`, without a second copy) and answers the customer; redactions delete.
 */
export async function complyWith(context: Context, webhook: StoredWebhook, body: Compliance): Promise<void> {
  const { storage } = context;
  const { shop } = webhook;
  switch (webhook.topic) {
    case 'customers/data_request':
      return takeDataRequest(storage, webhook, body);
    case 'customers/redact':
      return redactOrders(storage, shop, body.orderIds, body.customerId);
    case 'shop/redact':
      return takeShopRedact(context, webhook);
  }
}

async function takeDataRequest(
  { db }: Context['storage'],
  { shop, webhookId, receivedAt }: StoredWebhook,
  { orderIds, customerId, requestId }: Compliance,
): Promise<void> {
  const key = requestId ?? `webhook ${webhookId}`;
  const taken = await recordDataRequest(db, shop, { key, customerId, orderIds, requestedAt: receivedAt });
  if (taken === 'known') return;
  const detail = orderIds.length === 1 ? '1 order' : `${orderIds.length} orders`;
  await writeAudit(db, shop, { actor: 'Shopify', action: 'data_request', detail });
}

/** Shopify is asked whether the shop is back. A token that it refuses is dropped by that, and `redactShop` sees it. */
async function takeShopRedact({ storage, shopify }: Context, { shop, receivedAt }: StoredWebhook): Promise<void> {
  const { tokenRefused, shopClosed } = shopifyErrorCodes;
  try {
    await shopify.readShop(shop);
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    // No token tells of a closed store: it still has the app only where it was installed after the uninstall.
    if (code === shopClosed) return redactShop(storage, shop, new Date(receivedAt.getTime() - redactAfterMs));
    if (code !== tokenRefused) throw error;
  }
  await redactShop(storage, shop);
}
