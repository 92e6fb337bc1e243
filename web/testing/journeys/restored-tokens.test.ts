import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

const soon = { timeout: 30_000, interval: 50 };
const shop = demoShop as ShopDomain;
let world: LocalWorld;
afterEach(() => world.close());

const refusals = () =>
  world.store
    .tokenRequests(demoShop)
    .filter(({ grantType, status }) => grantType === 'refresh_token' && status === 400);

/** The pair that the restored database holds is one that Shopify has replaced twice since. */
async function restoreOldTokens(): Promise<void> {
  const { storage, config } = world.app.context;
  let refreshToken = (await storage.tokens.load(shop))?.refreshToken;
  for (let times = 0; times < 2; times += 1) {
    const { apiKey: client_id, apiSecret: client_secret } = config.shopify;
    const response = await fetch(`${world.store.url}/admin/oauth/access_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-shopify-shop-domain': demoShop },
      body: JSON.stringify({ client_id, client_secret, grant_type: 'refresh_token', refresh_token: refreshToken }),
    });
    refreshToken = ((await response.json()) as { refresh_token: string }).refresh_token;
  }
  world.store.expireAccessTokens(demoShop);
  const hourAgo = new Date(Date.now() - 3_600_000);
  await storage.db.updateTable('shop').set({ access_expires_at: hourAgo }).where('shop', '=', shop).execute();
}

it('dead tokens of a restored backup are said out loud, asked for once, and replaced when the app is opened', async () => {
  world = await startTestWorld({ env: { SWEEP_INTERVAL_SECONDS: '1' }, store: { throttle: null } });
  const { store } = world;
  const { storage, metrics } = world.app.context;
  const overview = async () => (await world.api('GET', '/api/overview')).body;
  expect((await world.api('POST', '/api/settings/courier/test', {})).status).toBe(200);
  expect(await overview()).toMatchObject({ status: 'working' });

  await restoreOldTokens();
  // Nobody opens the app: the worker finds out by itself.
  await vi.waitFor(async () => expect((await storage.shops.shop(shop))?.reconnect).toBe(true), soon);
  expect(await metrics.registry.metrics()).toContain('shops_to_reconnect 1');
  const told = store.addOrder(demoShop, orderKinds.paid());
  const untold = store.addOrder(demoShop, orderKinds.paid({ quiet: true }));
  await store.webhooksSettled();
  await pause(1_500);
  expect(refusals()).toHaveLength(1);

  // Home says so as long as Shopify gives no new tokens.
  store.faults.next({ call: 'oauth', shop: demoShop, effect: { kind: 'status', status: 503 } });
  expect(await overview()).toMatchObject({
    status: 'reconnect',
    statusNextStep: expect.stringContaining('Open the app'),
  });

  expect(await overview()).toMatchObject({ status: 'working' });
  expect((await storage.shops.shop(shop))?.reconnect).toBe(false);
  await world.orderUntil(untold.id, ({ state }) => state === 'placed');
  await world.orderUntil(told.id, ({ state }) => state === 'placed');
  expect(refusals()).toHaveLength(1);
});

it('an order that found the tokens dead is sent once the app is opened, without waiting for a comparison', async () => {
  world = await startTestWorld({ store: { throttle: null } });
  const { storage } = world.app.context;
  await vi.waitFor(async () => expect(await storage.shops.shopsToSweep(300_000)).toEqual([]), soon);
  await restoreOldTokens();
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  await vi.waitFor(async () => expect((await storage.shops.shop(shop))?.reconnect).toBe(true), soon);

  await world.api('GET', '/api/overview');
  await world.orderUntil(id, ({ state }) => state === 'placed', 15_000);
});
