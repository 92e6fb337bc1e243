import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodHealth } from '#deliveries/service-health.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Storage } from '../open-storage.ts';
import type { Tables } from '../schema.ts';
import { engines, installShop, openTestStorage, uninstallShop } from '../testing/engines.ts';
import { type Obstacle, readShopLines } from './shop-lines.ts';

type Plant = (storage: Storage, shop: ShopDomain) => Promise<unknown>;
const set =
  (assignment: string): Plant =>
  ({ db }, shop) =>
    sql`update shop set ${sql.raw(assignment)} where shop = ${shop}`.execute(db);
const health =
  (change: Partial<typeof goodHealth>): Plant =>
  ({ shops }, shop) =>
    shops.changeHealth(shop, 'live', () => ({ health: { ...goodHealth, ...change }, result: null }));

const planted: readonly [Obstacle | null, Plant][] = [
  [null, set(`renamed_to = 'other.myshopify.com'`)],
  ['uninstalled', uninstallShop],
  ['not_installed', set('installed_at = null')],
  ['reconnect', set('reconnect = true')],
  ['reads_refused', set(`reads_refused_at = swept_at + interval '1 second'`)],
  ['paused', set(`settings = '{"paused":true}'`)],
  ['no_key', ({ shops }, shop) => shops.saveKeys(shop, { live: null })],
  ['key_refused', health({ hold: 'key' })],
  ['address_wrong', health({ hold: 'address' })],
  ['service_down', health({ breaker: 'open' })],
  ['throttled', set(`throttled_until = clock_timestamp() + interval '1 minute'`)],
  ['sweep_behind', set(`swept_at = clock_timestamp() - interval '16 minutes'`)],
  ['test_mode', set(`settings = '{"automation":{"testMode":true}}', test_key_sealed = live_key_sealed`)],
];

describe.each(engines)('on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
    for (const [obstacle, plant] of planted) {
      const shop = await installShop(storage, `${obstacle ?? 'well'}.myshopify.com`.replaceAll('_', '-'));
      await storage.shops.saveKeys(shop, { live: 'some-key' });
      await set('swept_at = clock_timestamp()')(storage, shop);
      await plant(storage, shop);
    }
  });
  afterAll(() => storage.close());

  test.each(planted)('%s is what holds the shop', async (obstacle) => {
    const domain = `${obstacle ?? 'well'}.myshopify.com`.replaceAll('_', '-');
    expect((await readShopLines(storage)).find((line) => line.domain === domain)).toMatchObject({ obstacle });
  });

  test.each<[boolean, boolean, boolean, Obstacle]>([
    [true, true, true, 'test_mode'],
    [true, true, false, 'no_key'],
    [true, false, true, 'no_key'],
    [false, true, true, 'no_key'],
  ])('in test mode (%s) in a development store (%s) with a key lent (%s): %s', async (...given) => {
    const [testMode, development, lendsTestKey, obstacle] = given;
    const shop = await installShop(storage, 'dev.myshopify.com');
    const settings = JSON.stringify({ automation: { testMode } });
    await sql`update shop set development = ${development}, settings = ${settings}::jsonb, swept_at = clock_timestamp()
      where shop = ${shop}`.execute(storage.db);
    const lines = await readShopLines({ ...storage, lendsTestKey });
    expect(lines.find(({ domain }) => domain === shop)).toMatchObject({ obstacle });
  });

  test('the order that has been due longest is named, not one that runs or is to run later', async () => {
    const due = (db: Kysely<Tables>, id: string, next: string, lease = 'null') =>
      sql`insert into order_run (shop, order_id, next_run_at, lease_until)
        values ('well.myshopify.com', ${id}, clock_timestamp() + ${sql.raw(next)}, ${sql.raw(lease)})`.execute(db);
    await due(storage.db, '1', "interval '1 minute'");
    await due(storage.db, '2', "interval '-1 minute'");
    await due(storage.db, '3', "interval '-2 minutes'");
    await due(storage.db, '4', "interval '-3 minutes'", 'clock_timestamp()');
    const well = (await readShopLines(storage)).find(({ domain }) => domain === 'well.myshopify.com');
    expect(well).toMatchObject({
      renamedTo: 'other.myshopify.com',
      oldestDueOrder: { orderId: '3' },
      needsAttention: 0,
      scopes: ['read_orders'],
    });
  });
});
