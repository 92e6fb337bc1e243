import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ShopDomain } from '#placement/ids.ts';
import { parseShopDomain } from './shop-domain.ts';

/**
 * The shop of a query that Shopify signed (`GET /?shop=…&hmac=…`), or null. It decides who may frame the panel and nothing
 * else, so the signature's age does not matter: a reloaded frame has the same query, and replaying it gains nothing.
 * (The library's check refuses after 90 s, and knows one secret only.)
 */
export function shopOfSignedQuery(query: URLSearchParams, secrets: readonly (string | null)[]): ShopDomain | null {
  const given = query.getAll('hmac');
  const shops = query.getAll('shop');
  if (given.length !== 1 || shops.length !== 1 || !/^[0-9a-f]{64}$/.test(given[0] ?? '')) return null;
  const signature = Buffer.from(given[0] ?? '', 'hex');
  const message = signedMessage(query);
  let matches = false;
  for (const secret of secrets) {
    if (!secret) continue;
    matches = timingSafeEqual(signature, createHmac('sha256', secret).update(message).digest()) || matches;
  }
  return matches ? parseShopDomain(shops[0]) : null;
}

/** All parameters but the signature, sorted by name, encoded as Shopify encodes them. */
function signedMessage(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .sort(([a], [b]) => Number(a > b) - Number(a < b))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}
