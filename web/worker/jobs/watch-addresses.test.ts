import { expect, onTestFinished, test } from 'vitest';
import { readFigures } from '#storage/figures.ts';
import { demoShop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { watchAddresses } from './watch-addresses.ts';

test("a changed myshopify.com address is noted beside the shop's number, counted, and forgotten when it is changed back", async () => {
  const world = await startTestWorld();
  onTestFinished(() => world.close());
  const { context } = world.app;
  const { db } = context.storage;
  const seen = async () => {
    await watchAddresses(context);
    const row = await db.selectFrom('shop').select(['shop', 'renamed_to', 'shopify_id']).executeTakeFirst();
    return { ...row, counted: (await readFigures(db)).renamed };
  };
  const same = { shop: demoShop, shopify_id: world.store.shops()[0]?.id };
  expect(await seen()).toEqual({ ...same, renamed_to: null, counted: 0 });
  world.store.renameShop(demoShop, 'new-name.myshopify.com');
  expect(await seen()).toEqual({ ...same, renamed_to: 'new-name.myshopify.com', counted: 1 });
  world.store.renameShop(demoShop, demoShop);
  expect(await seen()).toEqual({ ...same, renamed_to: null, counted: 0 });
});
