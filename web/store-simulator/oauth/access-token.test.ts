import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientId, clientSecret, type RunningStore, runStore, shop } from '../testing/running-store.ts';
import { signSessionToken } from './session-token.ts';

const hourMs = 3_600_000;
let now = Date.parse('2026-11-21T08:00:00Z');
let running: RunningStore;
beforeEach(async () => {
  now = Date.parse('2026-11-21T08:00:00Z');
  running = await runStore({ now: () => now });
});
afterEach(() => running.close());

const works = async (accessToken: unknown) => {
  const response = await running.post(
    '/admin/api/2026-10/graphql.json',
    { 'x-shopify-access-token': String(accessToken) },
    { query: '{ shop { name } }' },
  );
  return response.status === 200;
};
const refresh = (token: unknown) =>
  running.oauth({
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'refresh_token',
    refresh_token: token,
  });

describe('token exchange', () => {
  it('gives an expiring offline token that works for an hour', async () => {
    const { status, body } = await running.exchange();
    expect(status).toBe(200);
    expect(body).toMatchObject({ expires_in: 3600, refresh_token_expires_in: 7_776_000 });
    expect(await works(body['access_token'])).toBe(true);
    now += hourMs;
    expect(await works(body['access_token'])).toBe(false);
  });

  it('is honoured only after a while, where that is asked for', async () => {
    running.store.faults.tokenLag(1_000);
    const token = (await running.exchange()).body['access_token'];
    expect(await works(token)).toBe(false);
    now += 1_000;
    expect(await works(token)).toBe(true);
  });

  it('ends what was given before: an app has one live pair in a shop', async () => {
    const first = (await running.exchange()).body;
    const second = (await running.exchange()).body;
    expect([await works(first['access_token']), await works(second['access_token'])]).toEqual([false, true]);
    expect((await refresh(first['refresh_token'])).body['error']).toBe('invalid_grant');
    expect((await refresh(second['refresh_token'])).status).toBe(200);
  });

  const seconds = () => Math.floor(now / 1000);
  it.each([
    ['of another app', () => running.store.sessionToken(shop, { aud: 'other' })],
    ['of another shop', () => running.store.sessionToken(shop, { dest: 'https://other.myshopify.com' })],
    [
      'whose issuer is another shop',
      () => running.store.sessionToken(shop, { iss: 'https://other.myshopify.com/admin' }),
    ],
    ['that expired', () => running.store.sessionToken(shop, { exp: seconds() - 1 })],
    ['that is not valid yet', () => running.store.sessionToken(shop, { nbf: seconds() + 60 })],
    ['signed with another secret', () => signSessionToken({ aud: clientId }, 'another')],
    ['with the algorithm none', () => signSessionToken({ aud: clientId }, clientSecret, { alg: 'none' })],
    ['that is no token', () => 'nonsense'],
  ])('refuses a session token %s', async (_name, token) => {
    const { status, body } = await running.exchange({ subject_token: token() });
    expect([status, body['error']]).toEqual([400, 'invalid_subject_token']);
  });

  it.each([
    ['a wrong secret', { client_secret: 'x' }, 'invalid_client'],
    ['a token that does not expire', { expiring: undefined }, 'invalid_request'],
    [
      'an online token',
      { requested_token_type: 'urn:shopify:params:oauth:token-type:online-access-token' },
      'invalid_request',
    ],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('refuses %s', async (_name, overrides, error) => {
    const { status, body } = await running.exchange(overrides);
    expect([status, body['error']]).toEqual([400, error]);
  });

  it('stops with the app: after an uninstall no token works and none is given', async () => {
    const { body } = await running.exchange();
    running.store.uninstall(shop);
    expect(await works(body['access_token'])).toBe(false);
    expect(await running.exchange()).toMatchObject({ status: 400, body: { error: 'app_not_installed' } });
    expect((await refresh(body['refresh_token'])).body['error']).toBe('invalid_grant');
    running.store.install(shop);
    expect((await running.exchange()).status).toBe(200);
  });
});

describe('refresh', () => {
  it('rotates: every refresh gives a new pair', async () => {
    const first = (await running.exchange()).body;
    const second = (await refresh(first['refresh_token'])).body;
    expect(second['refresh_token']).not.toBe(first['refresh_token']);
    expect(await works(second['access_token'])).toBe(true);
  });

  it('takes the replaced token again as long as its successor was not used', async () => {
    const first = (await running.exchange()).body;
    const lost = (await refresh(first['refresh_token'])).body;
    const again = await refresh(first['refresh_token']);
    expect(again.status).toBe(200);
    expect((await refresh(lost['refresh_token'])).status).toBe(400);
  });

  it('refuses the replaced token once its successor was used', async () => {
    const first = (await running.exchange()).body;
    const second = (await refresh(first['refresh_token'])).body;
    await refresh(second['refresh_token']);
    expect((await refresh(first['refresh_token'])).body['error']).toBe('invalid_grant');
  });

  it('ends after 90 days', async () => {
    const first = (await running.exchange()).body;
    now += 90 * 24 * hourMs;
    expect((await refresh(first['refresh_token'])).status).toBe(400);
  });

  it('can lose expires_in on request', async () => {
    const first = (await running.exchange()).body;
    running.store.faults.next({ call: 'oauth', effect: { kind: 'omitExpiresIn' } });
    const { body } = await refresh(first['refresh_token']);
    expect(body).toHaveProperty('access_token');
    expect(body).not.toHaveProperty('expires_in');
  });
});

describe("by Shopify's own library", () => {
  // The package's CommonJS and ES builds do not know each other's adapters; this is the one it loads by itself.
  const require = createRequire(import.meta.url);
  require('@shopify/shopify-api/adapters/node');
  const { shopifyApi } = require('@shopify/shopify-api') as typeof import('@shopify/shopify-api');
  const library = shopifyApi({
    apiKey: clientId,
    apiSecretKey: clientSecret,
    apiVersion: '2026-10' as never,
    hostName: 'app.example.com',
    isEmbeddedApp: true,
    logger: { log: () => undefined },
  });

  it('the session token and the launch query are good', async () => {
    now = Date.now();
    const claims = await library.session.decodeSessionToken(running.store.sessionToken(shop));
    expect(claims).toMatchObject({ dest: `https://${shop}`, aud: clientId });
    const query = Object.fromEntries(new URLSearchParams(running.store.launchQuery(shop)));
    expect(await library.utils.validateHmac(query)).toBe(true);
    await expect(library.utils.validateHmac({ ...query, shop: 'x.myshopify.com' })).resolves.toBe(false);
  });

  it('a webhook is signed as Shopify signs', async () => {
    running.store.addOrder(shop, { note: 'a/b <c> & d \u2028 ă 🔔' });
    await running.store.webhooksSettled();
    const { headers, body } = running.received[0] as (typeof running.received)[0];
    const rawRequest = { method: 'POST', url: '/api/webhooks', headers };
    const checked = await library.webhooks.validate({ rawBody: body.toString(), rawRequest });
    expect(checked).toMatchObject({ valid: true, topic: 'ORDERS_CREATE', domain: shop });
    const forged = await library.webhooks.validate({ rawBody: `${body.toString()} `, rawRequest });
    expect(forged).toMatchObject({ valid: false, reason: 'invalid_hmac' });
  });
});
