import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { courierMode } from '#api-contract/settings.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import { openDatabase } from '#database/open-database.ts';
import { goodHealth } from '#deliveries/service-health.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { freshServerDatabase } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { ensureSecret } from '../app-secret.ts';
import { Cipher } from '../encryption.ts';
import { eraseAgain } from '../erase-again.ts';
import { migrations, openStorage, type Storage } from '../open-storage.ts';
import { migrateStorage } from '../operator/migrate.ts';
import { orderRecord } from '../panel/testing/seed-orders.ts';
import { redactOrders, redactShop } from '../redact.ts';
import type { Tables } from '../schema.ts';
import { installShop, openTestStorage, uninstallShop } from '../testing/engines.ts';
import { writeBackupFile } from './backup-file.ts';
import { dumpErasures, dumpRows } from './dump-rows.ts';
import { markHalfRestored } from './half-restored.ts';
import { restoreBackup } from './restore.ts';
import { loseCommit } from './testing/lose-commit.ts';

const [fresh, old] = ['fresh', 'old'].map((id) => ({ id, secret: randomBytes(32) }));
const keys = [fresh, old].filter((key) => key !== undefined);
const encryption = { keys };
const silent = { onError: () => undefined, log: () => undefined };
const cipher = new Cipher(encryption);

async function backupOfOneShop(): Promise<string> {
  const storage = await openTestStorage('server', { encryption });
  await installShop(storage, 'kept.myshopify.com');
  const file = join(temporaryFolder(), 'whole');
  await writeBackupFile(file, cipher, async (write) => void (await dumpRows(storage.db, write)));
  await storage.close();
  return file;
}

/** A server database as it is, with `known` migrations made. */
async function opened(url: string, known = {}) {
  const database = await openDatabase<Tables>({ url, migrations: known, maxConnections: 4 });
  onTestFinished(() => database.close());
  return database.db;
}

const restoreInto = (url: string, file: string) => restoreBackup({ url, dataDir: undefined, encryption }, file, null);
const open = async (url: string): Promise<void> =>
  (await openStorage({ url, dataDir: undefined, encryption, maxConnections: 2, ...silent })).close();

test('settings with signs that end a line elsewhere come back, from a whole backup and from erasures', async () => {
  const storage = await openTestStorage('server', { encryption });
  onTestFinished(() => storage.close());
  const shop = await installShop(storage, 'kept.myshopify.com');
  const folder = temporaryFolder();
  const tags = ['before\u2028after', 'a\u2029b'];
  const settings = { ...defaultSettings, automation: { ...defaultSettings.automation, includeTags: tags } };
  await storage.shops.saveSettings(shop, settings);
  for (const [name, dump] of Object.entries({ whole: dumpRows, after: dumpErasures }))
    await writeBackupFile(join(folder, name), cipher, async (write) => void (await dump(storage.db, write)));
  const url = await freshServerDatabase();
  await restoreBackup({ url, dataDir: undefined, encryption }, join(folder, 'whole'), join(folder, 'after'));
  const restored = await openTestStorage('server', { url, encryption });
  onTestFinished(() => restored.close());
  expect((await restored.shops.shop(shop))?.settings.automation.includeTags).toEqual(tags);
});

test('rows that are large stand on lines that PostgreSQL takes as one value each, and come back', async () => {
  const storage = await openTestStorage('server', { encryption });
  onTestFinished(() => storage.close());
  const shop = await installShop(storage, 'kept.myshopify.com');
  const large = 3_000_000;
  for (let index = 0; index < 12; index += 1) {
    const received = { shop, webhookId: `w${index}`, topic: 'orders/paid', triggeredAt: null, unusable: null };
    await storage.inbox.receive({ ...received, body: randomBytes(index < 8 ? large : 10) });
  }
  const lengths: number[] = [];
  const file = join(temporaryFolder(), 'whole');
  await writeBackupFile(file, cipher, async (write) => {
    await dumpRows(storage.db, (line) => {
      lengths.push(line.length);
      return write(line);
    });
  });
  expect(lengths.filter((length) => length > 2 * large).length).toBeGreaterThan(1);
  expect(Math.max(...lengths)).toBeLessThan(6 * large);
  const url = await freshServerDatabase();
  await restoreInto(url, file);
  const restored = await openTestStorage('server', { url, encryption });
  onTestFinished(() => restored.close());
  const rows = async ({ db }: Storage) =>
    (await sql`select webhook_id, md5(payload_sealed) from webhook order by webhook_id`.execute(db)).rows;
  expect(await rows(restored)).toEqual(await rows(storage));
}, 60_000);

