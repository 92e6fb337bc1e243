import { expect, onTestFinished, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { readFigures } from '#storage/figures.ts';
import { refreshConditions, untoldConditions } from '#storage/shop-conditions.ts';
import { demoShop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { watchAddresses } from './watch-addresses.ts';

test('a shop whose myshopify.com address was changed raises an alarm: metric and mail', async () => {
  const world = await startTestWorld();
  onTestFinished(() => world.close());
  const { context } = world.app;
  const { db } = context.storage;
  await world.api('PUT', '/api/settings', { notifications: { email: 'owner@shop.example' } });
  const told = async () => {
    await refreshConditions(db);
    return (await untoldConditions(db, demoShop as ShopDomain)).map(({ code }) => code);
  };
  await watchAddresses(context);
  expect(await told()).not.toContain('renamed');

  world.store.renameShop(demoShop, 'new-name.myshopify.com');
  await watchAddresses(context);
  expect(await told()).toContain('renamed');
  expect(await readFigures(db)).toMatchObject({ renamed: 1 });
});
