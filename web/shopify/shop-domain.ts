import type { ShopDomain } from '#placement/ids.ts';

const pattern = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

/**
 * The shop's permanent domain, lower case, or null for anything else. Stricter than the library's `sanitizeShop`, which
 * also lets `shopify.com`, `shop.dev` and `admin.shopify.com/store/…` pass: a production shop is never any of these.
 */
export function parseShopDomain(value: unknown): ShopDomain | null {
  if (typeof value !== 'string') return null;
  const domain = value.toLowerCase();
  return pattern.test(domain) ? (domain as ShopDomain) : null;
}
