import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import type { Logger } from '#runtime/logger.ts';
import { notConnected } from '#shopify/failure.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { createBackend } from '../server.ts';
import { generousLimits } from './rate-limits.ts';

const previous = 'the-secret-being-rotated-out';
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld({
    env: { ROLE: 'web', SHOPIFY_API_SECRET_PREVIOUS: previous },
    unjudged: 'no worker takes up an order, and the callers have used up what they may ask',
  });
});
afterAll(() => world.close());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(Date.now() / 1000);

function claims(more: Record<string, unknown> = {}) {
  return {
    iss: `https://${demoShop}/admin`,
    dest: `https://${demoShop}`,
    aud: world.app.context.config.shopify.apiKey,
    sub: '55',
    exp: seconds() + 60,
    nbf: seconds() - 1,
    iat: seconds() - 1,
    jti: 'one',
    sid: 'two',
    ...more,
  };
}

function token(
  more: Record<string, unknown> = {},
  secret = world.app.context.config.shopify.apiSecret,
  alg = 'HS256',
): string {
  const text = `${encode({ alg, typ: 'JWT' })}.${encode(claims(more))}`;
  const hash = alg === 'HS512' ? 'sha512' : 'sha256';
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

function signedByKeyPair(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims())}`;
  return `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`;
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${world.appUrl}${path}`, { headers });
const paths = ['/api/settings', '/api/orders/1', '/api/deliveries.csv', '/api/nothing', '/api', '/api/orders/1/send'];

test.each(paths)('security 1: %s answers 401 JSON to everybody without a token', async (path) => {
  for (const query of ['', `?shop=${demoShop}`, `?${world.store.launchQuery(demoShop)}`]) {
    const response = await get(`${path}${query}`, { accept: 'text/html', cookie: 'session=1' });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ status: 401 });
  }
});

const bad: [name: string, make: () => string][] = [
  ['alg none', () => `${encode({ alg: 'none' })}.${encode(claims())}.`],
  ['HS512', () => token({}, undefined, 'HS512')],
  ['RS256', signedByKeyPair],
  ['another secret', () => token({}, 'another')],
  ['a changed claim', () => token().replace(/\.[^.]+\./, `.${encode(claims({ sub: '1' }))}.`)],
  ['expired', () => token({ exp: seconds() - 60 })],
  ['not valid yet', () => token({ nbf: seconds() + 60 })],
  ['a life of ten years', () => token({ exp: seconds() + 315_360_000 })],
  ['a life of six minutes', () => token({ exp: seconds() + 360 })],
  ['signed in the future', () => token({ iat: seconds() + 60 })],
  ['signed long ago for now', () => token({ iat: seconds() - 3_600 })],
  ['a NUL in the person', () => token({ sub: '5\u00005' })],
  ['no exp', () => token({ exp: undefined })],
  ['no nbf', () => token({ nbf: undefined })],
  ['another app', () => token({ aud: 'another' })],
  ['several apps', () => token({ aud: [claims().aud, 'another'] })],
  ['iss of another shop', () => token({ iss: 'https://other.myshopify.com/admin' })],
  ['dest of another shop', () => token({ dest: 'https://other.myshopify.com' })],
  ['a shop of another domain', () => token({ dest: 'https://evil.example', iss: 'https://evil.example/admin' })],
  [
    'a shop in the user info',
    () => token({ dest: `https://${demoShop}@evil.example`, iss: `https://${demoShop}@evil.example/admin` }),
  ],
  ['plain http', () => token({ dest: `http://${demoShop}` })],
  ['no token at all', () => 'abc'],
  ['a very long token', () => `${token()}${'a'.repeat(10_000)}`],
];

test.each(bad)('security 1: refuses %s, asks for another token and repeats nothing of it', async (_name, make) => {
  const sent = make();
  const response = await get('/api/settings', { authorization: `Bearer ${sent}` });
  expect(response.status).toBe(401);
  expect(response.headers.get('x-shopify-retry-invalid-session-request')).toBe('1');
  const text = await response.text();
  expect(text).not.toContain(sent);
  expect(text).toContain('"status":401');
});

