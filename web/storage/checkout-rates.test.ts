import { expect, onTestFinished, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { createCheckoutShops, saveCarrierService } from './checkout-rates.ts';
import { engines, installShop, openTestStorage, uninstallShop } from './testing/engines.ts';

test.each(engines)('on %s: checkouts that ask at once are each answered with their own shop', async (engine) => {
  const storage = await openTestStorage(engine);
  onTestFinished(() => storage.close());
  const { db } = storage;
  const named = async (name: string) => {
    const shop = await installShop(storage, `${name}.myshopify.com`);
    await saveCarrierService(db, shop, { secretHash: `hash of ${name}` });
    return shop;
  };
  const [one, other, broken, gone] = [
    await named('one'),
    await named('other'),
    await named('broken'),
    await named('gone'),
  ];
  await db.updateTable('shop').set({ settings: '{"paused": "perhaps"}' }).where('shop', '=', broken).execute();
  await uninstallShop(storage, gone);

  const read = createCheckoutShops(db);
  const asked = [one, other, broken, gone, 'nobody.myshopify.com' as ShopDomain];
  const answers = await Promise.all(Array.from({ length: 150 }, (_, index) => read(asked[index % 5] ?? one)));
  const found = answers.map((shop) => shop && [shop.secretHash, shop.settings.paused]);
  // What a version to come saved of one shop is as a pause to this one, and none of another's.
  const each = [['hash of one', false], ['hash of other', false], ['hash of broken', true], null, null];
  expect(found).toEqual(Array.from({ length: 30 }, () => each).flat());

  await saveCarrierService(db, one, { secretHash: 'a new one' });
  expect(await read(one)).toMatchObject({ secretHash: 'a new one', isLetIn: true, hasKey: false });
});
