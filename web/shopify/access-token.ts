import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { Clock } from '#deliveries/ports/ports.ts';
import type { ShopTokens, TokenLease, TokenPair } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { notConnected, tokenRefused, unavailable } from './failure.ts';
import type { TokenGrants } from './token-grants.ts';

/** Renewed when less than this is left. */
const marginMs = 5 * 60_000;
/** Longer than a grant's time-out, so that a slow answer still finds its fence. */
const leaseMs = 30_000;
/** How long one caller waits for another's grant, and how often it looks. */
const patienceMs = 20_000;
const pollMs = 50;
/** For how long a stored token is used again unread. One that another process replaced meanwhile still holds, or is answered with 401. */
const rememberedMs = 10_000;
/** An exchange that took longer than this to fail was left hanging; those who come within the pause are told so at once. */
const hangingMs = 1_000;
const exchangePauseMs = 10_000;
/** After a refresh that failed for reasons of the network, while the old token still holds. */
const refreshPauseMs = 30_000;

export interface AccessTokens {
  /**
   * Makes sure of a usable pair by a panel request's session token; calls Shopify only where there is none.
   * `refused`: Shopify does not take the session token (answer 401, App Bridge brings a new one). Where Shopify leaves it
   * hanging, throws `AppError` with the time to come again.
   */
  exchange(shop: ShopDomain, sessionToken: string, of?: Exchanged): Promise<'ready' | 'refused'>;
  /** An access token for one call. Throws `AppError` tokenRefused where the merchant must open the app. */
  tokenFor(shop: ShopDomain): Promise<string>;
  /** Another token in place of one that Shopify has answered with 401. */
  replace(shop: ShopDomain, refusedToken: string): Promise<string>;
  /** Forgets the pair and marks the shop for reconnecting, unless it has another token by now. */
  drop(shop: ShopDomain, refusedToken: string): Promise<void>;
}

export interface Exchanged {
  /** What the session token calls the shop, where that is not the name of its row. */
  address?: ShopDomain;
  /** A shop that nobody knows under its address may have been renamed: whether somebody else found out meanwhile, and whose the new token is. */
  newcomer?: { isKnown(): Promise<boolean>; ownerOf(accessToken: string): Promise<ShopDomain | null> };
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
  const refresh = createRefresh(deps);
  const exchanges = createExchange(deps);
  const isFresh = (pair: TokenPair | null): boolean =>
    pair !== null && pair.accessExpiresAt - deps.clock.now() > marginMs;
  const remembered = new Map<ShopDomain, { pair: TokenPair; until: number }>();
  const remember = (shop: ShopDomain, pair: TokenPair): string => {
    remembered.set(shop, { pair, until: deps.clock.now() + rememberedMs });
    return pair.accessToken;
  };
  const orRefused = (pair: TokenPair | null): string => {
    if (pair === null) throw tokenRefused();
    return pair.accessToken;
  };
  return {
    async exchange(shop, sessionToken, of = {}) {
      const stored = await deps.tokens.load(shop);
      if (isFresh(stored) || (exchanges.isPaused(shop) && isValid(deps, stored))) return 'ready';
      const pair = await settle(deps, shop, isFresh, (lease) => exchanges.under(lease, shop, { sessionToken, ...of }), {
        take: deps.tokens.admit,
        check: () => exchanges.check(shop),
      });
      return pair === null ? 'refused' : 'ready';
    },

    async tokenFor(shop) {
      const known = remembered.get(shop);
      if (known && known.until > deps.clock.now() && isFresh(known.pair)) return known.pair.accessToken;
      remembered.delete(shop);
      const pair = await deps.tokens.load(shop);
      if (pair === null) throw tokenRefused();
      if (isFresh(pair)) return remember(shop, pair);
      if (refresh.isPaused(shop, pair)) return pair.accessToken;
      return orRefused(
        await settle(deps, shop, isFresh, (lease) => refresh.under(lease, shop, isValid(deps, lease.tokens))),
      );
    },

    async replace(shop, refusedToken) {
      remembered.delete(shop);
      const isAnother = (pair: TokenPair | null) => isValid(deps, pair) && pair?.accessToken !== refusedToken;
      return orRefused(await settle(deps, shop, isAnother, (lease) => refresh.under(lease, shop, false)));
    },

    async drop(shop, refusedToken) {
      const isAnother = (pair: TokenPair | null) => pair?.accessToken !== refusedToken;
      await settle(deps, shop, isAnother, (lease) => refused(deps, shop, lease));
    },
  };
}

const isValid = (deps: AccessTokenDeps, pair: TokenPair | null): boolean =>
  pair !== null && pair.accessExpiresAt > deps.clock.now();

