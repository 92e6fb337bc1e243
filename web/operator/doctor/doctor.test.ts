import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openStorage } from '#storage/open-storage.ts';
import { freshServerDatabase } from '#testing/databases.ts';
import { freePort } from '#testing/free-port.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { startTestWorld } from '#testing/test-world.ts';
import type { Facts } from '../inspect.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';
import type { Machine } from './machine.ts';
import { examineShops } from './shops.ts';

const encryptionKeys = `k:${randomBytes(32).toString('base64')}`;
let world: LocalWorld;
let env: Record<string, string>;
let closedPort: number;

beforeAll(async () => {
  const url = await freshServerDatabase();
  world = await startTestWorld({ testTwin: true, env: { DATABASE_URL: url, ENCRYPTION_KEYS: encryptionKeys } });
  closedPort = await freePort();
  const { shopify } = world.app.context.config;
  env = {
    ...{ SHOPIFY_API_KEY: shopify.apiKey, SHOPIFY_API_SECRET: shopify.apiSecret, SHOPIFY_APP_URL: world.appUrl },
    ...{ DATABASE_URL: url, ENCRYPTION_KEYS: encryptionKeys, SHOPIFY_ADMIN_ORIGIN: world.store.url },
    ...{ COURIER_BASE_URL: world.courier.url, COURIER_TEST_BASE_URL: world.courierTest?.url ?? '' },
  };
}, 180_000);
afterAll(() => world.close());

test('of the embedded database no role is asked for: it has none', async () => {
  const place = { DATABASE_URL: '', DATA_DIR: join(temporaryFolder(), 'data') };
  const storage = await openStorage({
    ...{ url: undefined, dataDir: place.DATA_DIR, maxConnections: 2, onError: () => undefined, log: () => undefined },
    encryption: { keys: [{ id: 'k', secret: Buffer.from(encryptionKeys.slice(2), 'base64') }] },
  });
  await storage.close();
  const found = await examine({ ...env, ...place }, wellKept());
  expect(found.map(({ check }) => check)).toContain('encryption_keys');
  expect(found.map(({ check }) => check)).not.toContain('database_rights');
});

/** A folder with a built panel and a toml of this app. */
function wellKept(): Machine {
  const folder = temporaryFolder();
  const toml = `client_id = "${env['SHOPIFY_API_KEY']}"\napplication_url = "${env['SHOPIFY_APP_URL']}"\n`;
  writeFileSync(join(folder, 'shopify.app.toml'), toml);
  writeFileSync(join(folder, 'index.html'), '');
  return {
    ...{ nodeVersion: '24.0.0', projectFolder: folder, panelFolder: folder },
    ...{ freeBytes: () => Promise.resolve(5e9), now: () => Date.now() },
  };
}

/** With the extension as it comes: its address was left as it is. */
function withForgottenAddress({ projectFolder }: Machine): Partial<Machine> {
  const folder = join(projectFolder, 'extensions', 'flow-trigger-used');
  mkdirSync(folder, { recursive: true });
  const name = 'shopify.extension.toml';
  copyFileSync(new URL(`../../../extensions/flow-trigger-used/${name}`, import.meta.url), join(folder, name));
  return {};
}

test('what Shopify says of its API is told, with what to do', async () => {
  onTestFinished(() => world.store.faults.clear());
  const ofApi = async () => (await examine(env, wellKept())).filter(({ check }) => check === 'shopify_api');
  expect(await ofApi()).toMatchObject([{ status: 'ok' }]);
  world.store.faults.apiVersion('2027-01');
  world.store.faults.deprecated('https://shopify.dev/changelog/shops-move-on');
  expect(await ofApi()).toMatchObject([
    { status: 'problem', what: expect.stringContaining('2027-01'), todo: 'Update the app.' },
    { status: 'warning', what: expect.stringContaining('/shops-move-on') },
  ]);
});

