import { createHmac, randomUUID } from 'node:crypto';

/** Of every server of a benchmark. */
export const clientId = 'bench-client';
export const clientSecret = 'bench-secret-of-the-app';
export const shop = 'bench.myshopify.com';

export interface SignedWebhook {
  body: string;
  headers: Record<string, string>;
}

/** `orders/paid` of about 8 kB, as an order with many lines has. */
export function orderPaid(number: number): SignedWebhook {
  const line = { title: 'Kettle, black, 1.7 litres', sku: 'KET-BLK', quantity: 1, price: '799.00', grams: 1200 };
  const body = JSON.stringify({
    id: number,
    admin_graphql_api_id: `gid://shopify/Order/${number}`,
    order_number: number,
    updated_at: new Date().toISOString(),
    financial_status: 'paid',
    line_items: Array.from({ length: 77 }, (_, index) => ({ id: index, ...line })),
  });
  const signature = createHmac('sha256', clientSecret).update(body).digest('base64');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': 'orders/paid',
      'x-shopify-shop-domain': shop,
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-api-version': '2026-10',
      'x-shopify-triggered-at': new Date().toISOString(),
      'x-shopify-hmac-sha256': signature,
    },
  };
}
