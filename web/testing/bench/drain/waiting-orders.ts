import { Agent, request } from 'node:http';
import type { CannedShopify, OrderOfShop } from '../../chaos/canned-shopify.ts';
import { orderBody, signedHeaders } from '../../signed-webhook.ts';
import { clientSecret } from '../intake/order-paid.ts';

const sideBySide = 32;

/** Adds orders to the store, spread over the shops and numbered from `first` on, and has the app store a webhook for each. */
export async function storeWebhooks(
  appUrl: string,
  shopify: CannedShopify,
  shops: readonly string[],
  count: number,
  first = 1001,
): Promise<OrderOfShop[]> {
  const orders = Array.from({ length: count }, (_, index) => ({
    shop: shops[index % shops.length] ?? '',
    number: first + Math.floor(index / shops.length),
  }));
  const agent = new Agent({ keepAlive: true, maxSockets: sideBySide });
  const left = [...orders];
  const send = async (): Promise<void> => {
    for (let order = left.pop(); order; order = left.pop()) {
      await post(`${appUrl}/api/webhooks`, agent, { ...order, at: shopify.addOrder(order) });
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, send));
  agent.destroy();
  return orders;
}

function post(url: string, agent: Agent, { shop, number, at }: OrderOfShop & { at: string }): Promise<void> {
  const body = orderBody(number, at);
  const signed = signedHeaders(body, clientSecret, { shop, triggeredAt: at });
  const headers = { ...signed, 'content-length': Buffer.byteLength(body) };
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
