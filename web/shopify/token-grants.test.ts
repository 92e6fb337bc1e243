import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#deliveries/errors.ts';
import { checkClient } from './check-client.ts';
import { createShopifyLibrary } from './shopify-library.ts';
import { shop } from './testing/admin-under-test.ts';
import { type StubShopify, sendJson, startStubShopify } from './testing/stub-shopify.ts';
import { createTokenGrants, type TokenGrants } from './token-grants.ts';

const { getJwt } = createRequire(import.meta.url)('@shopify/shopify-api/test-helpers') as {
  getJwt(store: string, apiKey: string, secret: string): Promise<{ token: string }>;
};

const now = Date.UTC(2030, 0, 1);
let stub: StubShopify;
let grants: TokenGrants;
let sessionToken: string;

beforeEach(async () => {
  stub = await startStubShopify();
  grants = createTokenGrants(libraryOf(5000), { now: () => now });
  ({ token: sessionToken } = await getJwt('example', 'client-id', 'secret'));
});
afterEach(() => stub.close());

const libraryOf = (timeoutMs: number) =>
  createShopifyLibrary({
    ...{ apiKey: 'client-id', apiSecret: 'secret', previousApiSecret: 'previous' },
    ...{ appUrl: 'https://app.example.com', adminOrigin: stub.origin, timeoutMs },
  });
const pair = { access_token: 'access-1', scope: 'read_orders', refresh_token: 'refresh-1' };
const lifetimes = { expires_in: 3599, refresh_token_expires_in: 7776000 };
const reply = (status: number, body: unknown) => {
  stub.override = (_call, response) => sendJson(response, status, body);
};
const within = (instant: number | null | undefined, expected: number) =>
  expect(Math.abs((instant ?? 0) - expected)).toBeLessThan(5000);

