import type { Context } from '#runtime/context.ts';
import type { WebhookBody } from '#shopify/webhook.ts';
import { recordDataRequest } from '#storage/data-requests.ts';
import type { StoredWebhook } from '#storage/inbox.ts';
import { writeAudit } from '#storage/panel/audit-log.ts';
import { redactOrders, redactShop } from '#storage/redact.ts';

type Compliance = Extract<WebhookBody, { kind: 'compliance' }>;

/**
 * Carries out Shopify's privacy topics. A data request is put before the merchant, who downloads what is stored
 * (`exportOrders`, without a second copy) and answers the customer; redactions delete.
 */
export async function complyWith({ storage }: Context, webhook: StoredWebhook, body: Compliance): Promise<void> {
  const { shop } = webhook;
  switch (webhook.topic) {
    case 'customers/data_request':
      return takeDataRequest(storage, webhook, body);
    case 'customers/redact':
      return redactOrders(storage, shop, body.orderIds, body.customerId);
    case 'shop/redact':
      return redactShop(storage, shop);
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
