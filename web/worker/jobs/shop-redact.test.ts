import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { type LocalWorld, liveKey } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { takeShopWebhooks } from './shop-webhooks.ts';

const soon = { timeout: 30_000, interval: 100 };
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld({ env: { SWEEP_INTERVAL_SECONDS: '3600' } });
});
afterEach(() => world.store.faults.clear());
afterAll(() => world.close());

const storage = () => world.app.context.storage;
const shopRecord = (shop: ShopDomain) => storage().shops.shop(shop);

/** A shop that was installed three days ago and has one order. */
async function shopOf(name: string): Promise<ShopDomain> {
  const shop = `${name}.myshopify.com` as ShopDomain;
  world.store.addShop({ domain: shop, name, ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' });
  const settings = { courier: { apiKey: liveKey }, reference: { prefix: `${name.toUpperCase()}-` } };
  expect((await world.api('PUT', '/api/settings', settings, shop)).status).toBe(200);
  const installedAt = new Date(Date.now() - 3 * 86_400_000);
  await storage().db.updateTable('shop').set({ installed_at: installedAt }).where('shop', '=', shop).execute();
  const { id } = world.store.addOrder(shop, orderKinds.paid());
  await vi.waitFor(async () => {
    expect((await world.orderView(id, shop))?.deliveries[0]?.noteWritten).toBe(true);
  }, soon);
  // The webhook of its own note has the order read once more.
  await world.store.webhooksSettled();
  return shop;
}

/** Shopify answers every call about the shop so, whether or not the app is installed there. */
const answering = (answer: number | 'inactive', shop: ShopDomain) =>
  world.store.faults.next({
    ...{ call: 'graphql', shop, times: 10_000 },
    effect:
      answer === 'inactive'
        ? { kind: 'error', message: 'The shop is not active', code: 'SHOP_INACTIVE' }
        : { kind: 'status', status: answer },
  });

const uninstalledUnheard = (shop: ShopDomain) => {
  world.store.faults.webhooks({ dropTopics: ['app/uninstalled'] });
  world.store.uninstall(shop);
};

const rowsOf = async (shop: ShopDomain) => {
  const rows = (table: 'shop' | 'shop_order' | 'delivery') =>
    storage().db.selectFrom(table).select('shop').where('shop', '=', shop).execute();
  return (await Promise.all([rows('shop'), rows('shop_order'), rows('delivery')])).map(({ length }) => length);
};
const erased = (shop: ShopDomain) => vi.waitFor(async () => expect(await rowsOf(shop)).toEqual([0, 0, 0]), soon);

const redactIs = (state: string, shop: ShopDomain) =>
  vi.waitFor(async () => {
    const webhooks = storage().db.selectFrom('webhook').select('state').where('shop', '=', shop);
    expect(await webhooks.where('topic', '=', 'shop/redact').execute()).toEqual([{ state }]);
  }, soon);

test('security 12: a shop whose uninstall was lost is erased, whether or not anybody met its refused token', async () => {
  const [met, unmet] = [await shopOf('met'), await shopOf('unmet')];
  for (const shop of [met, unmet]) uninstalledUnheard(shop);
  await expect(world.app.context.shopify.readShop(met)).rejects.toThrow();
  expect(await shopRecord(met)).toMatchObject({ uninstalledAt: null, reconnect: true });
  expect(await shopRecord(unmet)).toMatchObject({ uninstalledAt: null });
  for (const shop of [met, unmet]) world.store.redactShop(shop);
  for (const shop of [met, unmet]) await erased(shop);
});

test.each([
  ['closed', 402],
  ['inactive', 'inactive'],
] as const)(
  'security 12: a store that Shopify has %s is erased, with the uninstall that waits for its answer',
  async (name, answer) => {
    const shop = await shopOf(name);
    answering(answer, shop);
    await world.store.sendWebhook(shop, { topic: 'app/uninstalled', body: { myshopify_domain: shop, domain: shop } });
    await takeShopWebhooks(world.app.context);
    expect(await shopRecord(shop)).toMatchObject({ uninstalledAt: null });
    world.store.redactShop(shop);
    await erased(shop);
  },
);

test('a store that came back within the two days and was frozen then keeps what is newer', async () => {
  const shop = await shopOf('frozen');
  world.store.uninstall(shop);
  await vi.waitFor(async () => expect((await shopRecord(shop))?.uninstalledAt).not.toBeNull(), soon);
  world.store.install(shop);
  expect((await world.api('GET', '/api/overview', undefined, shop)).status).toBe(200);
  answering(402, shop);
  world.store.redactShop(shop);
  await redactIs('done', shop);
  expect(await rowsOf(shop)).toEqual([1, 0, 0]);
  expect(await shopRecord(shop)).toMatchObject({ settings: { reference: { prefix: 'FROZEN-' } } });
});

test('where Shopify does not answer nothing is erased yet', async () => {
  const shop = await shopOf('silent');
  answering(503, shop);
  world.store.redactShop(shop);
  await redactIs('dispatched', shop);
  await takeShopWebhooks(world.app.context);
  await redactIs('dispatched', shop);
  expect(await rowsOf(shop)).toEqual([1, 1, 1]);
  uninstalledUnheard(shop);
  world.store.faults.clear();
  await takeShopWebhooks(world.app.context);
  await erased(shop);
});
