import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { goodHealth } from '#deliveries/service-health.ts';
import { orderRecord } from './panel/testing/seed-orders.ts';
import { engines, installShop, openTestStorage } from './testing/engines.ts';

test('who put an order down as held hears of the recovery that was under way, and may not have seen it', async () => {
  const storage = await openTestStorage('server');
  onTestFinished(() => storage.close());
  const shop = await installShop(storage, 'recovers.myshopify.com');
  await storage.shops.changeHealth(shop, 'live', (health) => ({
    health: { ...health, breaker: 'open' },
    result: null,
  }));
  const asked = await storage.db.transaction().execute(async (recovery) => {
    await sql`update gate set state = ${JSON.stringify(goodHealth)} where shop = ${shop}`.execute(recovery);
    const settled = storage.shops.settledHealth(shop, 'live');
    // The panel's look waits for nobody.
    expect(await storage.shops.health(shop, 'live')).toMatchObject({ breaker: 'open' });
    await Promise.race([settled, pause(300)]);
    return { settled };
  });
  expect(await asked.settled).toMatchObject({ breaker: 'closed' });
});

test('who asks what a shop is once a save is settled waits for the save', async () => {
  const storage = await openTestStorage('server');
  onTestFinished(() => storage.close());
  const shop = await installShop(storage, 'saves.myshopify.com');
  const asked = await storage.db.transaction().execute(async (save) => {
    await save.updateTable('shop').set({ name: 'Saved' }).where('shop', '=', shop).execute();
    const settled = storage.shops.settledShop(shop);
    expect(await storage.shops.shop(shop)).not.toMatchObject({ name: 'Saved' });
    await Promise.race([settled, pause(300)]);
    return { settled };
  });
  expect(await asked.settled).toMatchObject({ name: 'Saved' });
});

test.each(engines)('what a rule took out wakes with the settings while it may go by itself, on %s', async (engine) => {
  const storage = await openTestStorage(engine);
  onTestFinished(() => storage.close());
  const shop = await installShop(storage, 'rules.myshopify.com');
  const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000;
  const times: [paidAt: number, sendableFrom: number | null][] = [
    [hoursAgo(23), null],
    [hoursAgo(25), null],
    [hoursAgo(100), hoursAgo(1)],
    [hoursAgo(100), hoursAgo(-100)],
    [hoursAgo(100), hoursAgo(99)],
  ];
  for (const [index, [paidAt, sendableFrom]] of times.entries()) {
    const left = { state: 'skipped', waitsFor: { kind: 'rules' }, paidAt, sendableFrom } as const;
    const order = { ...orderRecord(shop, index), ...left };
    await storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
  }
  expect(await storage.shops.wakeWaiting(shop, 0)).toBe(3);
});

test.each(engines)('a webhook of a location is taken in once every replica shows it, on %s', async (engine) => {
  const storage = await openTestStorage(engine);
  onTestFinished(() => storage.close());
  const shop = await installShop(storage, 'moves.myshopify.com');
  for (const [topic, seconds] of [
    ['locations/update', 4],
    ['locations/update', 6],
    ['app/scopes_update', 0],
  ] as const) {
    await sql`insert into webhook (shop, webhook_id, topic, state, received_at)
      values (${shop}, ${`${topic} ${seconds}`}, ${topic}, 'dispatched', clock_timestamp() - ${seconds} * interval '1 second')`.execute(
      storage.db,
    );
  }
  const taken = await storage.inbox.shopWebhooks(50);
  expect(taken.map(({ webhookId }) => webhookId)).toEqual(['locations/update 6', 'app/scopes_update 0']);
});