test('security 1: accepts the current secret and the one being rotated out', async () => {
  for (const secret of [undefined, previous]) {
    const response = await get('/api/settings', { authorization: `Bearer ${token({}, secret)}` });
    expect(response.status).toBe(200);
  }
});

test('the first call of a shop installs it and describes it', async () => {
  const { db } = world.app.context.storage;
  const row = await db
    .selectFrom('shop')
    .select(['name', 'time_zone', 'installed_at', 'access_token_sealed'])
    .where('shop', '=', demoShop)
    .executeTakeFirst();
  expect(row).toMatchObject({ time_zone: 'Africa/Johannesburg', installed_at: expect.any(Date) });
  expect(row?.name).toBeTruthy();
  expect(row?.access_token_sealed).toMatch(/^1\./);
});

test('a token that Shopify does not take for an exchange is answered with 401', async () => {
  world.store.addShop({ domain: 'gone-shop.myshopify.com', name: 'Gone', ianaTimezone: 'UTC', currency: 'ZAR' });
  world.store.uninstall('gone-shop.myshopify.com');
  const response = await get('/api/settings', {
    authorization: `Bearer ${token({ iss: 'https://gone-shop.myshopify.com/admin', dest: 'https://gone-shop.myshopify.com' })}`,
  });
  expect(response.status).toBe(401);
  expect(response.headers.get('x-shopify-retry-invalid-session-request')).toBe('1');
});

test.each([
  ['is about to end', 120_000],
  ['has ended', -1_000],
])('a panel opened when the token %s, whose answer is lost, leaves the shop connected', async (_when, leftMs) => {
  const { storage, shopify } = world.app.context;
  const of = storage.db.updateTable('shop').where('shop', '=', demoShop);
  await of.set({ access_expires_at: new Date(Date.now() + leftMs) }).execute();
  world.store.faults.next({ call: 'oauth', effect: { kind: 'reset', executed: true } });
  expect((await world.api('GET', '/api/settings')).status).toBe(200);
  world.store.faults.clear();
  await shopify.readShop(demoShop as ShopDomain);
  expect((await storage.shops.shop(demoShop as ShopDomain))?.reconnect).toBe(false);
});

test('where Shopify leaves the exchange hanging a new shop is told to come again, and a known one goes on', async () => {
  const { context } = world.app;
  const exchange = () => Promise.reject(notConnected(10_000));
  const accessTokens = { ...context.accessTokens, exchange };
  const hanging = createBackend({ ...context, accessTokens, config: { ...context.config, port: 0 } });
  const { url } = await hanging.listen();
  const shop = 'new-shop.myshopify.com';
  const settingsOf = (bearer: string, language = 'en') =>
    fetch(`${url}/api/settings?language=${language}`, { headers: { authorization: `Bearer ${bearer}` } });
  const told = await settingsOf(token({ iss: `https://${shop}/admin`, dest: `https://${shop}` }));
  expect([told.status, told.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await told.json()).toMatchObject({
    detail: 'Shopify does not answer, so the app cannot connect to this store yet. Nothing was changed.',
    nextStep: 'Try again in a moment.',
  });
  expect((await settingsOf(token())).status).toBe(200);
  await hanging.close();
});

const put = (body: string, headers: Record<string, string>) =>
  fetch(`${world.appUrl}/api/settings`, { method: 'PUT', body, headers });

test('security 7: a write needs the token and a JSON content type; a cookie is worth nothing', async () => {
  const authorization = `Bearer ${token()}`;
  const json = { 'content-type': 'application/json' };
  expect((await put('{}', { ...json, cookie: `token=${token()}` })).status).toBe(401);
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ]) {
    expect((await put('{}', { authorization, 'content-type': type })).status, type).toBe(415);
  }
  const fine = await put('{}', { authorization, ...json });
  expect(fine.status).toBe(200);
  expect(fine.headers.get('set-cookie')).toBeNull();
  expect(fine.headers.get('access-control-allow-origin')).toBeNull();
});