test('a restore that cannot be done leaves the database as empty as it was, and can be tried again', async () => {
  const storage = await openTestStorage('server', { encryption: { keys: keys.slice(1) } });
  onTestFinished(() => storage.close());
  await installShop(storage, 'kept.myshopify.com');
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  for (const [name, dump] of [
    ['before', dumpErasures],
    ['whole', dumpRows],
    ['after', dumpErasures],
  ] as const) {
    await writeBackupFile(at(name), cipher, async (write) => {
      await dump(storage.db, write);
    });
  }
  writeFileSync(at('cut'), 'cut');
  const url = await freshServerDatabase();
  const restore = (erasures: string | null, by = keys) =>
    restoreBackup({ url, dataDir: undefined, encryption: { keys: by } }, at('whole'), erasures && at(erasures));

  await expect(restore('nowhere')).rejects.toThrow('nowhere');
  await expect(restore('cut')).rejects.toThrow('no backup of this app');
  await expect(restore('whole')).rejects.toThrow('not one of erasures');
  await expect(restore('before')).rejects.toThrow('older than the backup');
  await expect(restore(null, keys.slice(0, 1))).rejects.toThrow('none of these keys');
  expect(await restore('after')).toMatchObject({ shops: 1, erasuresUntil: expect.any(String) });
  await expect(restore('after')).rejects.toThrow('in use');
  const restored = await openTestStorage('server', { url, encryption: { keys } });
  onTestFinished(() => restored.close());
  const { rows } = await sql`select reltuples from pg_class where relname = 'shop'`.execute(restored.db);
  expect(rows, 'the database is told of its new rows').toEqual([{ reltuples: 1 }]);
});

/** Holds a table, so that whoever comes to it waits, until what is returned is called. */
async function hold(url: string, table: string): Promise<() => Promise<void>> {
  const trx = await (await opened(url)).startTransaction().execute();
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
  return () => trx.commit().execute();
}

test('a second restore beside one under way is refused, and leaves its mark', async () => {
  const file = await backupOfOneShop();
  const url = await freshServerDatabase();
  const db = await opened(url, migrations);
  // Of the lock table: a process that has just been given a lock is listed as waiting for a while elsewhere.
  const waitsFor = async (table: string) => {
    const { rows } = await sql`select from pg_locks where relation = ${table}::regclass and not granted`.execute(db);
    return rows.length > 0;
  };
  const release = { shop: await hold(url, 'shop'), erasure: await hold(url, 'erasure') };
  const first = restoreInto(url, file);
  await vi.waitUntil(() => waitsFor('shop'), { timeout: 30_000, interval: 20 });
  await expect(restoreInto(url, file)).rejects.toThrow('Another restore into this database runs');
  await release.shop();
  await vi.waitUntil(() => waitsFor('erasure'), { timeout: 30_000, interval: 20 });
  await expect(open(url)).rejects.toThrow('has not ended');
  await expect(restoreInto(url, file)).rejects.toThrow('it still runs, or it was cut short');
  await release.erasure();
  expect(await first).toMatchObject({ shops: 1 });
  await open(url);
});

test('a restore that did not hear that its rows are there leaves its mark', async () => {
  const file = await backupOfOneShop();
  const url = await freshServerDatabase();
  await expect(restoreInto(await loseCommit(url, 'jsonb_populate_recordset'), file)).rejects.toThrow();
  await expect(open(url)).rejects.toThrow('has not ended');
  await expect(restoreInto(url, file)).rejects.toThrow('drop the database');
});

