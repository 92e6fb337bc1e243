import { createHmac } from 'node:crypto';

/** `X-Shopify-Hmac-Sha256` of a body: base64 over the raw bytes. */
export function webhookHmac(body: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

/** `hmac` of the query that Shopify opens an app's page with: hex over the sorted pairs, encoded. */
export function queryHmac(query: URLSearchParams, secret: string): string {
  const message = [...query]
    .filter(([key]) => key !== 'hmac')
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
  return createHmac('sha256', secret).update(message).digest('hex');
}
