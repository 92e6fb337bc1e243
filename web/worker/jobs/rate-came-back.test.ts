import { afterAll, beforeAll, expect, test } from 'vitest';
import { overview } from '#api-contract/overview.ts';
import { settingsView } from '#api-contract/settings.ts';
import { defaultScopes } from '#store-simulator/state/shop-state.ts';
import { type LocalWorld, demoShop as shop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { watchAddresses } from './watch-addresses.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({
    store: {
      shops: [
        {
          domain: shop,
          name: 'K',
          ianaTimezone: 'Africa/Johannesburg',
          currency: 'ZAR',
          scopes: [...defaultScopes, 'write_shipping'],
        },
      ],
    },
  });
});
afterAll(() => world.close());

const enabled = async () => settingsView.parse((await world.api('GET', '/api/settings')).body).checkoutRate.enabled;

test('a rate that went with an uninstall nobody heard of in time is not said to be offered', {
  timeout: 90_000,
}, async () => {
  await world.api('PUT', '/api/settings', { checkoutRate: { enabled: true, price: 79 } });
  expect([await enabled(), world.store.carrierServices(shop).length]).toEqual([true, 1]);
  // The app does not answer while the merchant removes it and adds it again.
  world.store.faults.webhooks({ dropTopics: ['app/uninstalled', 'app/scopes_update'] });
  world.store.uninstall(shop);
  world.store.install(shop);
  world.store.updateScopes(shop, [...defaultScopes]);
  world.store.faults.clear();
  // Whoever opens the panel connects the shop again.
  await expect.poll(async () => (await world.api('GET', '/api/overview')).status, { timeout: 20_000 }).toBe(200);
  const status = async () => overview.parse((await world.api('GET', '/api/overview')).body).status;
  // "Approve the access it asks for", and nothing asks.
  await expect.poll(status, { timeout: 20_000 }).toBe('scopes_missing');
  await watchAddresses(world.app.context);
  expect([await enabled(), world.store.carrierServices(shop).length]).toEqual([false, 0]);
  expect(await status()).toBe('key_unchecked');
});

test('a rate that is switched on while Shopify is asked about the shop stays on', async () => {
  const { context } = world.app;
  world.store.updateScopes(shop, [...defaultScopes]);
  await world.api('PUT', '/api/settings', { checkoutRate: { enabled: false } });
  const seen: unknown[] = [];
  const readShop: typeof context.shopify.readShop = async (...asked) => {
    const facts = await context.shopify.readShop(...asked);
    // The merchant approves the access to shipping once that answer was made.
    world.store.updateScopes(shop, [...defaultScopes, 'write_shipping']);
    const { status } = await world.api('PUT', '/api/settings', { checkoutRate: { enabled: true, price: 79 } });
    seen.push(facts.scopes.includes('write_shipping'), status);
    return facts;
  };
  await watchAddresses({ ...context, shopify: { ...context.shopify, readShop } });
  expect(seen).toEqual([false, 200]);
  expect([await enabled(), world.store.carrierServices(shop).length]).toEqual([true, 1]);
});
