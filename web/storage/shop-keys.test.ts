import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import type { Storage } from './open-storage.ts';
import { createShopStore, type ShopRepository } from './shop-store.ts';
import { engines, installShop, openTestStorage } from './testing/engines.ts';

describe.each(engines)('on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  const keysOf = async (shop: ShopDomain, shops: ShopRepository = storage.shops) => {
    const { live, test: tried } = (await shops.shop(shop))?.accounts ?? {};
    return [live?.apiKey, tried?.apiKey];
  };

  test('of two who save one key at once, one for live and one for test orders, one is told that it is the other', async () => {
    const shop = await installShop(storage, 'two-tabs.myshopify.com');
    for (let n = 0; n < 5; n += 1) {
      await storage.shops.saveKeys(shop, { live: 'old-live', test: 'old-test' });
      const both = [{ live: `key-${n}` }, { test: `key-${n}` }].map((keys) => storage.shops.saveKeys(shop, keys));
      expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
      const [live, tried] = await keysOf(shop);
      expect(live).not.toBe(tried);
    }
  });

  test('keys that are saved together are both or none, and may change places', async () => {
    const { shops } = storage;
    const shop = await installShop(storage, 'together.myshopify.com');
    expect(await shops.saveKeys(shop, { live: 'one', test: 'one' })).toBe(false);
    expect(await keysOf(shop)).toEqual([undefined, undefined]);
    expect(await shops.saveKeys(shop, { live: 'one', test: 'two' })).toBe(true);
    expect(await shops.saveKeys(shop, { live: 'two' })).toBe(false);
    expect(await shops.saveKeys(shop, { live: 'two', test: 'one' })).toBe(true);
    expect(await keysOf(shop)).toEqual(['two', 'one']);
    expect(await shops.saveKeys(shop, { live: 'one', test: null })).toBe(true);
    expect(await shops.saveKeys(shop, {})).toBe(true);
    expect(await keysOf(shop)).toEqual(['one', undefined]);
  });

  test('the key that the operator lends for test orders is no live key, as long as the shop has none of its own', async () => {
    const accounts = { accountSecret: randomBytes(32), testApiKey: 'lent', referenceScope: 'account' as const };
    const shops = createShopStore(storage.db, storage.cipher, accounts);
    const shop = await installShop(storage, 'lends.myshopify.com');
    await storage.db.updateTable('shop').set({ development: true }).where('shop', '=', shop).execute();
    expect(await shops.saveKeys(shop, { live: 'lent' })).toBe(false);
    expect(await keysOf(shop, shops)).toEqual([undefined, 'lent']);
    expect(await shops.saveKeys(shop, { test: 'own' })).toBe(true);
    expect(await shops.saveKeys(shop, { live: 'lent' })).toBe(true);
    expect(await keysOf(shop, shops)).toEqual(['lent', 'own']);
  });
});
