import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shopOfSignedQuery } from './signed-query.ts';
import { stubLibrary } from './testing/admin-under-test.ts';

const shop = 'example.myshopify.com';
const plain = { embedded: '1', host: 'YWRtaW4=', locale: 'en-ZA', session: 'a b/ü&=', shop, timestamp: '1795260000' };
const signed = (fields: Record<string, string>, key = 'secret') => {
  const message = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${encodeURIComponent(fields[name] ?? '')}`)
    .join('&');
  return new URLSearchParams({ hmac: createHmac('sha256', key).update(message).digest('hex'), ...fields });
};

describe("the shop of Shopify's signed query", () => {
  it.each(['secret', 'previous'])('is read under the %s secret', (key) => {
    expect(shopOfSignedQuery(signed(plain, key), ['secret', 'previous'])).toBe(shop);
  });

  it("agrees with Shopify's own library on the signed text", async () => {
    const query = signed({ ...plain, timestamp: String(Math.trunc(Date.now() / 1000)) });
    const { api } = stubLibrary('http://127.0.0.1:1').app;
    expect(await api.utils.validateHmac(Object.fromEntries(query))).toBe(true);
    expect(shopOfSignedQuery(query, ['secret'])).toBe(shop);
  });

  const changed = (change: (query: URLSearchParams) => void) => {
    const query = signed(plain);
    change(query);
    return query;
  };
  it.each<[string, URLSearchParams]>([
    ['no signature', changed((query) => query.delete('hmac'))],
    ['an empty signature', changed((query) => query.set('hmac', ''))],
    ['two signatures', changed((query) => query.append('hmac', query.get('hmac') ?? ''))],
    ['an upper-case signature', changed((query) => query.set('hmac', (query.get('hmac') ?? '').toUpperCase()))],
    ['another shop', changed((query) => query.set('shop', 'other.myshopify.com'))],
    ['a second shop', changed((query) => query.append('shop', 'other.myshopify.com'))],
    ['no shop', changed((query) => query.delete('shop'))],
    ['a parameter added', changed((query) => query.append('x', '1'))],
    ['a parameter taken away', changed((query) => query.delete('locale'))],
    ['another key', signed(plain, 'other')],
    ['a shop that is none', signed({ ...plain, shop: 'evil.com' })],
  ])('is null: %s', (_name, query) => {
    expect(shopOfSignedQuery(query, ['secret'])).toBeNull();
  });
});
