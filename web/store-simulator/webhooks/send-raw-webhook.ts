import { randomUUID } from 'node:crypto';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { RawWebhook, SentWebhook } from '../store-simulator.ts';
import { type StoreWorld, webhookPath } from '../store-world.ts';
import { postRaw } from './post-raw.ts';
import { webhookHmac } from './sign.ts';
import { wireJson } from './wire-json.ts';

/** Sends whatever is asked, as Shopify or as an attacker would; one attempt each, not in the log. */
export async function sendRawWebhook(world: StoreWorld, shop: ShopState, webhook: RawWebhook): Promise<SentWebhook[]> {
  if (world.appUrl === null) {
    throw new StoreRefusal('the app has no URL yet: setAppUrl first');
  }
  const body = bytesOf(webhook.body);
  const headers = headersOf(world, shop, webhook, body);
  const sent: SentWebhook[] = [];
  for (let time = 0; time < (webhook.times ?? 1); time += 1) {
    const url = new URL(webhook.path ?? webhookPath, world.appUrl).href;
    const result = await postRaw(url, headers, body, webhook.splitAt === undefined ? {} : { splitAt: webhook.splitAt });
    sent.push({
      status: 'status' in result ? result.status : null,
      error: 'error' in result ? result.error : null,
    });
  }
  return sent;
}

function bytesOf(body: RawWebhook['body']): Buffer {
  if (typeof body === 'string') {
    return Buffer.from(body);
  }
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(wireJson(body));
}

function headersOf(world: StoreWorld, shop: ShopState, webhook: RawWebhook, body: Buffer): [string, string][] {
  const signature =
    webhook.signature === undefined ? webhookHmac(body, webhook.secret ?? world.clientSecret) : webhook.signature;
  const usual: Record<string, string | string[] | null> = {
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    'User-Agent': 'Shopify-Captain-Hook',
    'X-Shopify-Topic': webhook.topic ?? 'orders/paid',
    'X-Shopify-Hmac-Sha256': signature,
    'X-Shopify-Shop-Domain': shop.myshopifyDomain,
    'X-Shopify-API-Version': world.apiVersion(),
    'X-Shopify-Webhook-Id': randomUUID(),
    'X-Shopify-Event-Id': randomUUID(),
    'X-Shopify-Triggered-At': new Date(world.now()).toISOString().replace('Z', '000000Z'),
  };
  for (const [name, value] of Object.entries(webhook.headers ?? {})) {
    const known = Object.keys(usual).find((usualName) => usualName.toLowerCase() === name.toLowerCase());
    usual[known ?? name] = value;
  }
  return Object.entries(usual).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [value].flat().map((one) => [name, one]),
  );
}
