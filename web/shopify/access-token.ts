import type { Clock, ShopTokens, TokenPair } from '#deliveries/ports.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { tokenRefused, unavailable } from './failure.ts';
import type { Grant, TokenGrants } from './token-grants.ts';

/** Renewed when less than this is left. */
const marginMs = 5 * 60_000;
/** Longer than a grant's time-out, so that a slow answer still finds its fence. */
const leaseMs = 30_000;
/** How long one caller waits for another's grant, and how often it looks. */
const patienceMs = 20_000;
const pollMs = 50;
/** After a refresh that failed for reasons of the network, while the old token still holds. */
const refreshPauseMs = 30_000;

export interface AccessTokens {
  /**
   * Makes sure of a usable pair by a panel request's session token; calls Shopify only where there is none.
   * `refused`: Shopify does not take the session token (answer 401, App Bridge brings a new one).
   */
  exchange(shop: ShopDomain, sessionToken: string): Promise<'ready' | 'refused'>;
  /** An access token for one call. Throws `AppError` tokenRefused where the merchant must open the app. */
  tokenFor(shop: ShopDomain): Promise<string>;
  /** Another token in place of one that Shopify has answered with 401. */
  replace(shop: ShopDomain, refusedToken: string): Promise<string>;
  /** Forgets the pair and marks the shop for reconnecting, unless it has another token by now. */
  drop(shop: ShopDomain, refusedToken: string): Promise<void>;
}

export interface AccessTokenDeps {
  tokens: ShopTokens;
  grants: TokenGrants;
  clock: Clock;
  sleep(ms: number): Promise<void>;
}

type Settled = { done: true; pair: TokenPair | null } | { done: false };

/** Expiring offline tokens: one grant at a time per shop, by the lease in the shop's row. */
export function createAccessTokens(deps: AccessTokenDeps): AccessTokens {
  const pausedUntil = new Map<ShopDomain, number>();
  const isFresh = (pair: TokenPair | null): boolean =>
    pair !== null && pair.accessExpiresAt - deps.clock.now() > marginMs;
  const isValid = (pair: TokenPair): boolean => pair.accessExpiresAt > deps.clock.now();

  const renew = (shop: ShopDomain, enough: (pair: TokenPair | null) => boolean, mayKeep: boolean): Promise<string> =>
    settle(deps, shop, enough, async ({ fence, tokens }) => {
      if (tokens === null) return { done: true, pair: null };
      if (tokens.refreshToken === null || (tokens.refreshExpiresAt ?? Infinity) <= deps.clock.now()) {
        if (mayKeep && isValid(tokens)) return { done: true, pair: tokens };
        await deps.tokens.markRefused(shop);
        return { done: true, pair: null };
      }
      const grant = await deps.grants.refresh(shop, tokens.refreshToken).catch((error: unknown) => {
        if (!mayKeep || !isValid(tokens)) throw error;
        pausedUntil.set(shop, deps.clock.now() + refreshPauseMs);
        return 'later' as const;
      });
      if (grant === 'later') return { done: true, pair: tokens };
      return keep(deps, shop, fence, grant, tokens);
    }).then((pair) => {
      if (pair === null) throw tokenRefused();
      return pair.accessToken;
    });

  return {
    async exchange(shop, sessionToken) {
      if (isFresh(await deps.tokens.load(shop))) return 'ready';
      const pair = await settle(deps, shop, isFresh, async ({ fence, tokens }) => {
        const grant = await deps.grants.exchange(shop, sessionToken).catch((error: unknown) => {
          if (tokens === null || !isValid(tokens)) throw error;
          return 'later' as const;
        });
        if (grant === 'later') return { done: true, pair: tokens };
        // A bad session token says nothing about the pair that is stored.
        return grant.kind === 'refused' ? { done: true, pair: null } : keep(deps, shop, fence, grant, null);
      });
      return pair === null ? 'refused' : 'ready';
    },

    async tokenFor(shop) {
      const pair = await deps.tokens.load(shop);
      if (pair === null) throw tokenRefused();
      if (isFresh(pair)) return pair.accessToken;
      if (isValid(pair) && (pausedUntil.get(shop) ?? 0) > deps.clock.now()) return pair.accessToken;
      return renew(shop, isFresh, true);
    },

    replace: (shop, refusedToken) =>
      renew(shop, (pair) => pair !== null && pair.accessToken !== refusedToken && isValid(pair), false),

    async drop(shop, refusedToken) {
      await settle(deps, shop, (pair) => pair?.accessToken !== refusedToken, async () => {
        await deps.tokens.markRefused(shop);
        return { done: true, pair: null };
      });
    },
  };
}

/**
 * Under the shop's lease: does `work` unless what is stored is already `enough`. Who does not get the lease waits for the
 * winner and takes what it stored. No transaction is open while `work` calls Shopify.
 */
async function settle(
  deps: AccessTokenDeps,
  shop: ShopDomain,
  enough: (pair: TokenPair | null) => boolean,
  work: (lease: { fence: number; tokens: TokenPair | null }) => Promise<Settled>,
): Promise<TokenPair | null> {
  for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += pollMs) {
    const lease = await deps.tokens.lease(shop, leaseMs);
    if (lease !== null) {
      try {
        if (enough(lease.tokens)) return lease.tokens;
        const settled = await work(lease);
        if (settled.done) return settled.pair;
      } finally {
        await deps.tokens.release(shop, lease.fence);
      }
    }
    await deps.sleep(pollMs);
    const stored = await deps.tokens.load(shop);
    if (stored !== null && enough(stored)) return stored;
  }
  throw unavailable();
}

/** Stores a granted pair under the fence; a pair whose fence is gone is not used, since a newer one is on its way. */
async function keep(
  deps: AccessTokenDeps,
  shop: ShopDomain,
  fence: number,
  grant: Grant,
  before: TokenPair | null,
): Promise<Settled> {
  if (grant.kind === 'refused') {
    await deps.tokens.markRefused(shop);
    return { done: true, pair: null };
  }
  // Shopify rotates the refresh token with every use; an answer without one leaves the old one usable.
  const { pair } = grant;
  const whole: TokenPair =
    pair.refreshToken === null && before?.refreshToken
      ? { ...pair, refreshToken: before.refreshToken, refreshExpiresAt: before.refreshExpiresAt }
      : pair;
  return (await deps.tokens.store(shop, fence, whole)) ? { done: true, pair: whole } : { done: false };
}
