import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#deliveries/errors.ts';
import { freePort } from '#testing/free-port.ts';
import { createShopifyAdmin, type ShopifyAdminClient } from './admin-api.ts';
import { fixedTokens, shop, startAdmin, stubLibrary } from './testing/admin-under-test.ts';
import { type Override, type StubCall, type StubShopify, sendJson } from './testing/stub-shopify.ts';

let admin: ShopifyAdminClient;
let stub: StubShopify;
let tokens: ReturnType<typeof fixedTokens>;
let now: number;
const others: StubShopify[] = [];

beforeEach(async () => {
  now = 5_000;
  ({ admin, stub, tokens } = await startAdmin(() => now));
});
afterEach(() => Promise.all([stub, ...others.splice(0)].map((one) => one.close())));

/** A second store beside the first. */
const startAnother = async () => {
  const another = await startAdmin();
  others.push(another.stub);
  return another;
};

const failure = async (): Promise<AppError> => {
  const error: unknown = await admin.readShop(shop).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('expected an AppError');
  return error;
};
const status = (code: number, headers: Record<string, string> = {}) => {
  stub.override = (_call, response) => sendJson(response, code, { errors: 'canary-personal-data' }, headers);
};
const graphqlErrors = (errors: unknown[], extensions: unknown = {}, data: unknown = null) => {
  stub.override = (_call, response) => sendJson(response, 200, { data, errors, extensions });
};

describe('a failure of Shopify carries its consequence', () => {
  it.each([
    [402, 'shopify_shop_closed', true],
    [423, 'shopify_shop_closed', true],
    [403, 'shopify_unavailable', true],
    [404, 'shopify_unavailable', true],
    [301, 'shopify_unavailable', true],
    [408, 'shopify_unavailable', true],
    [430, 'shopify_unavailable', true],
    [500, 'shopify_unavailable', true],
    [502, 'shopify_unavailable', true],
    [503, 'shopify_unavailable', true],
    [400, 'shopify_bad_answer', true],
  ])('HTTP %i → %s, asked once', async (code, expected, retryable) => {
    status(code);
    expect(await failure()).toMatchObject({ code: expected, retryable });
    expect(stub.calls).toHaveLength(1);
  });

  it('429 waits as long as Retry-After says, decimals and all, and is not repeated by itself', async () => {
    status(429, { 'Retry-After': '2.5' });
    expect(await failure()).toMatchObject({ code: 'shopify_throttled', retryable: true, retryAfterMs: 2500 });
    expect(stub.calls).toHaveLength(1);
  });

  it('429 with a moment instead of seconds, as HTTP lets it be written, waits a known time', async () => {
    status(429, { 'Retry-After': 'Sat, 28 Nov 2026 12:00:00 GMT' });
    expect(await failure()).toMatchObject({ code: 'shopify_throttled', retryAfterMs: 2000 });
  });

  it('THROTTLED waits until the bucket holds what the query asks for', async () => {
    const throttleStatus = { maximumAvailable: 2000, currentlyAvailable: 52, restoreRate: 100 };
    const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }];
    graphqlErrors(errors, { cost: { requestedQueryCost: 552, actualQueryCost: null, throttleStatus } });
    expect(await failure()).toMatchObject({ code: 'shopify_throttled', retryable: true, retryAfterMs: 5000 });
  });

  it('THROTTLED without a figure waits a second', async () => {
    graphqlErrors([{ message: 'Throttled', extensions: { code: 'THROTTLED' } }]);
    expect(await failure()).toMatchObject({ code: 'shopify_throttled', retryAfterMs: 1000 });
  });

  it('an internal error inside a 200 is tried again, its partial data is not used', async () => {
    const errors = [{ message: 'Internal error', path: ['shop'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }];
    graphqlErrors(errors, {}, { shop: { name: 'x', ianaTimezone: 'y', currencyCode: 'ZAR' } });
    expect(await failure()).toMatchObject({ code: 'shopify_unavailable', retryable: true });
  });

  it("an inactive shop is told inside a 200: the shop's state, as with a 402, and worth asking much later", async () => {
    graphqlErrors([{ message: 'The shop is not active', extensions: { code: 'SHOP_INACTIVE' } }]);
    expect(await failure()).toMatchObject({ code: 'shopify_shop_closed', retryable: true, retryAfterMs: 600_000 });
  });

  it.each([
    ['HTML with 200', (response: ServerResponse) => response.end('<html>canary-personal-data</html>')],
    ['JSON cut short', (response: ServerResponse) => response.end('{"data":{"shop":{"name":"canary-perso')],
    ['no data', (response: ServerResponse) => sendJson(response, 200, {})],
    ['data of another form', (response: ServerResponse) => sendJson(response, 200, { data: { shop: 4 } })],
    [
      'an unknown error',
      (response: ServerResponse) => sendJson(response, 200, { errors: [{ message: 'canary-personal-data' }] }),
    ],
    [
      'errors of another form',
      (response: ServerResponse) => sendJson(response, 200, { errors: 'canary-personal-data' }),
    ],
    ['a reset', (response: ServerResponse) => response.destroy()],
  ])('%s is tried again later, once per call', async (_name, send) => {
    stub.override = (_call, response) => void send(response);
    const error = await failure();
    expect(error.retryable).toBe(true);
    expect(['shopify_bad_answer', 'shopify_unavailable']).toContain(error.code);
    expect(stub.calls).toHaveLength(1);
  });

  it.each<[string, Override]>([
    ['never comes', () => undefined],
    [
      'stops in the middle',
      (_call, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"data":'),
    ],
  ])('an answer that %s is given up after the time-out of the call', async (_name, override) => {
    stub.override = override;
    const hasty = createShopifyAdmin({ library: stubLibrary(stub.origin, 100), tokens });
    await expect(hasty.readShop(shop)).rejects.toMatchObject({ code: 'shopify_unavailable', retryable: true });
  });

  it('a host that is not there is unavailable', async () => {
    const library = stubLibrary(`http://127.0.0.1:${await freePort()}`);
    const closed = createShopifyAdmin({ library, tokens });
    await expect(closed.readShop(shop)).rejects.toMatchObject({ code: 'shopify_unavailable', retryable: true });
  });

  it('a redirect is not followed, and the access token with it', async () => {
    const other = await startAnother();
    stub.override = (_call, response) => response.writeHead(307, { Location: `${other.stub.origin}/x` }).end();
    expect((await failure()).retryable).toBe(true);
    expect(other.stub.calls).toHaveLength(0);
  });

  it('no error repeats what Shopify sent, nor the token', async () => {
    for (const code of [400, 403, 500]) {
      status(code);
      const error = await failure();
      const everything = [error.stack, error.merchantMessage, JSON.stringify(error), String(error.cause)].join();
      expect(everything).not.toMatch(/canary|token-1/);
    }
  });
});