interface Planted {
  env?: (env: Record<string, string>) => Record<string, string | undefined>;
  machine?: (machine: Machine) => Partial<Machine>;
  /** Run on the database before, and taken back after. */
  sql?: string;
  undo?: string;
}

const nowhere = () => `http://127.0.0.1:${closedPort}`;
const inDatabase = (change: (url: URL) => void) => (given: Record<string, string>) => {
  const url = new URL(given['DATABASE_URL'] ?? '');
  change(url);
  return { DATABASE_URL: url.href };
};
const ofShop = (assignment: string) => `update shop set ${assignment} where shop = '${demoShop}'`;

const planted: readonly (readonly [string, string, Planted])[] = [
  ['a variable that is missing', 'environment', { env: () => ({ ENCRYPTION_KEYS: undefined }) }],
  ['a profile that cannot be read', 'environment', { env: () => ({ COURIER_PROFILE: '/nowhere.json' }) }],
  ['a database server that is down', 'database', { env: inDatabase((url) => (url.port = String(closedPort))) }],
  ['a database that is not there', 'database', { env: inDatabase((url) => (url.pathname = '/nowhere')) }],
  [
    'a database of before',
    'database_version',
    {
      sql: `update schema_migration set name = '0000-flow' where name = '0015-flow-run'`,
      undo: `update schema_migration set name = '0015-flow-run' where name = '0000-flow'`,
    },
  ],
  [
    'a database without room for another row',
    'database',
    {
      sql: `create function full_disk() returns trigger language plpgsql as $$begin raise exception using errcode = '53100';end$$; create trigger full_disk before insert on webhook execute function full_disk()`,
      undo: 'drop function full_disk() cascade',
    },
  ],
  [
    'a role that may not write',
    'database_rights',
    {
      env: inDatabase((url) => url.searchParams.set('options', '-c role=doctor_reader')),
      sql: 'create role doctor_reader; grant usage on schema public to doctor_reader; grant select on all tables in schema public to doctor_reader; grant insert on app_secret to doctor_reader',
      undo: 'drop owned by doctor_reader; drop role doctor_reader',
    },
  ],
  [
    'keys of another installation',
    'encryption_keys',
    { env: () => ({ ENCRYPTION_KEYS: `k:${randomBytes(32).toString('base64')}` }) },
  ],
  [
    'a value that no key opens',
    'encryption_keys',
    {
      sql: ofShop(`test_key_sealed = '1.lost.xxxx', test_account = 'lost'`),
      undo: ofShop('test_key_sealed = null, test_account = null'),
    },
  ],
  ['a client secret of another app', 'shopify_client', { env: () => ({ SHOPIFY_API_SECRET: 'x'.repeat(32) }) }],
  [
    'a token that Shopify refuses',
    'shop_token',
    { sql: ofShop('reconnect = true'), undo: ofShop('reconnect = false') },
  ],
  [
    'a scope that was not granted',
    'shop_scopes',
    { sql: ofShop(`scope = replace(scope, ',read_products', '')`), undo: ofShop(`scope = scope || ',read_products'`) },
  ],
  [
    'webhooks that do not arrive',
    'shop_webhooks',
    {
      sql: `insert into webhook (shop, webhook_id, topic, state) select '${demoShop}', 'doctor/' || n, 'sweep/paid', 'done' from generate_series(1, 9) n`,
      undo: `delete from webhook where webhook_id like 'doctor/%'`,
    },
  ],
  ['a service that is down', 'service', { env: () => ({ COURIER_BASE_URL: nowhere() }) }],
  ['a service that is another one', 'service', { env: ({ SHOPIFY_ADMIN_ORIGIN: url }) => ({ COURIER_BASE_URL: url }) }],
  ['a test service that is down', 'test_service', { env: () => ({ COURIER_TEST_BASE_URL: nowhere() }) }],
  [
    'a key that the service refuses',
    'shop_key',
    { env: ({ COURIER_TEST_BASE_URL: url }) => ({ COURIER_BASE_URL: url }) },
  ],
  ['a test key that is refused', 'test_key', { env: () => ({ COURIER_TEST_API_KEY: 'nobody-knows-it' }) }],
  [
    'a test key without its host',
    'environment',
    { env: () => ({ COURIER_TEST_API_KEY: 'k', COURIER_TEST_BASE_URL: '' }) },
  ],
  ['support nowhere to be found', 'environment', { env: () => ({ SUPPORT_URL: 'help@example.com' }) }],
  ['a clock that is wrong', 'clock', { machine: () => ({ now: () => Date.now() - 60_000 }) }],
  ['a panel that is not built', 'panel', { machine: () => ({ panelFolder: '/nowhere' }) }],
  ['mail that cannot be sent', 'mail', { env: () => ({ SMTP_URL: `smtp://127.0.0.1:${closedPort}` }) }],
  ['a full disk', 'disk', { machine: () => ({ freeBytes: () => Promise.resolve(1e8) }) }],
  ['an old Node', 'node', { machine: () => ({ nodeVersion: '20.19.0' }) }],
  ['an address without TLS', 'app_address', { env: () => ({ SHOPIFY_APP_URL: 'http://app.example.com' }) }],
  ['an address where nothing answers', 'app_address', { env: () => ({ SHOPIFY_APP_URL: nowhere() }) }],
  ['an address that Shopify was not told', 'shopify_app_toml', { env: () => ({ SHOPIFY_APP_URL: nowhere() }) }],
  ['an address that an extension tells another of', 'shopify_app_toml', { machine: withForgottenAddress }],
];