const hostile: [name: string, body: string][] = [
  ['not JSON', '{'],
  ['a bare value', '"paused"'],
  ['a list', '[]'],
  ['an unknown key', '{"pausedd":true}'],
  ['an unknown key cleared', '{"pausedd":null}'],
  ['an unknown key three levels down', '{"locations":{"1":{"contactNam":"x"}}}'],
  ['an unknown key beside the secrets', '{"courier":{"apiKeyy":"x"}}'],
  ['__proto__', '{"__proto__":{"paused":true}}'],
  ['__proto__ below', '{"automation":{"__proto__":{"mode":"all"}}}'],
  ['__proto__ as a location', '{"locations":{"__proto__":{"contactName":"x"}}}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"paused":true}}}'],
  ['a location that is no id', '{"locations":{"toString":{"contactName":"x"}}}'],
  ['a NUL', '{"fragileTag":"a\\u0000b"}'],
  ['half a character', '{"fragileTag":"\\ud800"}'],
  ['a wrong type', '{"paused":"yes"}'],
];

test.each(hostile)('security 10: refuses %s with 400 and changes nothing', async (_name, body) => {
  const authorization = `Bearer ${token()}`;
  const before = await (await get('/api/settings', { authorization })).text();
  const response = await put(body, { authorization, 'content-type': 'application/json' });
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toMatch(/problem\+json/);
  expect(await (await get('/api/settings', { authorization })).text()).toBe(before);
  expect(({} as Record<string, unknown>)['paused']).toBeUndefined();
});

test('refuses a body over the limit with 413', async () => {
  const body = JSON.stringify({ fragileTag: 'x'.repeat(300_000) });
  const response = await put(body, { authorization: `Bearer ${token()}`, 'content-type': 'application/json' });
  expect(response.status).toBe(413);
});

test('an unknown call is 404 with a problem for who is signed in', async () => {
  const response = await get('/api/nothing', { authorization: `Bearer ${token()}` });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ status: 404, title: expect.any(String), type: expect.any(String) });
});