test('rows of an older version meet no newer tables, and no migration passes them by', async () => {
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0070'));
  const from = await opened(await freshServerDatabase(), older);
  await ensureSecret(from, cipher, 'account');
  const file = join(temporaryFolder(), 'older');
  await writeBackupFile(file, cipher, async (write) => void (await dumpRows(from, write)));

  const cutShort = await freshServerDatabase();
  const db = await opened(cutShort, older);
  await markHalfRestored(db, cipher);
  await expect(open(cutShort)).rejects.toThrow('has not ended');
  await expect(migrateStorage({ url: cutShort, dataDir: undefined })).rejects.toThrow('has not ended');
  const made = await db
    .selectFrom('schema_migration' as 'shop')
    .select(sql<string>`name`.as('name'))
    .execute();
  expect(made.map(({ name }) => name)).toEqual(Object.keys(older));
  expect(await restoreInto(cutShort, file)).toMatchObject({ shops: 0 });

  const migrated = await freshServerDatabase();
  await migrateStorage({ url: migrated, dataDir: undefined });
  await expect(restoreInto(migrated, file)).rejects.toThrow(/0070-waits-for.*drop the database/);
  await open(migrated);
});

test('a table whose statistics cannot be taken keeps no restore from its end', async () => {
  const file = await backupOfOneShop();
  const url = await freshServerDatabase();
  const db = await opened(url, migrations);
  await sql`create statistics fails on (1 / (length(shop) - 18)), installed_at from shop`.execute(db);
  expect(await restoreInto(url, file)).toMatchObject({ shops: 1 });
  await open(url);
});

test('what was erased is erased again without a limit of time, by a database that knows its new rows', async () => {
  const file = await backupOfOneShop();
  const url = await freshServerDatabase();
  const db = await opened(url, migrations);
  await sql`create schema watch`.execute(db);
  await sql`create table watch.erasing (statement text, rows int4)`.execute(db);
  await sql`create function note() returns trigger language plpgsql as $$ begin
    insert into watch.erasing select current_setting('statement_timeout'), reltuples from pg_class where relname = 'shop';
    return null; end $$`.execute(db);
  await sql`create trigger note before delete on attempt for each statement execute function note()`.execute(db);
  await restoreInto(url, file);
  expect((await sql`select * from watch.erasing`.execute(db)).rows).toEqual([{ statement: '0', rows: 1 }]);
});

test('no shop waits for a comparison or a renewal of tokens that was under way in the installation that was backed up', async () => {
  const storage = await openTestStorage('server', { encryption });
  onTestFinished(() => storage.close());
  const shop = await installShop(storage, 'kept.myshopify.com');
  await storage.sweeps.startSweep(shop, 120_000);
  await storage.tokens.lease(shop, 120_000);
  const file = join(temporaryFolder(), 'whole');
  await writeBackupFile(file, cipher, async (write) => void (await dumpRows(storage.db, write)));
  const url = await freshServerDatabase();
  await restoreInto(url, file);
  const restored = await openTestStorage('server', { url, encryption });
  onTestFinished(() => restored.close());
  expect(await restored.sweeps.startSweep(shop, 1_000)).not.toBeNull();
  expect(await restored.tokens.lease(shop, 1_000)).not.toBeNull();
});

