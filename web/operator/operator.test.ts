import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { migrations, openStorage, type Storage } from '#storage/open-storage.ts';
import { freshServerDatabase } from '#testing/databases.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { runOperatorCommand as run } from './testing/run-command.ts';

/** Each command is a process of its own, which loads the app. */
const patient = { timeout: 240_000 };
const newKey = (id: string) => ({ id, secret: randomBytes(32) });
const written = (keys: readonly { id: string; secret: Buffer }[]): string =>
  keys.map(({ id, secret }) => `${id}:${secret.toString('base64')}`).join(',');

async function withStorage(
  place: Record<string, string>,
  keys: readonly { id: string; secret: Buffer }[],
  work: (storage: Storage) => Promise<unknown>,
): Promise<void> {
  const storage = await openStorage({
    ...{ url: place['DATABASE_URL'], dataDir: place['DATA_DIR'], encryption: { keys }, maxConnections: 2 },
    ...{ onError: () => undefined, log: () => undefined },
  });
  await work(storage).finally(() => storage.close());
}

const shops = Array.from({ length: 300 }, (_, at) => `shop-${String(at).padStart(3, '0')}.myshopify.com` as ShopDomain);

/** Shops that went and left a key behind; in turn, since who waits too long for a connection is refused. */
async function addShops({ db, shops: store }: Storage): Promise<void> {
  const rows = shops.map((shop) => ({ shop }));
  await db.insertInto('shop').values(rows).execute();
  for (const shop of shops) await store.saveKeys(shop, { live: `key-of-${shop}` });
}

test.each([
  ['embedded', () => Promise.resolve({ DATA_DIR: temporaryFolder() })],
  ['server', async () => ({ DATABASE_URL: await freshServerDatabase() })],
])('%s: keys are rotated and shops listed while the app serves', patient, async (_engine, makePlace) => {
  const place: Record<string, string> = await makePlace();
  const [old, fresh] = [newKey('old'), newKey('fresh')];
  await withStorage(place, [old], addShops);
  const env = { ...place, ENCRYPTION_KEYS: written([fresh, old]) };
  const world = await startTestWorld({ env: { ...env, ROLE: 'web' } });
  onTestFinished(() => world.close());

  const rotation = run('rotate-keys', env);
  const served: number[] = [];
  let isOver = false;
  void rotation.then(() => {
    isOver = true;
  });
  // Not as fast as can be: what asks without a rest takes the processor from what it asks beside.
  for (; !isOver; await pause(20)) served.push((await world.api('GET', '/api/settings')).status);

  expect(await rotation).toEqual({
    code: 0,
    json: { key: 'fresh', renewed: 302, left: {}, behind: [], oldKeysNeeded: false },
  });
  expect(new Set(served)).toEqual(new Set([200]));
  const listed = await run('shops', { ...place, ENCRYPTION_KEYS: written([fresh]) });
  expect(listed.code).toBe(0);
  expect(listed.json['shops']).toHaveLength(301);
  expect(listed.json['shops']).toContainEqual({
    ...{ domain: 'shop-000.myshopify.com', renamedTo: null, obstacle: 'not_installed', oldestDueOrder: null },
    ...{ needsAttention: 0, lastComparison: null, scopes: [] },
  });
  expect(JSON.stringify(listed.json)).not.toContain('key-of');
});

test('tables are made and added to without a start of the app, and without its keys', patient, async () => {
  const place = { DATABASE_URL: await freshServerDatabase() };
  const added = Object.keys(migrations);
  expect(await run('migrate', place)).toEqual({ code: 0, json: { added, addedByNewer: [] } });
  // Nothing has opened the database in between, which would add them itself.
  expect(await run('migrate', place)).toEqual({ code: 0, json: { added: [], addedByNewer: [] } });
  const newer = sql`insert into schema_migration values ('9999-newer', '')`;
  await withStorage(place, [newKey('k')], ({ db }) => newer.execute(db));
  expect(await run('migrate', place)).toEqual({ code: 0, json: { added: [], addedByNewer: ['9999-newer'] } });
  const embedded = { DATA_DIR: temporaryFolder() };
  expect(await run('migrate', embedded)).toEqual({ code: 0, json: { added, addedByNewer: [] } });
  expect(await run('migrate', embedded)).toEqual({ code: 0, json: { added: [], addedByNewer: [] } });
});

test(
  'what no key opens is named and the command fails; without the app the folder is opened itself',
  patient,
  async () => {
    const place = { DATA_DIR: temporaryFolder() };
    const [lost, kept] = [newKey('lost'), newKey('kept')];
    const shop = shops[0] as ShopDomain;
    await withStorage(place, [kept], ({ db }) => db.insertInto('shop').values({ shop }).execute());
    await withStorage(place, [lost, kept], ({ shops: store }) => store.saveKeys(shop, { live: 'key' }));
    expect(await run('rotate-keys', { ...place, ENCRYPTION_KEYS: written([kept]) })).toEqual({
      code: 1,
      json: { key: 'kept', renewed: 0, left: { shop: 1 }, behind: [], oldKeysNeeded: true },
    });
  },
);

test('the key that is lent to development stores is taken into account', patient, async () => {
  const place = { DATA_DIR: temporaryFolder() };
  const key = newKey('k');
  const settings = JSON.stringify({ automation: { testMode: true } });
  const row = {
    shop: 'dev.myshopify.com',
    development: true,
    settings,
    installed_at: new Date(),
    swept_at: new Date(),
  };
  await withStorage(place, [key], ({ db }) => db.insertInto('shop').values(row).execute());
  const env = { ...place, ENCRYPTION_KEYS: written([key]) };
  const listed = [await run('shops', env), await run('shops', { ...env, COURIER_TEST_API_KEY: 'lent' })];
  expect(listed.map(({ json }) => json)).toMatchObject(
    ['no_key', 'test_mode'].map((obstacle) => ({ shops: [{ obstacle }] })),
  );
});

test.each([
  ['no keys', { DATA_DIR: '/nowhere' }, 'ENCRYPTION_KEYS is missing'],
  [
    'no database',
    { DATA_DIR: '/nowhere', ENCRYPTION_KEYS: written([newKey('k')]) },
    'There is no database in /nowhere',
  ],
])('with %s it says so and creates nothing', async (_name, env, said) => {
  expect(await run('shops', env)).toEqual({ code: 1, json: { error: expect.stringContaining(said) } });
});
