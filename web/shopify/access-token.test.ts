import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TokenPair } from '#deliveries/ports/stores.ts';
import { type AccessTokens, createAccessTokens } from './access-token.ts';
import { appRefused, MaybeClosed, maybeClosed, shopClosed, unavailable } from './failure.ts';
import { shop } from './testing/admin-under-test.ts';
import { createMemoryTokens } from './testing/memory-tokens.ts';
import type { Grant } from './token-grants.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let now: number;
let store: ReturnType<typeof createMemoryTokens>;
let asked: string[];
let respond: () => Promise<Grant>;
let grantsRunning: number;
let mostGrantsAtOnce: number;

const clock = { now: () => now };
const pair = (name: string, fields: Partial<TokenPair> = {}): TokenPair => ({
  ...{ accessToken: `access-${name}`, accessExpiresAt: now + 60 * minute, scope: 'read_orders' },
  ...{ refreshToken: `refresh-${name}`, refreshExpiresAt: now + 90 * day },
  ...fields,
});
const granted = (name: string): Grant => ({ kind: 'granted', pair: pair(name) });

async function ask(what: string): Promise<Grant> {
  asked.push(what);
  grantsRunning += 1;
  mostGrantsAtOnce = Math.max(mostGrantsAtOnce, grantsRunning);
  await turn();
  await turn();
  try {
    return await respond();
  } finally {
    grantsRunning -= 1;
  }
}

/** One process: several share the store. Its sleep lets the others run and moves the clock. */
const process_ = (): AccessTokens =>
  createAccessTokens({
    tokens: store,
    rowOf: async (of) => of,
    clock,
    grants: {
      exchange: (_shop, token) => ask(`exchange ${token}`),
      refresh: (_shop, token) => ask(`refresh ${token}`),
    },
    sleep: async (ms) => {
      now += ms;
      await turn();
    },
  });

const put = async (stored: TokenPair) => {
  const lease = await store.admit(shop, minute);
  await store.store(shop, lease?.fence ?? -1, stored);
  await store.release(shop, lease?.fence ?? -1);
};

beforeEach(() => {
  now = Date.UTC(2026, 10, 21, 10);
  store = createMemoryTokens(clock);
  asked = [];
  grantsRunning = 0;
  mostGrantsAtOnce = 0;
  respond = async () => granted('2');
});

describe('a panel request', () => {
  it('exchanges its session token on the first visit, and calls nobody on the next', async () => {
    const tokens = process_();
    expect(await tokens.exchange(shop, 's1')).toBe('ready');
    expect(await tokens.exchange(shop, 's2')).toBe('ready');
    expect(asked).toEqual(['exchange s1']);
    expect(await tokens.tokenFor(shop)).toBe('access-2');
  });

  it('one exchange serves ten requests of two processes at once', async () => {
    const processes = [process_(), process_()];
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => processes[index % 2]?.exchange(shop, `s${index}`)),
    );
    expect(new Set(results)).toEqual(new Set(['ready']));
    expect(asked).toHaveLength(1);
  });

  it('leaves a pair that still serves to the next call, which refreshes it', async () => {
    await put(pair('1', { accessExpiresAt: now + minute }));
    const tokens = process_();
    expect(await tokens.exchange(shop, 's1')).toBe('ready');
    expect(asked).toEqual([]);
    expect(await tokens.tokenFor(shop)).toBe('access-2');
    expect(asked).toEqual(['refresh refresh-1']);
  });

  it('refreshes a pair that has ended, again where the answer was lost, and exchanges only where that is refused', async () => {
    await put(pair('1', { accessExpiresAt: now }));
    const tokens = process_();
    respond = async () => Promise.reject(unavailable());
    await expect(tokens.exchange(shop, 's1')).rejects.toMatchObject({ code: 'shopify_unavailable' });
    respond = async () => ({ kind: asked.at(-1)?.startsWith('refresh') ? 'refused' : 'granted', pair: pair('2') });
    expect(await tokens.exchange(shop, 's2')).toBe('ready');
    expect(asked).toEqual(['refresh refresh-1', 'refresh refresh-1', 'exchange s2']);
    now += 61 * minute;
    respond = async () => granted('3');
    expect(await tokens.exchange(shop, 's3')).toBe('ready');
    expect(asked.slice(3)).toEqual(['refresh refresh-2']);
  });

  it('whose session token Shopify refuses says so, and what is stored stays', async () => {
    await put(pair('1', { accessExpiresAt: now }));
    respond = async () => ({ kind: 'refused' });
    expect(await process_().exchange(shop, 's1')).toBe('refused');
    expect(await store.load(shop)).toMatchObject({ accessToken: 'access-1' });
  });

  it('ends the reconnect banner', async () => {
    await store.markRefused(shop, (await store.admit(shop, 0))?.fence ?? 0);
    await process_().exchange(shop, 's1');
    expect(store.refused(shop)).toBe(false);
  });

  it('that Shopify leaves hanging is told when to come again; those who come sooner are told at once', async () => {
    respond = async () => {
      now += 5_000;
      return Promise.reject(unavailable());
    };
    const tokens = process_();
    const begunAt = now;
    const told = { code: 'shopify_unavailable', retryable: true, retryAfterMs: 10_000 };
    const asking = ['s1', 's2', 's3'].map((token) => tokens.exchange(shop, token));
    for (const one of await Promise.allSettled(asking)) expect(one).toMatchObject({ status: 'rejected', reason: told });
    await expect(tokens.exchange(shop, 's4')).rejects.toMatchObject(told);
    expect(now - begunAt).toBeLessThan(8_000);
    expect(asked).toHaveLength(1);
    now += 10_000;
    respond = async () => granted('2');
    expect(await tokens.exchange(shop, 's5')).toBe('ready');
  });

  it.each([
    ['the shop', shopClosed],
    ['the app itself', appRefused],
  ])('is told what Shopify says where it refuses %s, however slowly', async (_name, refusal) => {
    respond = async () => {
      now += 2_000;
      return Promise.reject(refusal());
    };
    const tokens = process_();
    const { code, nextStep } = refusal();
    await expect(tokens.exchange(shop, 's1')).rejects.toMatchObject({ code, nextStep });
    await expect(tokens.exchange(shop, 's2')).rejects.toMatchObject({ code, nextStep });
    expect(asked).toHaveLength(2);
  });

  it('goes on with a token that is still valid when Shopify is away', async () => {
    await put(pair('1', { accessExpiresAt: now + minute }));
    respond = async () => Promise.reject(unavailable());
    expect(await process_().exchange(shop, 's1')).toBe('ready');
  });
});

