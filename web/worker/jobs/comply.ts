import type { Context } from '#runtime/context.ts';
import type { WebhookBody } from '#shopify/webhook.ts';
import type { StoredWebhook } from '#storage/inbox.ts';
import { redactOrders, redactShop } from '#storage/redact.ts';

type Compliance = Extract<WebhookBody, { kind: 'compliance' }>;

/**
 * Carries out Shopify's privacy topics. A data request is answered from the panel's own views, so it is kept as an audit
 * entry for the merchant; redactions delete.
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
      return redactOrders(storage.db, shop, body.orderIds);
    case 'shop/redact':
      return redactShop(storage.db, shop);
  }
}