test('the keys of a merchant who uninstalled after the backup stay away, also after a reinstall', async () => {
  const storage = await openTestStorage('server', { encryption });
  onTestFinished(() => storage.close());
  const names = ['left', 'came-back', 'stayed'].map((name) => `${name}.myshopify.com`);
  for (const name of names) {
    const shop = await installShop(storage, name);
    for (const mode of courierMode.options)
      await storage.shops.saveKeys(shop, { [mode]: `some-${mode}-key-of-${shop}` });
    await storage.shops.changeHealth(shop, 'live', () => ({ health: { ...goodHealth, hold: 'key' }, result: null }));
  }
  const [whole, since] = ['whole', 'since'].map((name) => join(temporaryFolder(), name)) as [string, string];
  await writeBackupFile(whole, cipher, async (write) => void (await dumpRows(storage.db, write)));
  for (const name of names.slice(0, 2)) await uninstallShop(storage, name as ShopDomain);
  await installShop(storage, 'came-back.myshopify.com');
  await writeBackupFile(since, cipher, async (write) => void (await dumpErasures(storage.db, write)));

  const url = await freshServerDatabase();
  await restoreBackup({ url, dataDir: undefined, encryption }, whole, since);
  const restored = await openTestStorage('server', { url, encryption });
  onTestFinished(() => restored.close());
  const known = async (table: 'shop' | 'gate') =>
    (await restored.db.selectFrom(table).selectAll().execute()) as object[];
  const keys = (await known('shop')).map((row) =>
    Object.entries(row).filter(([column]) => /^(live|test)_/.test(column)),
  );
  expect(keys.map((columns) => columns.filter(([, value]) => value !== null).length).toSorted()).toEqual([0, 0, 6]);
  expect((await restored.shops.shop('stayed.myshopify.com' as ShopDomain))?.accounts.live).not.toBeNull();
  expect(await known('gate')).toMatchObject([{ shop: 'stayed.myshopify.com', state: { hold: 'key' } }]);
});

/** A shop with an order that has ended and one that waits, backed up, then erased before or after it was installed again; restored. */
async function cameBack(isWhole: boolean, wasErased = false) {
  const storage = await openTestStorage('server', { encryption });
  onTestFinished(() => storage.close());
  const { db, orders, shops } = storage;
  const shop = await installShop(storage, 'back.myshopify.com');
  if (wasErased) {
    await uninstallShop(storage, shop);
    await redactShop(storage, shop);
    await sql`update erasure set at = now() - interval '5 hours', whole_at = now() - interval '5 hours'`.execute(db);
    await installShop(storage, shop);
  }
  const { reference, notifications } = defaultSettings;
  await shops.saveSettings(shop, {
    ...{ ...defaultSettings, reference: { ...reference, prefix: 'B-' } },
    notifications: { ...notifications, email: 'staff@shop.example' },
  });
  await sql`update shop set name = 'Back', installed_at = now() - interval '2 hours'`.execute(db);
  for (const [index, state] of (['skipped', 'needs_attention'] as const).entries()) {
    const order = { ...orderRecord(shop, index), state };
    await orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
  }
  await sql`update shop_order set first_seen_at = now() - interval '1 hour'`.execute(db);
  const [whole, since] = ['whole', 'since'].map((name) => join(temporaryFolder(), name)) as [string, string];
  await writeBackupFile(whole, cipher, async (write) => void (await dumpRows(db, write)));
  await uninstallShop(storage, shop);
  if (isWhole) await redactShop(storage, shop);
  await installShop(storage, shop);
  if (!isWhole) await redactShop(storage, shop);
  await redactOrders(storage, shop, [orderRecord(shop, 2).orderId], null);
  await writeBackupFile(since, cipher, async (write) => void (await dumpErasures(db, write)));
  const { installedAt } = (await shops.shop(shop)) ?? {};
  const url = await freshServerDatabase();
  await restoreBackup({ url, dataDir: undefined, encryption }, whole, since);
  const restored = await openTestStorage('server', { url, encryption });
  onTestFinished(() => restored.close());
  await eraseAgain(restored);
  return { restored, shop, installedAt };
}

