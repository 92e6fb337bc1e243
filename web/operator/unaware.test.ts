import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '#runtime/app-process.ts';
import { Cipher } from '#storage/encryption.ts';
import { openStorage } from '#storage/open-storage.ts';
import { reencryptStale } from '#storage/re-encrypt.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { freshServerDatabase, migratedServerDatabase } from '#testing/databases.ts';
import { demoShop } from '#testing/local-world.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { ask } from './ask.ts';
import { runOperatorCommand as run } from './testing/run-command.ts';

const patient = { timeout: 240_000 };
const newKey = (id: string) => ({ id, secret: randomBytes(32) });
const written = (...keys: { id: string; secret: Buffer }[]): string =>
  keys.map(({ id, secret }) => `${id}:${secret.toString('base64')}`).join(',');
const [old, fresh] = [newKey('old'), newKey('fresh')];

test('keys are not rotated while a process lives that lacks the new one; it is named', patient, async () => {
  const place = { DATABASE_URL: await freshServerDatabase() };
  const world = await startTestWorld({ env: { ...place, ENCRYPTION_KEYS: written(old), ROLE: 'web' } });
  onTestFinished(() => world.close());
  const rotate = () => run('rotate-keys', { ...place, ENCRYPTION_KEYS: written(fresh, old) });
  const name = new RegExp(`${process.pid}\\. Start them again`);
  expect(await rotate()).toEqual({ code: 1, json: { error: expect.stringMatching(name) } });
  expect((await world.api('GET', '/api/settings')).status).toBe(200);
});

test(
  'the old key counts as needed while a process lives that still encrypts with it; it is named',
  patient,
  async () => {
    const place = { DATABASE_URL: await freshServerDatabase() };
    const env = { ...place, ENCRYPTION_KEYS: written(old, fresh), ROLE: 'web' };
    const world = await startTestWorld({ env, unjudged: 'its app is stopped' });
    onTestFinished(() => world.close());
    const rotate = () => run('rotate-keys', { ...place, ENCRYPTION_KEYS: written(fresh, old) });
    const still = { left: {}, behind: [expect.stringMatching(new RegExp(`/${process.pid}$`))], oldKeysNeeded: true };
    expect(await rotate()).toMatchObject({ code: 1, json: still });
    expect((await world.api('PUT', '/api/settings', { courier: { apiKey: 'written-with-old' } })).status).toBe(200);
    await world.app.stop(2_000);
    const done = { renewed: expect.any(Number), left: {}, behind: [], oldKeysNeeded: false };
    expect(await rotate()).toMatchObject({ code: 0, json: done });
  },
);

test('a command may take ten minutes for a statement, which the app may not', patient, async () => {
  const DATABASE_URL = await migratedServerDatabase();
  const open = (keys: (typeof old)[]) =>
    openStorage({
      ...{ url: DATABASE_URL, dataDir: undefined, encryption: { keys }, maxConnections: 1 },
      ...{ onError: () => undefined, log: () => undefined },
    });
  const { db, close } = await open([old]);
  onTestFinished(close);
  await sql`create table noted (statement text)`.execute(db);
  await sql`create function note() returns trigger language plpgsql as
    $$ begin insert into noted values (current_setting('statement_timeout')); return null; end $$`.execute(db);
  await sql`create trigger note after update on app_secret for each statement execute function note()`.execute(db);
  await sql`update app_secret set name = name`.execute(db);
  await ask({ DATABASE_URL, ENCRYPTION_KEYS: written(fresh, old) }, 'rotate-keys');
  const { rows } = await sql<{ statement: string }>`select distinct statement from noted order by 1`.execute(db);
  expect(rows.map(({ statement }) => statement)).toEqual(['10min', '30s']);
});

test('where the app itself rotates, it must encrypt with the key that the operator names', patient, async () => {
  const place = { DATA_DIR: temporaryFolder() };
  const world = await startTestWorld({ env: { ...place, ENCRYPTION_KEYS: written(old) } });
  onTestFinished(() => world.close());
  expect(await run('rotate-keys', { ...place, ENCRYPTION_KEYS: written(fresh, old) })).toEqual({
    code: 1,
    json: { error: expect.stringContaining('encrypts with the key "old", not with "fresh"') },
  });
});

test('a process without the new key says so, answers 503, and loses nothing', patient, async () => {
  const place = { DATABASE_URL: await freshServerDatabase() };
  const world = await startTestWorld({
    env: { ...place, ENCRYPTION_KEYS: written(old) },
    unjudged: 'its app is stopped, and another serves in its place',
  });
  onTestFinished(() => world.close());
  const { storage, config } = world.app.context;
  const ready = async () => (await fetch(`${world.appUrl}/readyz`)).json() as Promise<Record<string, unknown>>;
  expect(await ready()).toMatchObject({ keys: true });
  await reencryptStale(storage.db, new Cipher({ keys: [fresh, old] }), 1_000);

  expect(await ready()).toMatchObject({
    status: 'not_ready',
    keys: false,
    why: expect.arrayContaining([expect.stringContaining('ENCRYPTION_KEYS')]),
  });
  expect(await world.api('GET', '/api/settings')).toMatchObject({
    status: 503,
    body: { type: 'urn:same-day-delivery:problem:unavailable', nextStep: 'Try again in a moment.' },
  });
  const order = world.store.addOrder(demoShop, orderKinds.paid());
  await world.store.webhooksSettled();
  const runs = storage.db.selectFrom('order_run').select('failures').where('order_id', '=', order.id);
  await vi.waitFor(async () => expect((await runs.executeTakeFirst())?.failures).toBeGreaterThan(2), {
    timeout: 60_000,
    interval: 100,
  });

  // Another process in its place, as after a restart with both keys.
  await world.app.stop(2_000);
  const app = await startApp({ ...config, encryption: { keys: [fresh, old] } });
  onTestFinished(() => app.stop(2_000));
  await world.orderUntil(order.id, ({ state, deliveries }) => state === 'placed' && deliveries.length === 1);
  expect(await ready()).toMatchObject({ keys: true });
});
