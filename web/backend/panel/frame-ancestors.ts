import type { Config } from '#runtime/config.ts';
import { parseShopDomain } from '#shopify/shop-domain.ts';
import { shopOfSignedQuery } from '#shopify/signed-query.ts';

const adminHost = /^(?:admin\.shopify\.com\/store\/[\w-]{1,60}|[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com\/admin)\/?$/;

/**
 * Who may frame the document of this query; nobody where it is malformed. Only the launch is signed: a reload after
 * navigation has no query at all, and must open in the admin again. A shop that is well-formed may frame it too, as
 * Shopify's own middleware allows, unless its signature is forged. Only a document whose query is signed holds data.
 */
export function frameAncestors(query: URLSearchParams, shopify: Config['shopify']): readonly string[] {
  const admin = ['https://admin.shopify.com', ...(shopify.adminOrigin === null ? [] : [shopify.adminOrigin])];
  const signed = shopOfSignedQuery(query, [shopify.apiSecret, shopify.previousApiSecret]);
  if (signed !== null) return [`https://${signed}`, ...admin];
  const [shops, hosts] = [query.getAll('shop'), query.getAll('host')];
  const shop = parseShopDomain(shops[0]);
  const isMalformed = shops.length > 1 || (shops.length === 1 && shop === null) || hosts.length > 1;
  if (isMalformed || !hosts.every(isAdminHost)) return [];
  return shop === null || query.has('hmac') ? admin : [`https://${shop}`, ...admin];
}

/** `host` is where the admin stands, in base64. */
function isAdminHost(host: string): boolean {
  return adminHost.test(Buffer.from(host, 'base64').toString('latin1'));
}
