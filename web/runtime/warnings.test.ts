import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { configOf } from './config.ts';
import { readEnv } from './env.ts';
import { warningsOf } from './warnings.ts';

const sound = {
  NODE_ENV: 'production',
  SHOPIFY_API_KEY: 'client-id',
  SHOPIFY_API_SECRET: randomBytes(19).toString('hex'),
  SHOPIFY_APP_URL: 'https://delivery.example.com',
  ENCRYPTION_KEYS: `k:${randomBytes(32).toString('base64')}`,
  COURIER_BASE_URL: 'https://courier.example.com',
  DATABASE_URL: 'postgres://app:canary@db.example.com/app?sslmode=verify-full',
};

const admin = { SHOPIFY_ADMIN_ORIGIN: 'http://127.0.0.1:9' };
const bridge = { APP_BRIDGE_URL: 'http://localhost:9/canary.js' };

test.each<[string, Record<string, string | undefined>, string[]]>([
  ['a sound installation', {}, []],
  ['a database on this machine', { DATABASE_URL: 'postgres://127.0.0.1/x' }, []],
  ['a database behind a socket', { DATABASE_URL: 'postgres:///x?host=/var/run/postgresql' }, []],
  ['no database server', { DATABASE_URL: undefined }, ['database_embedded']],
  ['that on a developer’s machine', { DATABASE_URL: undefined, NODE_ENV: undefined }, []],
  ['a database over the open network', { DATABASE_URL: 'postgres://u:canary@db/x' }, ['database_not_encrypted']],
  [
    'one whose name begins as this machine’s',
    { DATABASE_URL: 'postgres://127.example.com/x' },
    ['database_not_encrypted'],
  ],
  ['one that only `host` names', { DATABASE_URL: 'postgres:///x?host=db' }, ['database_not_encrypted']],
  ['this machine by IPv6', { DATABASE_URL: 'postgres://[::1]/x' }, []],
  ['one that may fall back', { DATABASE_URL: 'postgres://db/x?sslmode=prefer' }, ['database_not_encrypted']],
  ['a short secret', { SHOPIFY_API_SECRET: 'canary-of-15-ch' }, ['secret_short']],
  ['an old short secret', { SHOPIFY_API_SECRET_PREVIOUS: 'canary-8' }, ['secret_short']],
  ['http in public', { SHOPIFY_APP_URL: 'http://canary.example.com' }, ['app_address_not_encrypted']],
  ['comparisons that are told as missing', { SWEEP_INTERVAL_SECONDS: '1800' }, ['comparisons_rare']],
  ['comparisons that are recent enough', { SWEEP_INTERVAL_SECONDS: '600' }, []],
  ['a simulated store', admin, ['development_switch']],
  ['a simulated App Bridge', bridge, ['development_switch']],
  ['those on a developer’s machine', { ...admin, ...bridge, NODE_ENV: undefined }, []],
])('%s is warned of as it should be', (_name, changes, codes) => {
  const read = readEnv({ ...sound, ...changes });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const warnings = warningsOf(configOf(read.env));
  expect(warnings.map(({ code }) => code)).toEqual(codes);
  expect(JSON.stringify(warnings)).not.toContain('canary');
});
