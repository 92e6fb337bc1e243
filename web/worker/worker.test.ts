import { expect, onTestFinished, test, vi } from 'vitest';
import { goodHealth } from '#deliveries/service-health.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Storage } from '#storage/open-storage.ts';
import { orderDueChannel } from '#storage/order-runs.ts';
import { installShop } from '#storage/testing/engines.ts';
import { demoShop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';

test('a notice of a due order has its shop looked at', async () => {
  const world = await startTestWorld();
  onTestFinished(() => world.close());
  const { database, runs } = world.app.context.storage;
  const claim = vi.spyOn(runs, 'claim');
  await database.notify(orderDueChannel, 'named.myshopify.com');
  await expect.poll(() => claim.mock.calls).toContainEqual([expect.any(Number), ['named.myshopify.com']]);
});

const held = ({ shops }: Storage, shop: ShopDomain) =>
  shops.changeHealth(shop, 'live', () => ({
    health: { ...goodHealth, hold: 'key', probeAt: Date.now() },
    result: null,
  }));

test('a shop whose key cannot be opened keeps no other from being asked whether its key is taken again', async () => {
  const world = await startTestWorld();
  onTestFinished(() => world.close());
  const { storage } = world.app.context;
  const lost = await installShop(storage, 'lost.myshopify.com');
  await storage.shops.saveKey(lost, 'live', 'some key');
  await storage.db.updateTable('shop').set({ live_key_sealed: '1.lost.AAAA' }).where('shop', '=', lost).execute();
  await held(storage, lost);
  await held(storage, demoShop as ShopDomain);
  await expect
    .poll(() => storage.shops.health(demoShop as ShopDomain, 'live'), { timeout: 20_000 })
    .toMatchObject({ hold: null });
});

test('a hundred shops that nobody can ask for now keep no other from being asked', async () => {
  const world = await startTestWorld();
  onTestFinished(() => world.close());
  const { storage } = world.app.context;
  for (let index = 0; index < 100; index += 1) {
    await held(storage, await installShop(storage, `keyless-${index}.myshopify.com`));
  }
  await held(storage, demoShop as ShopDomain);
  await expect
    .poll(() => storage.shops.health(demoShop as ShopDomain, 'live'), { timeout: 20_000 })
    .toMatchObject({ hold: null });
});