const problems = (found: Finding[]) => found.filter(({ status }) => status === 'problem');

test('finds nothing wrong with an installation in order', async () => {
  expect(problems(await examine(env, wellKept()))).toEqual([]);
});

test.each(planted)('names %s as a problem of %s, and what to do', async (_name, check, plant) => {
  const run = (text: string) => sql.raw(text).execute(world.app.context.storage.db);
  for (const statement of plant.sql?.split('; ') ?? []) await run(statement);
  onTestFinished(async () => {
    for (const statement of plant.undo?.split('; ') ?? []) await run(statement);
  });
  const machine = wellKept();
  const found = problems(await examine({ ...env, ...plant.env?.(env) }, { ...machine, ...plant.machine?.(machine) }));
  expect(found.map((finding) => finding.check)).toContain(check);
  for (const { what, todo } of found) expect(`${what}${todo}`).not.toMatch(/undefined|\[object/);
  expect(found.every(({ todo }) => todo.length > 10)).toBe(true);
});

test('says once that a newer version has added to the database, and looks at all the rest', async () => {
  const { db } = world.app.context.storage;
  await sql`insert into schema_migration values ('9999-newer', '')`.execute(db);
  onTestFinished(async () => {
    await sql`delete from schema_migration where name = '9999-newer'`.execute(db);
  });
  const found = await examine(env, wellKept());
  const ofVersion = found.filter(({ check }) => check === 'database_version');
  expect(ofVersion).toMatchObject([{ status: 'warning', what: expect.stringContaining('9999-newer') }]);
  expect(problems(found)).toEqual([]);
  expect(found.map(({ check }) => check)).toEqual(expect.arrayContaining(['database', 'worker', 'service', 'shops']));
});

test('warns where texts that say support lead nowhere', async () => {
  const supportOf = async (given: Record<string, string>) =>
    (await examine({ ...env, ...given }, wellKept())).find(({ check }) => check === 'support')?.status;
  expect(await supportOf({})).toBe('warning');
  expect(await supportOf({ SUPPORT_URL: 'mailto:help@example.com' })).toBe('ok');
});

test('a store that Shopify has closed is no fault of the client or the network, and nothing that the operator mends', async () => {
  const closed = 'a-closed-store.myshopify.com';
  world.store.addShop({ domain: closed, name: 'Closed', ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' });
  expect((await world.api('GET', '/api/overview', undefined, closed)).status).toBe(200);
  onTestFinished(async () => {
    world.store.faults.clear();
    await sql`delete from shop where shop = ${closed}`.execute(world.app.context.storage.db);
  });
  const effect = { kind: 'status', status: 402, body: '<html><title>Unavailable Shop</title></html>' } as const;
  for (const call of ['graphql', 'oauth'] as const) world.store.faults.next({ call, effect, shop: closed, times: 1e6 });
  const found = await examine(env, wellKept());
  expect(problems(found)).toEqual([]);
  expect(found.find(({ check }) => check === 'shopify_client')?.status).toBe('ok');
  expect(found.filter(({ check }) => check === 'shop_token')).toMatchObject([
    { status: 'warning', what: expect.stringContaining(closed), todo: expect.stringContaining('its owner') },
  ]);
});

/** What is told of so many shops about which Shopify cannot be asked, for this reason. */
const ofShops = (count: number, shopifyFailure: string): Finding[] => {
  const shops = Array.from({ length: count }, (_, index) => ({
    ...{ domain: `s${index + 1}.example`, obstacle: null, shopifyFailure, missingScopes: [], wantsMail: false },
    ...{ keys: { live: null, test: null }, arrivals: { byWebhook: 0, bySweep: 0 } },
  }));
  return examineShops(world.app.context.config, { shops, furtherShops: 0 } as unknown as Facts);
};

test.each([
  ['shopify_app_refused', 'problem', /SHOPIFY_API_SECRET/],
  ['key_not_at_hand', 'problem', /ENCRYPTION_KEYS/],
  ['shopify_bad_answer', 'problem', /again/],
  ['shopify_unavailable', 'warning', /again/],
])('%s at many shops is told of once, and sends nobody to a merchant', (code, status, todo) => {
  const found = ofShops(5, code);
  expect(found).toEqual([{ check: 'shop_token', status, what: expect.any(String), todo: expect.stringMatching(todo) }]);
  expect(found[0]?.what).toContain(`s1.example, s2.example, s3.example and 2 more (${code})`);
  expect(found[0]?.todo).not.toMatch(/merchant/);
});

test.each(['shopify_token_refused', 'shopify_access_denied'])('%s names each shop, and its merchant', (code) => {
  expect(ofShops(2, code)).toMatchObject(
    [1, 2].map((index) => ({
      ...{ what: expect.stringContaining(`s${index}.example`), status: 'problem' },
      todo: expect.stringContaining('Its merchant opens the app'),
    })),
  );
});

test('names a worker that is gone', async () => {
  const place = { DATABASE_URL: await freshServerDatabase(), ENCRYPTION_KEYS: encryptionKeys };
  const web = await startTestWorld({ env: { ...place, ROLE: 'web' } });
  onTestFinished(() => web.close());
  expect(problems(await examine({ ...env, ...place }, wellKept())).map(({ check }) => check)).toContain('worker');
});

test('looks into the embedded database through the app that has it open', async () => {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  const place = { DATA_DIR: folder, ENCRYPTION_KEYS: encryptionKeys };
  const embedded = await startTestWorld({ testTwin: true, env: place });
  onTestFinished(() => embedded.close());
  const { shopify } = embedded.app.context.config;
  const found = await examine(
    {
      ...place,
      ...{ SHOPIFY_API_KEY: shopify.apiKey, SHOPIFY_API_SECRET: shopify.apiSecret, SHOPIFY_APP_URL: embedded.appUrl },
      ...{ COURIER_BASE_URL: embedded.courier.url, COURIER_TEST_BASE_URL: embedded.courierTest?.url },
      SHOPIFY_ADMIN_ORIGIN: embedded.store.url,
    },
    wellKept(),
  );
  expect(problems(found).filter(({ check }) => check !== 'shopify_app_toml')).toEqual([]);
  expect(found).toContainEqual(expect.objectContaining({ check: 'shops', what: 'Shops looked at: 1.' }));
});