async function refused(deps: AccessTokenDeps, shop: ShopDomain, lease: TokenLease): Promise<Settled> {
  await deps.tokens.markRefused(shop, lease.fence);
  return { done: true, pair: null };
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof AppError && error.code === shopifyErrorCodes.unavailable;

/** Exchanging, and the pause after an exchange that Shopify left hanging: nobody waits for the next in vain. */
function createExchange(deps: AccessTokenDeps) {
  const pausedUntil = new Map<ShopDomain, number>();
  const isPaused = (shop: ShopDomain): boolean => (pausedUntil.get(shop) ?? 0) > deps.clock.now();
  const check = (shop: ShopDomain): void => {
    if (isPaused(shop)) throw notConnected(exchangePauseMs);
  };
  return {
    isPaused,
    /** @throws AppError with the time to come again, within the pause. */
    check,

    async under(lease: TokenLease, shop: ShopDomain, of: Exchanged & { sessionToken: string }): Promise<Settled> {
      const begunAt = deps.clock.now();
      try {
        if (await of.newcomer?.isKnown()) return { done: true, pair: null };
        const grant = await deps.grants.exchange(of.address ?? shop, of.sessionToken);
        pausedUntil.delete(shop);
        // A bad session token says nothing about the pair that is stored.
        if (grant.kind === 'refused') return { done: true, pair: null };
        const owner = (await of.newcomer?.ownerOf(grant.pair.accessToken)) ?? shop;
        return await (owner === shop ? keep(deps, shop, grant.pair, lease) : give(deps, owner, grant.pair));
      } catch (error) {
        const failedAt = deps.clock.now();
        if (failedAt - begunAt >= hangingMs && isUnanswered(error)) pausedUntil.set(shop, failedAt + exchangePauseMs);
        if (isValid(deps, lease.tokens)) return { done: true, pair: lease.tokens };
        if (isUnanswered(error)) check(shop);
        throw error;
      }
    },
  };
}

/** Without a token none of the shop's orders can go on: each would ask for one by itself. */
function ofWholeShop(error: unknown): unknown {
  return isUnanswered(error) ? unavailable({ retryAfterMs: exchangePauseMs }) : error;
}

/** Refreshing, and the pause after a refresh that failed for reasons of the network. */
function createRefresh(deps: AccessTokenDeps) {
  const pausedUntil = new Map<ShopDomain, number>();
  return {
    isPaused: (shop: ShopDomain, pair: TokenPair): boolean =>
      isValid(deps, pair) && (pausedUntil.get(shop) ?? 0) > deps.clock.now(),

    /** `mayKeep`: the token in hand still serves where no other can be had now. */
    async under(lease: TokenLease, shop: ShopDomain, mayKeep: boolean): Promise<Settled> {
      const { tokens } = lease;
      if (tokens === null) return { done: true, pair: null };
      // One that has ended by our clock is sent too: a machine may be months ahead, and Shopify knows.
      const { refreshToken } = tokens;
      if (refreshToken === null) return mayKeep ? { done: true, pair: tokens } : refused(deps, shop, lease);
      try {
        return await refreshPair(deps, shop, refreshToken, lease);
      } catch (error) {
        if (!mayKeep) throw ofWholeShop(error);
        pausedUntil.set(shop, deps.clock.now() + refreshPauseMs);
        return { done: true, pair: tokens };
      }
    },
  };
}

async function refreshPair(
  deps: AccessTokenDeps,
  shop: ShopDomain,
  refreshToken: string,
  lease: TokenLease,
): Promise<Settled> {
  const grant = await deps.grants.refresh(shop, refreshToken);
  return grant.kind === 'refused' ? refused(deps, shop, lease) : keep(deps, shop, grant.pair, lease);
}

/**
 * Under the shop's lease: does `work` unless what is stored is already `enough`. Who does not get the lease waits for the
 * winner and takes what it stored; `check` throws where that is in vain. No transaction is open while `work` calls Shopify.
 */
async function settle(
  deps: AccessTokenDeps,
  shop: ShopDomain,
  enough: (pair: TokenPair | null) => boolean,
  work: (lease: TokenLease) => Promise<Settled>,
  { take = deps.tokens.lease, check = () => {} }: { take?: ShopTokens['lease']; check?: () => void } = {},
): Promise<TokenPair | null> {
  for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += pollMs) {
    check();
    const lease = await take(shop, leaseMs);
    if (lease !== null) {
      const settled = await underLease(deps, shop, lease, () =>
        enough(lease.tokens) ? Promise.resolve({ done: true, pair: lease.tokens }) : work(lease),
      );
      if (settled.done) return settled.pair;
    }
    await deps.sleep(pollMs);
    const stored = await deps.tokens.load(shop);
    if (stored !== null && enough(stored)) return stored;
  }
  throw unavailable();
}

async function underLease(
  deps: AccessTokenDeps,
  shop: ShopDomain,
  lease: TokenLease,
  work: () => Promise<Settled>,
): Promise<Settled> {
  try {
    return await work();
  } finally {
    await deps.tokens.release(shop, lease.fence);
  }
}

/** Another row's: the newest pair is the one that surely holds. */
async function give(deps: AccessTokenDeps, owner: ShopDomain, pair: TokenPair): Promise<Settled> {
  const never = () => false;
  return { done: true, pair: await settle(deps, owner, never, (lease) => keep(deps, owner, pair, lease)) };
}

/** Stores a granted pair under the fence; a pair whose fence is gone is not used, since a newer one is on its way. */
async function keep(deps: AccessTokenDeps, shop: ShopDomain, pair: TokenPair, lease: TokenLease): Promise<Settled> {
  // Shopify rotates the refresh token with every use; an answer without one leaves the old one usable.
  const { refreshToken, refreshExpiresAt } = pair.refreshToken === null && lease.tokens ? lease.tokens : pair;
  const whole = { ...pair, refreshToken, refreshExpiresAt };
  return (await deps.tokens.store(shop, lease.fence, whole)) ? { done: true, pair: whole } : { done: false };
}
