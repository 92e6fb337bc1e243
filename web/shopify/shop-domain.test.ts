import { describe, expect, it } from 'vitest';
import { parseShopDomain } from './shop-domain.ts';

describe('a shop domain', () => {
  it.each([
    ['example.myshopify.com', 'example.myshopify.com'],
    ['Example-2.MyShopify.com', 'example-2.myshopify.com'],
  ])('%s is %s', (value, shop) => expect(parseShopDomain(value)).toBe(shop));

  it.each([
    ...['', 'example.com', 'myshopify.com', '.myshopify.com', '-a.myshopify.com', 'a b.myshopify.com'],
    ...['a.b.myshopify.com', 'example.myshopify.com.evil.com', 'example.myshopify.com/', 'example.myshopify.com\n'],
    ...['https://example.myshopify.com', 'example.myshopify.com:443', 'x@example.myshopify.com', 'shop.shopify.com'],
    ...['admin.shopify.com/store/x', 'x.shop.dev', 'examplе.myshopify.com', `${'a'.repeat(64)}.myshopify.com`],
    ...[null, undefined, 4, ['example.myshopify.com']],
  ])('%j is none', (value) => expect(parseShopDomain(value)).toBeNull());
});