const shopRoot = {
  shop: {
    name: 'Shop',
    id: 'gid://shopify/Shop/1',
    myshopifyDomain: 'shop.myshopify.com',
    ianaTimezone: 'Africa/Johannesburg',
    plan: { partnerDevelopment: false },
    currencyCode: 'ZAR',
    contactEmail: 'a@b.example',
  },
  currentAppInstallation: { accessScopes: [{ handle: 'read_orders' }] },
};

describe('a shop that an edge of Shopify does not know', () => {
  const unknown = { code: 'shopify_unavailable', retryable: true, retryAfterMs: null };
  const closed = { code: 'shopify_shop_closed', retryable: true, retryAfterMs: 600_000 };
  const later = async (ms: number): Promise<AppError> => {
    now += ms;
    return failure();
  };
  const isWell = async () => {
    stub.override = null;
    stub.root = shopRoot;
    await admin.readShop(shop);
  };

  it.each([301, 307, 403, 404])('with HTTP %i counts as closed only where that lasts', async (code) => {
    status(code);
    expect(await later(0)).toMatchObject(unknown);
    expect(await later(29_999)).toMatchObject(unknown);
    expect(await later(1)).toMatchObject(closed);
    expect(await later(600_000)).toMatchObject(closed);
    await isWell();
    status(code);
    expect(await later(0)).toMatchObject(unknown);
  });

  it('counts anew where nothing was asked for long, and each shop by itself', async () => {
    status(404);
    expect(await later(0)).toMatchObject(unknown);
    expect(await later(30 * 60_000)).toMatchObject(unknown);
    const another = 'another.myshopify.com' as typeof shop;
    await expect(admin.readShop(another)).rejects.toMatchObject(unknown);
    expect(await later(30_000)).toMatchObject(closed);
  });
});

describe('a token that Shopify refuses', () => {
  const acceptOnly = (token: string) => {
    stub.root = shopRoot;
    stub.override = (call: StubCall, response) =>
      call.token === token
        ? sendJson(response, 200, { data: stub.root })
        : sendJson(response, 401, { errors: '[API] Invalid API key or access token' });
  };

  it('is renewed once, and the call goes on', async () => {
    acceptOnly('token-1-renewed');
    expect((await admin.readShop(shop)).timeZone).toBe('Africa/Johannesburg');
    expect(stub.calls.map((call) => call.token)).toEqual(['token-1', 'token-1-renewed']);
    expect(tokens.dropped).toEqual([]);
  });

  const notYet = { code: 'shopify_unavailable', retryable: true, retryAfterMs: 5_000 };

  it('is kept when the renewed one is refused too: Shopify has just granted it', async () => {
    acceptOnly('another');
    expect(await failure()).toMatchObject(notYet);
    expect(stub.calls).toHaveLength(2);
    expect(tokens.dropped).toEqual([]);
  });

  it('is dropped when renewed ones go on being refused: reconnect, no loop', async () => {
    acceptOnly('another');
    await failure();
    now += 14 * 60_000;
    expect(await failure()).toMatchObject(notYet);
    now += 60_000;
    expect(await failure()).toMatchObject({ code: 'shopify_token_refused', retryable: false });
    expect(tokens.dropped).toEqual(['token-1-renewed']);
    expect(await failure(), 'counted anew once it is connected again').toMatchObject(notYet);
  });

  it('is kept where one was honoured in between', async () => {
    acceptOnly('another');
    await failure();
    now += 10 * 60_000;
    acceptOnly('token-1-renewed');
    await admin.readShop(shop);
    now += 10 * 60_000;
    acceptOnly('another');
    expect(await failure()).toMatchObject(notYet);
    expect(tokens.dropped).toEqual([]);
  });
});

describe('two apps in one process', () => {
  it('each reach their own origin', async () => {
    const other = await startAnother();
    stub.root = shopRoot;
    other.stub.root = shopRoot;
    await Promise.all([admin.readShop(shop), other.admin.readShop(shop), admin.readShop(shop)]);
    expect([stub.calls.length, other.stub.calls.length]).toEqual([2, 1]);
  });

  it.each(['https://evil.example.com', 'http://127.0.0.1.evil.com', 'http://10.0.0.1:80', 'http://127.0.0.1/x', 'x'])(
    'an admin origin that is not loopback is refused: %s',
    (origin) => expect(() => stubLibrary(origin)).toThrow('loopback'),
  );

  it.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])('%s is accepted', (origin) => {
    expect(createShopifyAdmin({ library: stubLibrary(origin), tokens: fixedTokens() })).toBeDefined();
  });
});