test.each([
  ['before', true, false, [false, false], null],
  ['after', false, false, [false, true], 'staff@shop.example'],
  ['once, and in part after', false, true, [false, true], 'staff@shop.example'],
])(
  'security 12: what was erased %s a shop came back stays erased, and the shop goes on',
  async (_when, isWhole, wasErased, kept, email) => {
    const { restored, shop, installedAt } = await cameBack(isWhole, wasErased);
    const left = await Promise.all([0, 1].map((index) => restored.orders.load(shop, orderRecord(shop, index).orderId)));
    expect(left.map(({ order }) => order !== null)).toEqual(kept);
    expect(await restored.shops.shop(shop)).toMatchObject({
      ...{ name: 'Back', installedAt, uninstalledAt: null, reconnect: false },
      settings: { reference: { prefix: 'B-' }, notifications: { email } },
    });
    expect(await restored.tokens.load(shop)).not.toBeNull();
    const tombstones = await restored.db.selectFrom('redaction').select('order_id').execute();
    expect(tombstones).toEqual([{ order_id: orderRecord(shop, 2).orderId }]);
  },
);

/** Restores a backup into which a shop was installed later, of which the file of erasures says this. */
async function installedSince(change: (storage: Storage, shop: ShopDomain) => Promise<unknown>) {
  const storage = await openTestStorage('server', { encryption });
  onTestFinished(() => storage.close());
  await installShop(storage, 'old.myshopify.com');
  const [whole, since] = ['whole', 'since'].map((name) => join(temporaryFolder(), name)) as [string, string];
  await writeBackupFile(whole, cipher, async (write) => void (await dumpRows(storage.db, write)));
  const shop = await installShop(storage, 'new.myshopify.com');
  await storage.shops.saveKeys(shop, { live: 'some-key-of-new' });
  const { installedAt } = (await storage.shops.shop(shop)) ?? {};
  await change(storage, shop);
  await writeBackupFile(since, cipher, async (write) => void (await dumpErasures(storage.db, write)));
  const url = await freshServerDatabase();
  const { newShops } = await restoreBackup({ url, dataDir: undefined, encryption }, whole, since);
  const restored = await openTestStorage('server', { url, encryption });
  onTestFinished(() => restored.close());
  return { newShops, restored, shop, installedAt };
}

test('a shop that was installed after the backup is there with its settings, and without its keys', async () => {
  const { reference } = defaultSettings;
  const own = { ...defaultSettings, reference: { ...reference, prefix: 'N-' } };
  const { newShops, restored, shop, installedAt } = await installedSince(async ({ shops }, added) => {
    const facts = { name: 'New', timeZone: 'Europe/London', currency: 'GBP', isDevelopment: true };
    await shops.describe(added, { ...facts, id: '7', scopes: ['read_orders'] });
    await shops.saveSettings(added, own);
  });
  expect(newShops).toEqual([shop]);
  expect(await restored.shops.shop(shop)).toMatchObject({
    ...{ name: 'New', timeZone: 'Europe/London', currency: 'GBP', installedAt, uninstalledAt: null, reconnect: false },
    ...{ settings: own, accounts: { live: null, test: null } },
  });
  expect(await restored.shops.shopsToSweep(0)).toContain(shop);
  expect(await restored.tokens.load(shop)).toMatchObject({ accessToken: `access-of-${shop}` });
  const [webhookId, topic, body] = ['w1', 'orders/paid', Buffer.from('{"id":1}')];
  const received = { shop, webhookId, topic, triggeredAt: null, unusable: null, body };
  expect(await restored.inbox.receive(received)).toBe('stored');
});

test.each<[string, (storage: Storage, shop: ShopDomain) => Promise<unknown>, string[]]>([
  ['whose merchant uninstalled the app again is left out', (storage, shop) => uninstallShop(storage, shop), []],
  [
    'whose settings are of another form is described anew',
    ({ db }, shop) =>
      db.updateTable('shop').set({ name: 'New', settings: '{"reference":7}' }).where('shop', '=', shop).execute(),
    ['new.myshopify.com'],
  ],
])('a shop that was installed after the backup and %s', async (_what, change, expected) => {
  const { newShops, restored, shop } = await installedSince(change);
  expect(newShops).toEqual(expected);
  expect((await restored.shops.shop(shop))?.name ?? null).toBeNull();
});