describe('a grant', () => {
  it("exchanges a session token for an expiring offline pair, on the app's own clock", async () => {
    reply(200, { ...pair, ...lifetimes });
    const grant = await grants.exchange(shop, sessionToken);
    expect(grant).toMatchObject({
      kind: 'granted',
      pair: { accessToken: 'access-1', refreshToken: 'refresh-1', scope: 'read_orders' },
    });
    if (grant.kind === 'granted') {
      within(grant.pair.accessExpiresAt, now + 3599_000);
      within(grant.pair.refreshExpiresAt, now + 7776000_000);
    }
    expect(stub.calls).toMatchObject([
      {
        ...{ path: '/admin/oauth/access_token', shop },
        body: {
          ...{ client_id: 'client-id', client_secret: 'secret', subject_token: sessionToken, expiring: '1' },
          requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
        },
      },
    ]);
  });

  it('refreshes with the refresh token', async () => {
    reply(200, { ...pair, ...lifetimes });
    expect(await grants.refresh(shop, 'refresh-0')).toMatchObject({ kind: 'granted' });
    expect(stub.calls[0]?.body).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'refresh-0' });
  });

  it('without lifetimes keeps its refresh token and ends after an hour: refreshing goes on', async () => {
    reply(200, pair);
    const grant = await grants.refresh(shop, 'refresh-0');
    expect(grant).toMatchObject({ kind: 'granted', pair: { refreshToken: 'refresh-1' } });
    if (grant.kind === 'granted') within(grant.pair.accessExpiresAt, now + 3600_000);
  });

  it('of a session token signed with the secret being rotated out is asked for', async () => {
    reply(200, { ...pair, ...lifetimes });
    const { token } = await getJwt('example', 'client-id', 'previous');
    expect(await grants.exchange(shop, token)).toMatchObject({ kind: 'granted' });
  });

  it('of a session token of somebody else is refused without a call', async () => {
    const { token } = await getJwt('example', 'client-id', 'other');
    expect(await grants.exchange(shop, token)).toEqual({ kind: 'refused' });
    expect(stub.calls).toHaveLength(0);
  });

  it.each<[number, unknown]>([
    [400, { error: 'invalid_grant' }],
    [401, { error: 'invalid_grant' }],
    [400, { error: 'invalid_subject_token' }],
    [400, { error: 'invalid_request', error_description: 'This request requires an active refresh_token' }],
    [401, { error: 'invalid_request', error_description: 'This request requires an active refresh_token' }],
    [403, { error: 'invalid_grant' }],
    [400, { error: 'app_not_installed', error_description: 'The application is not installed on this shop.' }],
  ])('is refused by %i %j', async (status, body) => {
    reply(status, body);
    expect(await grants.refresh(shop, 'refresh-0')).toEqual({ kind: 'refused' });
    expect(await grants.exchange(shop, sessionToken)).toEqual({ kind: 'refused' });
  });

  const failure = async (): Promise<AppError> => {
    const error: unknown = await grants.refresh(shop, 'refresh-0').catch((thrown: unknown) => thrown);
    if (!(error instanceof AppError)) throw new Error('expected an AppError');
    return error;
  };

  it.each(['invalid_client', 'application_cannot_be_found'])(
    "%s is the operator's fault, and no reason to drop the shop's token",
    async (error) => {
      reply(400, { error });
      expect(await failure()).toMatchObject({ code: 'shopify_app_refused', retryable: true });
    },
  );

  it.each([
    [404, 'shopify_unavailable'],
    [423, 'shopify_shop_closed'],
    [500, 'shopify_unavailable'],
    [503, 'shopify_unavailable'],
  ])('%i may pass: %s', async (status, code) => {
    reply(status, { error: 'x' });
    expect(await failure()).toMatchObject({ code, retryable: true });
  });

  const page = '<html><title>Oauth error invalid_request</title></html>';
  it.each<[number, string, string]>([
    [400, page, 'shopify_unavailable'],
    [401, page, 'shopify_unavailable'],
    [403, page, 'shopify_unavailable'],
    [400, '', 'shopify_unavailable'],
    [401, '{}', 'shopify_unavailable'],
    [401, '{"error":["invalid_grant"]}', 'shopify_unavailable'],
    [401, '{"errors":"invalid_grant"}', 'shopify_unavailable'],
    [400, '{"error":"unsupported_grant_type"}', 'shopify_unavailable'],
    [403, '"no JSON object"', 'shopify_unavailable'],
  ])('%i with %s says nothing of the token: %s', async (status, body, code) => {
    stub.override = (_call, response) => response.writeHead(status).end(body);
    expect(await failure()).toMatchObject({ code, retryable: true });
    expect(await grants.exchange(shop, sessionToken).catch((error: unknown) => error)).toMatchObject({ code });
  });

  it('429 names its wait', async () => {
    stub.override = (_call, response) => sendJson(response, 429, {}, { 'Retry-After': '2.0' });
    expect(await failure()).toMatchObject({ code: 'shopify_throttled', retryAfterMs: 2000 });
  });

  it.each([{}, { access_token: '' }, [], 'x'])('200 with %j is no grant', async (body) => {
    reply(200, body);
    expect((await failure()).retryable).toBe(true);
  });

  it('ends with the time-out of the call', async () => {
    stub.override = () => undefined;
    grants = createTokenGrants(libraryOf(100), { now: () => now });
    expect(await failure()).toMatchObject({ code: 'shopify_unavailable', retryable: true });
  });

  it('of a person who waits is given up sooner than the time-out of a call', async () => {
    stub.override = () => undefined;
    grants = createTokenGrants(libraryOf(60_000), { now: () => now }, { exchangeMs: 100 });
    const exchanged = await grants.exchange(shop, sessionToken).catch((error: unknown) => error);
    expect(exchanged).toMatchObject({ code: 'shopify_unavailable', retryable: true });
  });

  it('that fails repeats no token', async () => {
    reply(500, { error: 'refresh-0' });
    const error = await failure();
    expect([error.stack, JSON.stringify(error), String(error.cause)].join()).not.toMatch(/refresh-0|secret/);
  });
});

describe('a check of client id and secret', () => {
  it.each<[string, number, unknown, string]>([
    ['refuses the session token only', 400, { error: 'invalid_subject_token' }, 'accepted'],
    ['knows no such client', 400, { error: 'invalid_client' }, 'refused'],
    ['is down', 503, 'busy', 'unreachable'],
  ])('says what Shopify says, and its time, where it %s', async (_name, status, body, client) => {
    reply(status, body);
    const check = await checkClient(libraryOf(5000), { apiKey: 'client-id', apiSecret: 'secret' }, shop);
    expect(check.client).toBe(client);
    expect(Math.abs((check.time ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});
