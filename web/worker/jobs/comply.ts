import type { Context } from '#runtime/context.ts';
import type { WebhookBody } from '#shopify/webhook.ts';
import type { StoredWebhook } from '#storage/inbox.ts';
import { redactOrders, redactShop } from '#storage/redact.ts';

type Compliance = Extract<WebhookBody, { kind: 'compliance' }>;

/**
 * Carries out Shopify's privacy topics. A data request leaves an audit entry that names the orders, and what is stored
 * about them can be exported then (`exportOrders`), without a second copy; redactions delete.
 */
export async function complyWith({ storage }: Context, webhook: StoredWebhook, body: Compliance): Promise<void> {
  const { shop } = webhook;
  switch (webhook.topic) {
    case 'customers/data_request':
      await storage.db
        .insertInto('audit')
        .values({ shop, actor: 'Shopify', action: 'data_request', detail: `orders ${body.orderIds.join(', ')}` })
        .execute();
      return;
    case 'customers/redact':
      return redactOrders(storage, shop, body.orderIds, body.customerId);
    case 'shop/redact':
      return redactShop(storage.db, shop);
  }
}