describe('background work', () => {
  it('uses the stored token while more than five minutes are left', async () => {
    await put(pair('1', { accessExpiresAt: now + 5 * minute + 1 }));
    expect(await process_().tokenFor(shop)).toBe('access-1');
    expect(asked).toEqual([]);
  });

  it('is read again after ten seconds, and at once where Shopify has refused it', async () => {
    await put(pair('1'));
    const tokens = process_();
    expect(await tokens.tokenFor(shop)).toBe('access-1');
    await put(pair('newer'));
    expect(await tokens.tokenFor(shop)).toBe('access-1');
    now += 10_000;
    expect(await tokens.tokenFor(shop)).toBe('access-newer');
    await put(pair('newest'));
    expect(await tokens.replace(shop, 'access-newer')).toBe('access-newest');
    expect(await tokens.tokenFor(shop)).toBe('access-newest');
    expect(asked).toEqual([]);
  });

  it('refreshes within the last five minutes, once for all processes', async () => {
    await put(pair('1', { accessExpiresAt: now + 5 * minute }));
    const processes = [process_(), process_(), process_()];
    const got = await Promise.all(Array.from({ length: 12 }, (_, index) => processes[index % 3]?.tokenFor(shop)));
    expect(new Set(got)).toEqual(new Set(['access-2']));
    expect(asked).toEqual(['refresh refresh-1']);
    expect(mostGrantsAtOnce).toBe(1);
  });

  it('of a shop without a token asks the merchant to open the app', async () => {
    await expect(process_().tokenFor(shop)).rejects.toMatchObject({ code: 'shopify_token_refused', retryable: false });
    expect(asked).toEqual([]);
  });

  it('a refused refresh: reconnect, tokens dropped, and not asked a second time', async () => {
    await put(pair('1', { accessExpiresAt: now }));
    respond = async () => ({ kind: 'refused' });
    const tokens = process_();
    for (let round = 0; round < 3; round += 1) {
      await expect(tokens.tokenFor(shop)).rejects.toMatchObject({ code: 'shopify_token_refused' });
    }
    expect(asked).toHaveLength(1);
    expect(store.refused(shop)).toBe(true);
  });

  it('a refresh that fails on the network: the valid token is used, and Shopify left alone for a while', async () => {
    await put(pair('1', { accessExpiresAt: now + 4 * minute }));
    respond = async () => Promise.reject(unavailable());
    const tokens = process_();
    expect(await tokens.tokenFor(shop)).toBe('access-1');
    expect(await tokens.tokenFor(shop)).toBe('access-1');
    expect(asked).toHaveLength(1);
    now += 31_000;
    respond = async () => granted('2');
    expect(await tokens.tokenFor(shop)).toBe('access-2');
  });

  it.each([
    ['on the network', unavailable],
    ['for a closed shop', shopClosed],
  ])('a refresh that fails %s after the end: the failure, tried again later', async (_name, failure) => {
    await put(pair('1', { accessExpiresAt: now }));
    respond = async () => Promise.reject(failure());
    await expect(process_().tokenFor(shop)).rejects.toMatchObject({ code: failure().code, retryable: true });
    expect(store.refused(shop)).toBe(false);
    respond = async () => granted('2');
    expect(await process_().tokenFor(shop)).toBe('access-2');
  });

  it('a refresh that fails after the end tells the whole shop when to come again, not each order by itself', async () => {
    await put(pair('1', { accessExpiresAt: now }));
    respond = async () => Promise.reject(unavailable());
    await expect(process_().tokenFor(shop)).rejects.toMatchObject({ retryAfterMs: 10_000 });
    await expect(process_().replace(shop, 'access-1')).rejects.toMatchObject({ retryAfterMs: 10_000 });
    respond = async () => Promise.reject(maybeClosed());
    const unknown = await process_()
      .tokenFor(shop)
      .catch((error: unknown) => error);
    expect(unknown, 'it may be closed still').toBeInstanceOf(MaybeClosed);
    expect(unknown).toMatchObject({ retryAfterMs: 10_000 });
    respond = async () => Promise.reject(shopClosed());
    await expect(process_().tokenFor(shop)).rejects.toMatchObject({ retryAfterMs: shopClosed().retryAfterMs });
  });

  it('a grant without a refresh token leaves the old one in use', async () => {
    await put(pair('1', { accessExpiresAt: now }));
    respond = async () => ({ kind: 'granted', pair: pair('2', { refreshToken: null, refreshExpiresAt: null }) });
    await process_().tokenFor(shop);
    expect(await store.load(shop)).toMatchObject({ accessToken: 'access-2', refreshToken: 'refresh-1' });
  });

  it('without a refresh token: reconnect, without a call', async () => {
    await put(pair('1', { accessExpiresAt: now, refreshToken: null, refreshExpiresAt: null }));
    await expect(process_().tokenFor(shop)).rejects.toMatchObject({ code: 'shopify_token_refused' });
    expect(asked).toEqual([]);
    expect(store.refused(shop)).toBe(true);
  });

  it('on a machine whose clock is months ahead: Shopify says whether the refresh token has ended', async () => {
    await put(pair('1'));
    now += 100 * day;
    expect(await process_().tokenFor(shop)).toBe('access-2');
    expect(asked).toEqual(['refresh refresh-1']);
    expect(store.refused(shop)).toBe(false);
  });

  it('whose refresh token has ended by our clock and by Shopify: reconnect, asked once', async () => {
    await put(pair('1', { accessExpiresAt: now, refreshExpiresAt: 0 }));
    respond = async () => ({ kind: 'refused' });
    const tokens = process_();
    for (let round = 0; round < 2; round += 1) {
      await expect(tokens.tokenFor(shop)).rejects.toMatchObject({ code: 'shopify_token_refused' });
    }
    expect(asked).toEqual(['refresh refresh-1']);
    expect(store.refused(shop)).toBe(true);
  });

  it('a holder that died does not block the shop longer than its lease', async () => {
    await put(pair('1', { accessExpiresAt: now }));
    await store.lease(shop, 10_000);
    expect(await process_().tokenFor(shop)).toBe('access-2');
  });

  it('a holder that hangs is waited for only so long', async () => {
    await put(pair('1', { accessExpiresAt: now }));
    await store.lease(shop, day);
    await expect(process_().tokenFor(shop)).rejects.toMatchObject({ code: 'shopify_unavailable', retryable: true });
  });

  it('an answer that comes after the lease ran out does not overwrite the newer pair', async () => {
    await put(pair('1', { accessExpiresAt: now }));
    respond = async () => {
      now += 31_000;
      await put(pair('newer'));
      return granted('2');
    };
    expect(await process_().tokenFor(shop)).toBe('access-newer');
    expect(asked).toHaveLength(1);
  });
});

