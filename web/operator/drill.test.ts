import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type AppProcess, startApp } from '#runtime/app-process.ts';
import { openStorage, type Storage } from '#storage/open-storage.ts';
import { decryptEnvelopes, dumpTables } from '#storage/testing/dump.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { freshServerDatabase } from '#testing/databases.ts';
import { freePort } from '#testing/free-port.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { runOperatorCommand } from './testing/run-command.ts';

const goneShop = 'leaving-shop.myshopify.com';
const soon = { timeout: 30_000, interval: 50 };
const secret = randomBytes(32);
const encryption = { keys: [{ id: 'k', secret }] };
const ENCRYPTION_KEYS = `k:${secret.toString('base64')}`;

const run = (name: string, typed: string[], env: Record<string, string>) =>
  runOperatorCommand(name, { ...env, ENCRYPTION_KEYS }, typed);

const orderOf = (person: string) => {
  const { shippingAddress } = orderKinds.paid();
  const customer = { firstName: `First${person}`, lastName: `Last${person}`, email: `${person}@example.com` };
  return orderKinds.paid({ customer, shippingAddress: { ...shippingAddress, address1: `1 Street${person} Road` } });
};

async function withStorage<T>(place: Record<string, string>, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage({
    ...{ url: place['DATABASE_URL'], dataDir: place['DATA_DIR'], encryption, maxConnections: 2, migrate: false },
    ...{ onError: () => undefined, log: () => undefined },
  });
  return work(storage).finally(() => storage.close());
}

/** All that is stored, encrypted values opened. */
const everything = (place: Record<string, string>) =>
  withStorage(place, async ({ db }) => {
    const dump = await dumpTables(db);
    return `${dump}\n${decryptEnvelopes(dump, encryption)}`.toLowerCase();
  });

const places = {
  embedded: () => Promise.resolve({ DATA_DIR: join(temporaryFolder(), 'data') }),
  server: async () => ({ DATABASE_URL: await freshServerDatabase() }),
};

/** Erases the person and the shop at Shopify's word, and has one more order, all after the backup. */
async function lifeGoesOn(world: LocalWorld, person: string): Promise<string> {
  const { db } = world.app.context.storage;
  const count = async (table: 'shop' | 'redaction') =>
    Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n);
  world.store.redactCustomer(demoShop, person);
  world.store.uninstall(goneShop);
  await vi.waitFor(async () => {
    const row = await db.selectFrom('shop').select('uninstalled_at').where('shop', '=', goneShop).executeTakeFirst();
    expect(row?.uninstalled_at).not.toBeNull();
  }, soon);
  world.store.redactShop(goneShop);
  await vi.waitFor(async () => expect([await count('shop'), await count('redaction')]).toEqual([1, 1]), soon);
  const later = world.store.addOrder(demoShop, orderOf('Later'));
  await world.orderUntil(later.id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  return later.id;
}

test.each([
  ['embedded', 'server'],
  ['server', 'embedded'],
] as const)(
  'security 12: what was erased since stays erased when a backup of %s is restored on %s',
  async (from, to) => {
    const place: Record<string, string> = await places[from]();
    const folder = temporaryFolder();
    const world = await startTestWorld({
      env: { ...place, ENCRYPTION_KEYS },
      unjudged: 'its app is stopped, and lives on in another database',
      store: {
        shops: [demoShop, goneShop].map((domain) => ({
          ...{ domain, name: `Name of ${domain}`, ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' },
        })),
      },
    });
    onTestFinished(() => world.close());
    await world.api(
      'PUT',
      '/api/settings',
      { courier: { apiKey: 'live-key-0001' }, reference: { prefix: 'G-' } },
      goneShop,
    );
    const [kept, erased] = ['Kept', 'Erased'].map((person) => world.store.addOrder(demoShop, orderOf(person)));
    for (const order of [kept, erased]) {
      await world.orderUntil(order?.id ?? '', ({ deliveries }) => deliveries[0]?.noteWritten === true);
    }
    await world.store.sendWebhook(demoShop, { body: `no JSON, but it names LastErased and ${erased?.id}` });
    const customerId = world.store.order(demoShop, erased?.id ?? '').customerId ?? '';
    await world.store.sendWebhook(demoShop, { body: `no JSON either: FirstErased is ${customerId}` });
    await vi.waitFor(async () => {
      const { rows } = await sql`select from webhook where state = 'quarantined'`.execute(world.app.context.storage.db);
      expect(rows).toHaveLength(2);
    }, soon);

    const [whole, erasures] = [join(folder, 'whole'), join(folder, 'erasures')];
    expect(await run('backup', [whole], place)).toMatchObject({ code: 0, json: { kind: 'whole', key: 'k' } });
    expect((await stat(whole)).mode & 0o777).toBe(0o600);
    expect((await readFile(whole)).includes('myshopify')).toBe(false);
    const later = await lifeGoesOn(world, customerId);
    expect(await run('backup', ['--erasures', erasures], place)).toMatchObject({ code: 0, json: { kind: 'erasures' } });

    expect(await run('restore', [whole], place)).toMatchObject({
      code: 1,
      json: { error: expect.stringMatching(/use/) },
    });
    const unaware: Record<string, string> = await places[to]();
    expect(await run('restore', [whole], unaware)).toMatchObject({ code: 0, json: { shops: 2, erasuresUntil: null } });
    expect((await everything(unaware)).includes('lasterased')).toBe(true);

    const restored: Record<string, string> = await places[to]();
    expect(await run('restore', [whole, '--erasures', erasures], restored)).toMatchObject({
      code: 0,
      json: { shops: 1 },
    });
    const stored = await everything(restored);
    const erasedWords = ['firsterased', 'lasterased', 'streeterased', 'erased@example.com', goneShop];
    expect(erasedWords.filter((word) => stored.includes(word))).toEqual([]);
    expect(stored.includes('streetkept')).toBe(true);

    // The old installation ends; the restored one goes on with the newer tokens, and finds what it does not know.
    const { config } = world.app.context;
    await world.app.stop(2_000);
    const port = await freePort();
    const sent = (await world.placements()).length;
    const app = await startApp({
      ...{ ...config, port, appUrl: `http://127.0.0.1:${port}` },
      database: { url: restored['DATABASE_URL'], dataDir: restored['DATA_DIR'] ?? '', maxConnections: 8 },
    });
    onTestFinished(() => app.stop(2_000));
    await vi.waitFor(async () => expect((await stateOf(app, later))?.state).toBe('placed'), soon);
    expect((await stateOf(app, kept?.id ?? ''))?.state).toBe('placed');
    const again = (await world.placements()).slice(sent).map((body) => body['order_reference']);
    expect(new Set(again).size).toBeLessThanOrEqual(1);
    expect(world.store.tokenRequests(demoShop).filter(({ status }) => status === 400)).toEqual([]);
  },
  180_000,
);

const stateOf = (app: AppProcess, orderId: string) =>
  app.context.storage.db.selectFrom('shop_order').select('state').where('order_id', '=', orderId).executeTakeFirst();
