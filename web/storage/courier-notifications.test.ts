import { expect, onTestFinished, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import {
  claimUnregistered,
  keepNotificationSecret,
  notificationSource,
  orderOfDelivery,
  renewNotificationUrl,
} from './courier-notifications.ts';
import { deliveryRecord, orderRecord } from './panel/testing/seed-orders.ts';
import { engines, installShop, openTestStorage, uninstallShop } from './testing/engines.ts';

const base = 'https://app.example/api/courier/notifications';

async function accounts(
  engine: (typeof engines)[number],
  count: number,
  keyOf = (index: number) => `some-key-${index}`,
) {
  const storage = await openTestStorage(engine);
  onTestFinished(() => storage.close());
  for (let index = 0; index < count; index += 1) {
    const shop = await installShop(storage, `shop-${index}.myshopify.com`);
    await storage.shops.saveKeys(shop, { live: keyOf(index) });
  }
  return storage;
}

test.each(engines)('on %s: of several workers one registers an account', async (engine) => {
  const storage = await accounts(engine, 20);
  const claimed: string[] = [];
  const work = async () => {
    for (;;) {
      const next = await claimUnregistered(storage.db, base);
      if (next === null) return;
      claimed.push(next.shop);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  expect(claimed.toSorted()).toEqual([...new Set(claimed)].toSorted());
  expect(claimed).toHaveLength(20);
});

test.each(engines)(
  'on %s: an account is registered anew under another key or address, and where it failed',
  async (engine) => {
    const storage = await accounts(engine, 1);
    const claim = (at = base) => claimUnregistered(storage.db, at);
    const first = await claim();
    expect(first).toMatchObject({ shop: 'shop-0.myshopify.com', mode: 'live' });
    expect(await claim()).toBeNull();
    const past = new Date(Date.now() - 11 * 60_000);
    await storage.db.updateTable('notification_source').set({ tried_at: past }).execute();
    const second = await claim();
    expect(second, 'the service may have taken the first').toEqual(first);
    if (second) await renewNotificationUrl(storage.db, second);
    expect(await claim(), 'refused a moment ago').toBeNull();
    await storage.db.updateTable('notification_source').set({ tried_at: past }).execute();
    const third = await claim();
    expect(third).toMatchObject({ url: expect.stringMatching(`^${base}/[\\w-]{32}$`) });
    expect(third?.url, 'the service has refused the first').not.toBe(first?.url);
    if (third) await keepNotificationSecret(storage, third, 'secret');
    await storage.db.updateTable('notification_source').set({ tried_at: past }).execute();
    expect(await claim()).toBeNull();
    expect(await claim('https://other.example')).not.toBeNull();
    if (third) await storage.shops.saveKeys(third.shop, { live: 'another-key' });
    expect(await claim('https://other.example')).not.toBeNull();
    expect(await claim('https://other.example')).toBeNull();
  },
);

const tokenOf = (url = '') => url.slice(url.lastIndexOf('/') + 1);

test.each(engines)('on %s: shops with one key are told under one registration', async (engine) => {
  const storage = await accounts(engine, 12, () => 'the-key-of-all');
  const first = await claimUnregistered(storage.db, base);
  expect(await claimUnregistered(storage.db, base), 'while the first is on its way').toBeNull();
  if (first) await keepNotificationSecret(storage, first, 'secret');
  expect(await claimUnregistered(storage.db, base)).toBeNull();
  const shops = (await storage.db.selectFrom('shop').select('shop').execute()).map(({ shop }) => shop as ShopDomain);
  const other = shops.find((shop) => shop !== first?.shop) as ShopDomain;
  const source = await notificationSource(storage, tokenOf(first?.url));
  const { account = '' } = source ?? {};
  const order = orderRecord(other, 0);
  const delivery = { ...deliveryRecord(order, 0), account };
  const id = delivery.service?.deliveryId ?? '';
  await storage.orders.change(other, order.orderId, () => ({
    change: { order, deliveries: [delivery] },
    result: null,
  }));
  const found = { shop: other, orderId: order.orderId, orderReference: delivery.orderReference };
  expect(await orderOfDelivery(storage.db, account, id)).toEqual(found);
  expect(await orderOfDelivery(storage.db, account, `${id}0`)).toBeNull();
  await uninstallShop(storage, other);
  expect(await orderOfDelivery(storage.db, account, id), 'of a shop that is gone').toBeNull();
  if (first) await uninstallShop(storage, first.shop);
  expect(await claimUnregistered(storage.db, base), 'whose registration went').not.toBeNull();
  expect(await claimUnregistered(storage.db, base)).toBeNull();
});

test.each(engines)('on %s: of shops with one key whose registrations failed, one tries on', async (engine) => {
  const storage = await accounts(engine, 3, (index) => `some-key-${index}`);
  while ((await claimUnregistered(storage.db, base)) !== null);
  await storage.db.updateTable('shop').set({ live_account: 'one' }).execute();
  const tried_at = new Date(Date.now() - 11 * 60_000);
  await storage.db.updateTable('notification_source').set({ account: 'one', tried_at }).execute();
  const next = await claimUnregistered(storage.db, base);
  expect(next).not.toBeNull();
  expect(await claimUnregistered(storage.db, base)).toBeNull();
});
