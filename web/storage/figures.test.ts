import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderId } from '#placement/ids.ts';
import { readFigures } from './figures.ts';
import type { Storage } from './open-storage.ts';
import { readBalance } from './panel/balance.ts';
import { seedOrders } from './panel/testing/seed-orders.ts';
import { engines, installShop, openTestStorage, uninstallShop } from './testing/engines.ts';

describe.each(engines)('on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  test('an empty installation stands at 0 everywhere', async () => {
    const empty = await openTestStorage(engine);
    expect(await readFigures(empty.db)).toEqual({
      jobs: { ready: 0, deferred: 0, active: 0 },
      webhooks: 0,
      oldestJobSeconds: 0,
      health: { closed: 0, open: 0, half_open: 0, key_refused: 0, address_wrong: 0 },
      needsAttention: 0,
      comparisonAgeSeconds: 0,
      toReconnect: 0,
      renamed: 0,
      unexplained: 0,
    });
    await empty.close();
  });

  test('the figures are over all installed shops, and the ledger agrees with the panel', async () => {
    const names = ['one', 'two', 'gone'];
    const shops = await Promise.all(names.map((name) => installShop(storage, `${name}.myshopify.com`)));
    const longAgo = new Date(Date.now() - 16 * 60_000);
    for (const shop of shops) {
      await seedOrders(storage, shop, 12);
      await storage.shops.changeHealth(shop, 'live', (health) => ({
        health: { ...health, breaker: 'open' },
        result: null,
      }));
      await storage.shops.changeHealth(shop, 'test', (health) => ({
        health: { ...health, hold: 'address' },
        result: null,
      }));
      // Shopify gives whole seconds: these came in the second of the installation.
      const installedAt = (await storage.shops.shop(shop))?.installedAt ?? Number.NaN;
      const processedAt = new Date(Math.floor(installedAt / 1_000) * 1_000);
      const lost = ['1', '2', '3'].map((order_id) => ({ shop, order_id, processed_at: processedAt }));
      await storage.db.insertInto('paid_order').values(lost).execute();
      await storage.db
        .updateTable('paid_order')
        .set({ seen_at: longAgo })
        .where('order_id', 'in', ['1', '2'])
        .execute();
      await storage.db.insertInto('redaction').values({ shop, order_id: '2' }).execute();
      await storage.runs.ask(storage.db, [
        { shop, orderId: '9000000' as OrderId, at: Date.now() - 60_000 },
        { shop, orderId: '9000001' as OrderId, at: Date.now() + 3_600_000 },
      ]);
    }
    const [first, , gone] = shops;
    if (!first || !gone) throw new Error('no shops');
    await uninstallShop(storage, gone);
    // The other installed shop was never compared, and counts from its installation.
    await storage.db
      .updateTable('shop')
      .set({ swept_at: new Date(Date.now() - 600_000) })
      .where('shop', 'in', [first, gone])
      .execute();
    const figures = await readFigures(storage.db);
    expect(figures.comparisonAgeSeconds).toBeGreaterThanOrEqual(600);
    expect(figures.comparisonAgeSeconds).toBeLessThan(700);
    await storage.db.updateTable('shop').set({ reconnect: true }).where('shop', 'in', [first, gone]).execute();
    const refused = await readFigures(storage.db);
    expect(refused.toReconnect).toBe(1);
    expect(refused.comparisonAgeSeconds).toBeLessThan(300);
    expect(figures).toMatchObject({
      jobs: { ready: 2, deferred: 2, active: 0 },
      health: { closed: 0, open: 2, half_open: 0, key_refused: 0, address_wrong: 2 },
      needsAttention: 4,
      unexplained: 2,
    });
    expect(figures.oldestJobSeconds).toBeGreaterThan(59);
    expect((await readBalance(storage.db, first)).last7d.unexplained).toBe(1);
  });
});
