import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
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

  test('a mode that has a key and of whose service nothing is written down is well', async () => {
    const own = await openTestStorage(engine);
    onTestFinished(() => own.close());
    const shop = await installShop(own, 'well.myshopify.com');
    await installShop(own, 'without-a-key.myshopify.com');
    await own.shops.saveKeys(shop, { live: 'some-live-key', test: 'some-test-key' });
    await own.shops.changeHealth(shop, 'live', (health) => ({ health: { ...health, hold: 'key' }, result: null }));
    expect((await readFigures(own.db)).health).toMatchObject({ closed: 1, key_refused: 1 });
  });

  describe('what nobody can do anything about at once is no stall', () => {
    const hourAgo = () => new Date(Date.now() - 3_600_000);
    /** One shop that runs, due for a minute and compared ten minutes ago; another, due and not compared for an hour. */
    async function twoShops(other: Record<string, unknown>) {
      const own = await openTestStorage(engine);
      onTestFinished(() => own.close());
      const [well, held] = [await installShop(own, 'well.myshopify.com'), await installShop(own, 'held.myshopify.com')];
      await own.runs.ask(own.db, [
        { shop: well, orderId: '1' as OrderId, at: Date.now() - 60_000 },
        { shop: held, orderId: '1' as OrderId, at: Date.now() - 3_600_000 },
      ]);
      await own.db
        .updateTable('shop')
        .set({ swept_at: new Date(Date.now() - 600_000) })
        .execute();
      await own.db
        .updateTable('shop')
        .set({ swept_at: hourAgo(), ...other })
        .where('shop', '=', held)
        .execute();
      return { own, well, held };
    }

    test.each([
      ['must be reconnected', { reconnect: true }],
      ['was asked to slow down', { throttled_until: new Date(Date.now() + 600_000) }],
    ])('due orders of a shop that %s are as old as those that may run, and deferred', async (_name, other) => {
      const { own, well } = await twoShops(other);
      const { jobs, oldestJobSeconds } = await readFigures(own.db);
      expect(jobs).toEqual({ ready: 1, deferred: 1, active: 0 });
      expect(oldestJobSeconds).toBeGreaterThan(59);
      expect(oldestJobSeconds).toBeLessThan(600);
      expect((await own.runs.claim(5)).map(({ shop }) => shop)).toEqual([well]);
    });

    test('a shop that Shopify has closed is not waited for, until it shows orders again', async () => {
      const { own, held } = await twoShops({});
      const age = async () => (await readFigures(own.db)).comparisonAgeSeconds;
      expect(await age()).toBeGreaterThan(3_599);
      await own.shops.noteReadsRefused(held);
      expect(await age()).toBeLessThan(900);
      expect(await age()).toBeGreaterThan(599);
      await own.db
        .updateTable('shop')
        .set({ reads_refused_at: new Date(0) })
        .execute();
      expect(await age()).toBeGreaterThan(3_599);
    });

    test('where Shopify shows the orders of no shop, it refuses the app, and that is told', async () => {
      const { own, well, held } = await twoShops({});
      for (const shop of [well, held]) await own.shops.noteReadsRefused(shop);
      expect((await readFigures(own.db)).comparisonAgeSeconds).toBeGreaterThan(3_599);
    });
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
