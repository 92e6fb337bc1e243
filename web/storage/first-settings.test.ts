import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { prefixOf } from '#placement/order-reference.ts';
import type { Storage } from './open-storage.ts';
import { deliveryRecord, orderRecord } from './panel/testing/seed-orders.ts';
import { redactShop } from './redact.ts';
import { createShopStore, type ShopRepository } from './shop-store.ts';
import { engines, installShop, openTestStorage, uninstallShop } from './testing/engines.ts';

const isDevelopment = true;
const zone = { timeZone: 'Africa/Johannesburg', currency: 'ZAR' };
const facts = { id: '1', name: 'Shop', ...zone, isDevelopment: false, scopes: [] };
const accounts = { accountSecret: randomBytes(32), testApiKey: null, referenceScope: 'account' as const };
const service = { referenceScope: 'service' as const };
const lent = { testApiKey: 'lent' };

describe.each(engines)('on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  const shops = (over: Partial<Parameters<typeof createShopStore>[2]>): ShopRepository =>
    createShopStore(storage.db, storage.cipher, { ...accounts, ...over });
  const begun = async (name: string) => installShop(storage, `${name}.myshopify.com`);
  const firstSettings = async (store: ShopRepository, shop: ShopDomain) => {
    const { automation, reference } = (await store.shop(shop))?.settings ?? defaultSettings;
    return { testMode: automation.testMode, prefix: reference.prefix };
  };

  test.each([
    ['shop-a', {}, {}, { testMode: false, prefix: '' }],
    ['shop-b', service, {}, { testMode: false, prefix: prefixOf('shop-b.myshopify.com' as ShopDomain) }],
    ['shop-c', lent, {}, { testMode: false, prefix: '' }],
    ['shop-d', {}, { isDevelopment }, { testMode: true, prefix: '' }],
    ['shop-e', lent, { isDevelopment }, { testMode: true, prefix: prefixOf('shop-e.myshopify.com' as ShopDomain) }],
    ['shop-f', service, { isDevelopment }, { testMode: true, prefix: prefixOf('shop-f.myshopify.com' as ShopDomain) }],
  ])('%s under %j, described as %j, begins with %j', async (name, over, described, expected) => {
    const shop = await begun(name);
    await shops(over).describe(shop, { ...facts, ...described });
    expect(await firstSettings(shops(over), shop)).toEqual(expected);
  });

  test.each([
    ['was described before', (shop: ShopDomain) => shops({}).describe(shop, facts)],
    ['saved settings of its own', (shop: ShopDomain) => shops({}).saveSettings(shop, defaultSettings)],
    [
      'has a delivery',
      async (shop: ShopDomain) => {
        const order = orderRecord(shop, 1);
        const change = { order, deliveries: [deliveryRecord(order, 0)] };
        await storage.orders.change(shop, order.orderId, () => ({ change, result: null }));
      },
    ],
  ])('a shop that %s keeps its references bare', async (what, before) => {
    const shop = await begun(what.replaceAll(' ', '-'));
    await before(shop);
    await shops(service).describe(shop, { ...facts, isDevelopment });
    expect(await firstSettings(shops(service), shop)).toEqual({ testMode: false, prefix: '' });
  });

  test.each([
    ['its own', { reference: { prefix: 'AB-' } }, 'AB-'],
    ['none', {}, ''],
  ])('a shop that was erased and comes back has the prefix that it had: %s', async (name, settings, prefix) => {
    const shop = await begun(`back-${name.replace(' ', '-')}`);
    await shops({}).describe(shop, facts);
    await shops({}).saveSettings(shop, { ...defaultSettings, ...settings });
    await uninstallShop(storage, shop);
    await redactShop(storage, shop);
    expect(await storage.shops.shop(shop)).toBeNull();
    await begun(`back-${name.replace(' ', '-')}`);
    await shops(service).describe(shop, facts);
    expect(await firstSettings(shops(service), shop)).toEqual({ testMode: false, prefix });
  });
});
