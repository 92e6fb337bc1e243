import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { CannedShopify } from '../../chaos/canned-shopify.ts';
import { clientSecret } from '../intake/signed-webhook.ts';

export interface WaitingOrder {
  shop: string;
  number: number;
}

const sideBySide = 32;

/** Adds orders to the store, spread over the shops and numbered from `first` on, and has the app store a webhook for each. */
export async function storeWebhooks(
  appUrl: string,
  shopify: CannedShopify,
  shops: readonly string[],
  count: number,
  first = 1001,
): Promise<WaitingOrder[]> {
  const orders = Array.from({ length: count }, (_, index) => ({
    shop: shops[index % shops.length] ?? '',
    number: first + Math.floor(index / shops.length),
  }));
  const agent = new Agent({ keepAlive: true, maxSockets: sideBySide });
  const left = [...orders];
  const send = async (): Promise<void> => {
    for (let order = left.pop(); order; order = left.pop()) {
      shopify.addOrder(order.shop, order.number);
      await post(`${appUrl}/api/webhooks`, agent, { ...order, at: shopify.updatedAt(order.shop, order.number) });
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, send));
  agent.destroy();
  return orders;
}

/** Orders that have no note yet. */
export function withoutNote(shopify: CannedShopify, orders: readonly WaitingOrder[]): WaitingOrder[] {
  return orders.filter(({ shop, number }) => !shopify.note(shop, number)?.includes('\n'));
}

function post(
  url: string,
  agent: Agent,
  { shop, number, at }: WaitingOrder & { at: string | undefined },
): Promise<void> {
  const body = JSON.stringify({ id: number, admin_graphql_api_id: `gid://shopify/Order/${number}`, updated_at: at });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-shopify-topic': 'orders/paid',
    'x-shopify-shop-domain': shop,
    'x-shopify-webhook-id': randomUUID(),
    'x-shopify-api-version': '2026-10',
    'x-shopify-triggered-at': at,
    'x-shopify-hmac-sha256': createHmac('sha256', clientSecret).update(body).digest('base64'),
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  request(url, { method: 'POST', agent, headers }, (response) => {
    response.resume();
    response.once('end', () =>
      response.statusCode === 200 ? resolve() : reject(new Error(`a webhook was answered with ${response.statusCode}`)),
    );
  })
    .once('error', reject)
    .end(body);
  return promise;
}