describe('a token that Shopify answered with 401', () => {
  it('is replaced by a refresh, though it had not ended', async () => {
    await put(pair('1'));
    expect(await process_().replace(shop, 'access-1')).toBe('access-2');
    expect(asked).toEqual(['refresh refresh-1']);
  });

  it('is replaced without a call where another process has a newer one', async () => {
    await put(pair('3'));
    expect(await process_().replace(shop, 'access-1')).toBe('access-3');
    expect(asked).toEqual([]);
  });

  it('ends in reconnect where the refresh is refused too (uninstalled)', async () => {
    await put(pair('1'));
    respond = async () => ({ kind: 'refused' });
    await expect(process_().replace(shop, 'access-1')).rejects.toMatchObject({ code: 'shopify_token_refused' });
    expect(store.refused(shop)).toBe(true);
  });

  it('is not used on when the refresh fails on the network', async () => {
    await put(pair('1'));
    respond = async () => Promise.reject(unavailable());
    await expect(process_().replace(shop, 'access-1')).rejects.toMatchObject({ code: 'shopify_unavailable' });
  });

  it('of a shop that is not stored any more: nothing is asked and nothing waited for', async () => {
    const begun = now;
    await expect(process_().replace(shop, 'access-1')).rejects.toMatchObject({ code: 'shopify_token_refused' });
    expect([asked, now - begun]).toEqual([[], 0]);
  });

  it('is dropped, unless the shop has another by now', async () => {
    await put(pair('3'));
    await process_().drop(shop, 'access-1');
    expect(await store.load(shop)).toMatchObject({ accessToken: 'access-3' });
    await process_().drop(shop, 'access-3');
    expect(store.refused(shop)).toBe(true);
  });
});
