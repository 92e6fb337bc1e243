import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { OrderAggregate, OrderRecord } from '#deliveries/order.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { exampleDelivery } from '#testing/deliveries/example-delivery.ts';
import { recordDataRequest } from './data-requests.ts';
import { eraseAgain } from './erase-again.ts';
import { eraseLeftBehind, shopsLeftBehind } from './left-behind.ts';
import { orderRecord } from './panel/testing/seed-orders.ts';
import { redactOrders, redactShop } from './redact.ts';
import { engines, installShop, openTestStorage, uninstallShop } from './testing/engines.ts';

test('security 12: shop/redact erases a shop from every table that has a column for it', async () => {
  const storage = await openTestStorage('server');
  onTestFinished(() => storage.close());
  const { db } = storage;
  const shop = 'gone.myshopify.com' as ShopDomain;
  await db.insertInto('shop').values({ shop }).execute();
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'shop'`.execute(db);
  await sql`create table erased (name text)`.execute(db);
  await sql`create function note_erased() returns trigger language plpgsql as
    $$ begin insert into erased values (tg_table_name); return null; end $$`.execute(db);
  for (const { name } of tables) {
    await sql`create trigger erased before delete on ${sql.table(name)}
      for each statement execute function note_erased()`.execute(db);
  }
  await redactShop(storage, shop);
  const { rows } = await sql<{ name: string }>`select name from erased`.execute(db);
  const erased = new Set(rows.map(({ name }) => name));
  expect(tables.map(({ name }) => name).filter((name) => !erased.has(name))).toEqual([]);
  expect(tables.length).toBeGreaterThan(15);
});

describe.each(engines)('security 12: shop/redact on %s', (engine) => {
  const hourMs = 3_600_000;
  async function opened() {
    const storage = await openTestStorage(engine);
    onTestFinished(() => storage.close());
    return { storage, shop: await installShop(storage, 'one.myshopify.com') };
  }

  test('a shop without a token is erased, though its uninstall was never recorded', async () => {
    const { storage, shop } = await opened();
    const lease = await storage.tokens.lease(shop, 1_000);
    await storage.tokens.markRefused(shop, lease?.fence ?? 0);
    expect(await storage.shops.shop(shop)).toMatchObject({ uninstalledAt: null, reconnect: true });
    await redactShop(storage, shop);
    expect(await storage.shops.shop(shop)).toBeNull();
    // A backup that brings it back is erased again.
    await storage.db
      .insertInto('shop')
      .values({ shop, installed_at: new Date(Date.now() - hourMs) })
      .execute();
    await eraseAgain(storage);
    expect(await storage.shops.shop(shop)).toBeNull();
  });

  test('a shop that holds a token keeps what is newer than its installation', async () => {
    const { storage, shop } = await opened();
    const asked = (key: string, ageMs: number) =>
      recordDataRequest(storage.db, shop, {
        ...{ key, customerId: '7001', orderIds: [], requestedAt: new Date(Date.now() + ageMs) },
      });
    await asked('before', -hourMs);
    await asked('since', hourMs);
    await redactShop(storage, shop);
    const left = await storage.db.selectFrom('data_request').select('request_key').execute();
    expect(left).toEqual([{ request_key: 'since' }]);
  });

  test('of a shop that came back, no change that saw an older order brings any of it back', async () => {
    const { storage, shop } = await opened();
    const order = { ...orderRecord(shop, 12), firstSeenAt: Date.now() - hourMs };
    const { orderId } = order;
    const delivery = exampleDelivery({ shop, orderId });
    const first = await storage.orders.change(shop, orderId, () => ({
      change: { order, deliveries: [delivery] },
      result: null,
    }));
    if (first.kind !== 'done') throw new Error(first.kind);
    await storage.db
      .updateTable('shop_order')
      .set({ first_seen_at: new Date(Date.now() - hourMs) })
      .where('shop', '=', shop)
      .execute();
    await redactShop(storage, shop);
    const note = (aggregate: OrderAggregate) => ({
      change: aggregate.order && { deliveries: [{ ...delivery, note: 'written' as const }] },
      result: null,
    });
    await storage.orders.change(shop, orderId, note, { from: first.after });
    const left = await storage.orders.load(shop, orderId);
    expect(left).toMatchObject({ order: null, deliveries: [] });
  });

  test.each<[string, Partial<OrderRecord>, Partial<DeliveryRecord> | null, boolean]>([
    ['that waits', { state: 'held' }, null, true],
    ['of which a person is asked', { state: 'needs_attention' }, null, true],
    ['that is to go', { state: 'queued' }, {}, true],
    ['that is unpaid', { state: 'skipped', paid: false }, null, true],
    ['that waits for rules', { state: 'skipped', waitsFor: { kind: 'rules' } }, null, true],
    ['that a rule left out', { state: 'skipped' }, null, false],
    ['that is refunded', { state: 'cancelled', paid: false }, null, false],
    ['booked since', { state: 'placed' }, { state: 'placed', placedAt: Date.now() + hourMs }, true],
    ['booked before', { state: 'placed' }, { state: 'placed', placedAt: Date.now() - hourMs }, false],
  ])('of a shop that came back, an older order %s goes only where it has ended', async (_what, order, own, isKept) => {
    const { storage, shop } = await opened();
    const record = { ...orderRecord(shop, 12), ...order, firstSeenAt: Date.now() - hourMs };
    const { orderId } = record;
    const deliveries = own ? [exampleDelivery({ shop, orderId, ...own })] : [];
    await storage.orders.change(shop, orderId, () => ({ change: { order: record, deliveries }, result: null }));
    await redactShop(storage, shop);
    const left = await storage.orders.load(shop, orderId);
    expect(left.order !== null).toBe(isKept);
    expect(left.deliveries).toHaveLength(isKept ? deliveries.length : 0);
  });

  test('what is written while a shop is erased goes later, of no other shop, and not once it is back', async () => {
    const { storage, shop } = await opened();
    const { db } = storage;
    const gone = ['a-gone.myshopify.com', 'x-gone.myshopify.com', 'z-back.myshopify.com'] as ShopDomain[];
    for (const of of [...gone, shop, '']) {
      await sql`insert into webhook (shop, webhook_id, topic) values (${of}, 'w', 'orders/paid')`.execute(db);
      await db.insertInto('audit').values({ shop: of, actor: 'a', action: 'b', detail: 'c' }).execute();
      await storage.runs.ask(db, [{ shop: of as ShopDomain, orderId: '1' as OrderId, at: null }]);
    }
    expect((await shopsLeftBehind(db)).toSorted()).toEqual(gone);
    await installShop(storage, 'z-back.myshopify.com');
    for (const of of gone) await eraseLeftBehind(db, of);
    for (const table of ['webhook', 'audit', 'order_run'] as const) {
      const left = await db.selectFrom(table).select('shop').orderBy('shop').execute();
      expect(left.map(({ shop: of }) => of)).toEqual(['', shop, 'z-back.myshopify.com']);
    }
    expect(await shopsLeftBehind(db)).toEqual([]);
  });

  test('the older row of a renamed shop is erased, and the newer, which came back meanwhile, lives on', async () => {
    const { storage, shop } = await opened();
    const { shops } = storage;
    const renamed = await installShop(storage, 'renamed.myshopify.com');
    await shops.noteRenamed(shop, renamed);
    for (const row of [shop, renamed]) await uninstallShop(storage, row);
    await installShop(storage, renamed);
    await redactShop(storage, shop);
    await eraseAgain(storage);
    expect(await shops.everyShop()).toEqual([renamed]);
  });

  test('a renamed shop that comes back under its new name has its prefix again, of whichever row was erased last', async () => {
    const { storage, shop } = await opened();
    const { shops } = storage;
    const renamed = await installShop(storage, 'renamed.myshopify.com');
    const once = await installShop(storage, 'once.myshopify.com');
    for (const [row, prefix, to] of [
      [shop, 'OLD-', renamed],
      [renamed, 'NEW-', null],
      [once, 'ONE-', 'another.myshopify.com'],
    ] as const) {
      await shops.saveSettings(row, { ...defaultSettings, reference: { ...defaultSettings.reference, prefix } });
      await shops.noteRenamed(row, to);
      await uninstallShop(storage, row);
    }
    for (const row of [renamed, shop, once]) await redactShop(storage, row);
    for (const [name, prefix] of [
      [renamed, 'NEW-'],
      [shop, 'OLD-'],
      ['another.myshopify.com', 'ONE-'],
    ] as const) {
      const row = await installShop(storage, name);
      await eraseAgain(storage);
      await shops.describe(row, {
        ...{
          id: `of ${name}`,
          name,
          timeZone: 'Africa/Johannesburg',
          currency: 'ZAR',
          isDevelopment: false,
          scopes: [],
        },
      });
      expect((await shops.shop(row))?.settings.reference.prefix).toBe(prefix);
    }
  });

  test.each([
    ['before', -hourMs, false],
    ['after', hourMs, true],
  ])('of a closed store, one installed %s the moment it must be installed since', async (_when, afterMs, isKept) => {
    const { storage, shop } = await opened();
    const { installedAt } = (await storage.shops.shop(shop)) ?? {};
    await redactShop(storage, shop, new Date((installedAt ?? 0) - afterMs));
    expect((await storage.shops.shop(shop)) !== null).toBe(isKept);
  });
});

test('what was erased is read once to be erased again, however many shops there are', async () => {
  const storage = await openTestStorage('server');
  onTestFinished(() => storage.close());
  const { db } = storage;
  for (let index = 1; index <= 20; index += 1) await installShop(storage, `shop-${index}.myshopify.com`);
  const [shop, customerId] = ['shop-1.myshopify.com' as ShopDomain, '7001'];
  await redactOrders(storage, shop, [], customerId);
  // As a backup brings it back, in the one shop; in the other nobody of that number was erased.
  for (const known of [shop, 'shop-2.myshopify.com' as ShopDomain]) {
    const request = { key: '1', customerId, orderIds: [], requestedAt: new Date(Date.now() - 60_000) };
    expect(await recordDataRequest(db, known, request)).toBe('recorded');
  }
  const scans = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ scans: string }>`select pg_stat_get_numscans('erasure'::regclass) as scans`.execute(
      db,
    );
    return Number(rows[0]?.scans);
  };
  const before = await scans();
  await eraseAgain(storage);
  expect((await scans()) - before).toBe(1);
  const left = await db.selectFrom('data_request').select('shop').execute();
  expect(left.map(({ shop: of }) => of)).toEqual(['shop-2.myshopify.com']);
});
