import { expect, onTestFinished, test } from 'vitest';
import { claimUnregistered, keepNotificationSecret } from './courier-notifications.ts';
import { engines, installShop, openTestStorage } from './testing/engines.ts';

const base = 'https://app.example/api/courier/notifications';

async function accounts(engine: (typeof engines)[number], count: number) {
  const storage = await openTestStorage(engine);
  onTestFinished(() => storage.close());
  for (let index = 0; index < count; index += 1) {
    const shop = await installShop(storage, `shop-${index}.myshopify.com`);
    await storage.shops.saveKeys(shop, { live: `some-key-${index}` });
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
    expect(second?.url).not.toBe(first?.url);
    if (second) await keepNotificationSecret(storage, second, 'secret');
    await storage.db.updateTable('notification_source').set({ tried_at: past }).execute();
    expect(await claim()).toBeNull();
    expect(await claim('https://other.example')).not.toBeNull();
    if (second) await storage.shops.saveKeys(second.shop, { live: 'another-key' });
    expect(await claim('https://other.example')).not.toBeNull();
    expect(await claim('https://other.example')).toBeNull();
  },
);
