import { createHmac, randomUUID } from 'node:crypto';

/** The body of a webhook about an order, as far as the app reads it; `updatedAt`: when the order was changed last. */
export const orderBody = (number: number, updatedAt: string): string =>
  JSON.stringify({ id: number, admin_graphql_api_id: `gid://shopify/Order/${number}`, updated_at: updatedAt });

/** The headers of a webhook with this body, signed with the app's secret. */
export function signedHeaders(
  body: string,
  secret: string,
  webhook: { shop: string; topic?: string; id?: string | undefined; triggeredAt?: string | undefined },
): Record<string, string> {
  const { shop, topic = 'orders/paid', id = randomUUID(), triggeredAt = new Date().toISOString() } = webhook;
  return {
    'content-type': 'application/json',
    'x-shopify-topic': topic,
    'x-shopify-shop-domain': shop,
    'x-shopify-webhook-id': id,
    'x-shopify-api-version': '2026-10',
    'x-shopify-triggered-at': triggeredAt,
    'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
  };
}
