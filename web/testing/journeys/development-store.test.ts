import { afterAll, beforeAll, expect, test } from 'vitest';
import { overview } from '#api-contract/overview.ts';
import { settingsView } from '#api-contract/settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { prefixOf } from '#placement/order-reference.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { defaultScopes } from '#store-simulator/state/shop-state.ts';
import { demoShop, type LocalWorld, testKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

const otherStore = 'reviewer-2.myshopify.com';
const finishedStore = 'finished.myshopify.com';
const merchant = 'merchant.myshopify.com';
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld({
    testTwin: true,
    install: false,
    env: { COURIER_TEST_API_KEY: testKey, RETRY_BASE_MS: '50' },
    store: {
      shops: [demoShop, otherStore, finishedStore, merchant].map((domain) => ({
        ...{ domain, name: domain, ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' },
        developmentStore: domain !== merchant,
      })),
    },
  });
});
afterAll(() => world.close());

const home = async (shop: string) => overview.parse((await world.api('GET', '/api/overview', undefined, shop)).body);
const settings = async (shop: string) =>
  settingsView.parse((await world.api('GET', '/api/settings', undefined, shop)).body);
const save = (shop: string, patch: unknown) => world.api('PUT', '/api/settings', patch, shop);

test('a development store starts in test mode, and its test orders are booked with the operator’s key', async () => {
  for (const [shop, prefix] of [
    [demoShop, prefixOf(demoShop as ShopDomain)],
    [otherStore, prefixOf(otherStore as ShopDomain)],
  ] as const) {
    expect(await home(shop)).toMatchObject({ testMode: true, status: 'test_mode', setup: { testKeySet: true } });
    expect(await settings(shop)).toMatchObject({ reference: { prefix } });
    const { id, number } = world.store.addOrder(shop, orderKinds.testOrder({ paid: true }));
    const orderReference = `TEST-${prefix}${number}`;
    await expect
      .poll(() => world.orderView(id, shop))
      .toMatchObject({ state: 'placed', deliveries: [{ orderReference, testMode: true, noteWritten: true }] });
    expect(world.store.order(shop, id).note).toContain(`Same-day delivery ${orderReference}: `);
  }
  expect(await world.placements()).toEqual([]);
  expect((await home(demoShop)).setup).toMatchObject({ testKeyAccepted: true, testOrderPlaced: true, keySet: false });
});

test('the operator’s key is shown to nobody, and gives way to the store’s own', async () => {
  const { courier } = await settings(demoShop);
  expect(courier.testApiKey).toEqual({ set: false, last4: null, isLent: true });
  const check = await world.api('POST', '/api/settings/courier/test', { mode: 'test' }, demoShop);
  expect(check.body).toMatchObject({ ok: true });
  await save(demoShop, { courier: { testApiKey: 'a-key-of-its-own' } });
  expect((await settings(demoShop)).courier.testApiKey).toEqual({ set: true, last4: '-own' });
  await save(demoShop, { courier: { testApiKey: null } });
  expect((await settings(demoShop)).courier.testApiKey).toMatchObject({ isLent: true });
});

test('whoever ends test mode is not put back into it, and a store that merchants buy is lent nothing', async () => {
  const { shops } = world.app.context.storage;
  await save(finishedStore, { automation: { testMode: false } });
  const facts = await world.app.context.shopify.readShop(finishedStore as ShopDomain);
  await shops.describe(finishedStore as ShopDomain, facts);
  expect((await home(finishedStore)).testMode).toBe(false);
  await shops.describe(finishedStore as ShopDomain, { ...facts, isDevelopment: false });
  expect((await settings(finishedStore)).courier.testApiKey).toEqual({ set: false, last4: null });

  expect(await home(merchant)).toMatchObject({ testMode: false, status: 'no_key', setup: { testKeySet: false } });
  expect(await settings(merchant)).toMatchObject({
    reference: { prefix: '' },
    courier: { testApiKey: { set: false } },
  });
});

test('a right that Shopify takes away is said on Home with what to do, until it is given back', async () => {
  const status = async () => (await home(merchant)).status;
  const without = (taken: string) => defaultScopes.filter((scope) => scope !== taken);
  // A comparison that is still under way is refused, too, and Home then says so first.
  await expect.poll(async () => (await home(merchant)).comparedAt).not.toBeNull();
  world.store.updateScopes(merchant, without('write_orders'));
  await expect.poll(status).toBe('scopes_missing');
  expect((await home(merchant)).statusNextStep).toMatch(/approve the access/);
  world.store.updateScopes(merchant, [...defaultScopes]);
  await expect.poll(status).toBe('no_key');
});

test('a setting that a newer version saved is said on Home, and nothing is sent by itself meanwhile', async () => {
  const { status } = await home(merchant);
  const { db, shops } = world.app.context.storage;
  const row = await shops.shopAt(merchant as ShopDomain);
  const store = (stored: unknown) =>
    db
      .updateTable('shop')
      .set({ settings: JSON.stringify(stored) })
      .where('shop', '=', String(row?.domain))
      .execute();
  await store({ automation: { trigger: 'packed' } });
  expect((await home(merchant)).status).toBe('settings_unread');
  expect(await settings(merchant)).toMatchObject({ automation: { mode: 'manual', trigger: 'paid' } });
  await store(row?.settings);
  expect((await home(merchant)).status).toBe(status);
});
