import { randomBytes } from 'node:crypto';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';
import { queryHmac } from '../webhooks/sign.ts';
import { issueSessionToken } from './issue-session-token.ts';

/** A shop's handle in admin URLs: `demo-shop` of `demo-shop.myshopify.com`. */
export function shopHandle(shop: ShopState): string {
  return shop.myshopifyDomain.replace(/\.myshopify\.com$/, '');
}

/** The signed query that the admin opens an embedded app with; `own` is what the address itself says. */
export function launchQuery(
  world: StoreWorld,
  shop: ShopState,
  own: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const query = new URLSearchParams({
    ...Object.fromEntries(own),
    embedded: '1',
    host: Buffer.from(`admin.shopify.com/store/${shopHandle(shop)}`).toString('base64url'),
    id_token: issueSessionToken(world, shop),
    locale: 'en',
    session: randomBytes(32).toString('hex'),
    shop: shop.myshopifyDomain,
    timestamp: String(Math.floor(world.now() / 1000)),
  });
  query.set('hmac', queryHmac(query, world.clientSecret));
  return query;
}