test('security 15: limits the panel of one shop and an address that is refused, and no webhook', async () => {
  const { context } = world.app;
  const narrow = createBackend(
    { ...context, config: { ...context.config, port: 0 } },
    {
      limits: { ...generousLimits, perShop: 3, refusedPerAddress: 2 },
    },
  );
  const { url } = await narrow.listen();
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${url}${path}`, { headers })).status;
  const signedIn = { authorization: `Bearer ${token()}` };
  const statuses: number[] = [];
  for (let call = 0; call < 4; call += 1) statuses.push(await ask('/api/settings', signedIn));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect([await ask('/api/settings'), await ask('/api/settings'), await ask('/api/settings')]).toEqual([401, 401, 429]);
  const webhook = await fetch(`${url}/api/webhooks`, { method: 'POST', body: '{}' });
  expect(webhook.status).toBe(401);
  await webhook.text();
  await narrow.close();
});

test('security 15: who is refused shuts nobody out who is signed in, and is told apart by TRUSTED_PROXIES', async () => {
  const { context } = world.app;
  const limits = { ...generousLimits, refusedPerAddress: 2, rehearsalsPerShop: 1, exportsPerShop: 1 };
  const config = { ...context.config, port: 0, trustedProxies: ['127.0.0.1'] };
  const narrow = createBackend({ ...context, config }, { limits });
  const strict = createBackend({ ...context, config: { ...config, trustedProxies: ['203.0.113.7'] } }, { limits });
  const [{ url }, { url: strictUrl }] = await Promise.all([narrow.listen(), strict.listen()]);
  const ask = async (from: string, headers: Record<string, string> = {}, at = url) => {
    const response = await fetch(`${at}/api/settings`, { headers: { 'x-forwarded-for': from, ...headers } });
    await response.text();
    return response.status;
  };
  const signedIn = { authorization: `Bearer ${token()}` };
  expect([await ask('1.1.1.1'), await ask('1.1.1.1'), await ask('1.1.1.1')]).toEqual([401, 401, 429]);
  expect([await ask('1.1.1.1', signedIn), await ask('2.2.2.2')]).toEqual([200, 401]);
  const untrusted = [await ask('1.1.1.1', {}, strictUrl), await ask('2.2.2.2', {}, strictUrl)];
  expect([...untrusted, await ask('3.3.3.3', {}, strictUrl)]).toEqual([401, 401, 429]);
  for (const path of ['/api/deliveries.csv', '/api/rehearsal']) {
    const call = async () => {
      const response = await fetch(`${url}${path}`, {
        headers: { ...signedIn, 'content-type': 'application/json' },
        ...(path.endsWith('csv') ? {} : { method: 'POST', body: '{}' }),
      });
      await response.text();
      return response.status;
    };
    expect([(await call()) === 429, await call()], path).toEqual([false, 429]);
  }
  await Promise.all([narrow.close(), strict.close()]);
});

test('security 15: who is refused is logged by kind and caller, without address, token or what was asked for', async () => {
  const { context } = world.app;
  const lines: Parameters<Logger['warn']>[] = [];
  const logger: Logger = { ...context.logger, warn: (...line) => void lines.push(line) };
  const config = { ...context.config, port: 0, trustedProxies: ['127.0.0.1'] };
  const now = context.clock.now();
  const clock = { now: () => now };
  const backend = createBackend({ ...context, config, logger, clock }, { limits: { ...generousLimits, perShop: 1 } });
  const { url } = await backend.listen();
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  const signedIn = { ...headers, authorization: `Bearer ${token()}` };
  const ask = async (path: string, init: RequestInit) => (await fetch(`${url}${path}`, init)).text();
  await ask('/api/settings?shop=nobody.myshopify.com', { headers: { ...headers, authorization: 'Bearer canary' } });
  await ask('/api/webhooks', { method: 'POST', body: 'canary', headers });
  await ask('/api/webhooks', {
    ...{ method: 'POST', body: 'canary' },
    headers: { ...headers, 'x-shopify-hmac-sha256': Buffer.alloc(32).toString('base64') },
  });
  await ask('/api/orders/4711', { headers: signedIn });
  await ask('/api/orders/4711', { headers: signedIn });
  await ask('/canary', {});
  await backend.close();
  const caller = lines[0]?.[1]?.caller;
  expect(caller).toMatch(/^[0-9a-f]{16}$/u);
  expect(lines).toEqual(
    [
      { code: 'unauthenticated', status: 401 },
      { code: 'unsigned_webhook', status: 401 },
      { code: 'not_found', status: 404, shop: demoShop },
      { code: 'too_many_requests', status: 429, shop: demoShop },
    ].map((fields) => ['requests were refused', { count: 1, caller, ...fields }]),
  );
});

const withLocations = (count: number, remarks: string, first = 1) =>
  JSON.stringify({
    locations: Object.fromEntries(Array.from({ length: count }, (_, index) => [String(first + index), { remarks }])),
  });

test('settings have an end: ids of 20 digits, 1,000 locations, 256 kB for all settings of a shop', async () => {
  const headers = { authorization: `Bearer ${token()}`, 'content-type': 'application/json' };
  const refusal = async (body: string) => {
    const response = await put(body, headers);
    const { detail } = (await response.json()) as { detail?: string };
    return response.status === 400 ? detail : response.status;
  };
  expect(await refusal(`{"locations":{"${'1'.repeat(21)}":{"remarks":"x"}}}`)).toContain('is not known');
  expect(await refusal(withLocations(1_001, 'x'))).toContain('1000');
  expect(await refusal(withLocations(400, 'x'.repeat(400)))).toBe(200);
  expect(await refusal(withLocations(400, 'x'.repeat(400), 1_000))).toContain('256 kB');
  expect(await refusal('{"locations":null}')).toBe(200);
});
