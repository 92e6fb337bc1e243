import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { TokenLease, TokenPair } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { MaybeClosed, maybeClosed, notConnected, tokenRefused, unavailable } from './failure.ts';
import { type AccessTokenDeps, keep, type Settled, settle } from './token-lease.ts';

/** Renewed when less than this is left. */
const marginMs = 5 * 60_000;
/** For how long a stored token is used again unread. One that another process replaced meanwhile still holds, or is answered with 401. */
const rememberedMs = 10_000;
/** An exchange that took longer than this to fail was left hanging; those who come within the pause are told so at once. */
const hangingMs = 1_000;
const exchangePauseMs = 10_000;
/** After a refresh that failed for reasons of the network, while the old token still holds. */
const refreshPauseMs = 30_000;

export interface AccessTokens {
  /**
   * Makes sure of a usable pair, by a panel request's session token where no refresh gives one.
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

interface Exchanged {
  /** What the session token calls the shop, where that is not the name of its row. */
  address?: ShopDomain;
  /** A shop that nobody knows under its address may have been renamed: whether somebody else found out meanwhile, and whose the new token is. */
  newcomer?: { isKnown(): Promise<boolean>; ownerOf(accessToken: string): Promise<ShopDomain | null> };
}

/** Expiring offline tokens: one grant at a time per shop, by the lease in the shop's row. */
export function createAccessTokens(deps: AccessTokenDeps): AccessTokens {
  const refresh = createRefresh(deps);
  const exchanges = createExchange(deps);
  const isFresh = (pair: TokenPair | null): boolean =>
    pair !== null && pair.accessExpiresAt - deps.clock.now() > marginMs;
  const load = async (shop: ShopDomain) => deps.tokens.load(await deps.rowOf(shop));
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
      // One that is about to end is refreshed by the next call to Shopify.
      const isUsable = (pair: TokenPair | null) => isValid(deps, pair);
      if (isUsable(await load(shop))) return 'ready';
      const pair = await settle(
        deps,
        shop,
        isUsable,
        (lease, row) => exchanges.under(lease, row, { sessionToken, ...of }),
        {
          take: deps.tokens.admit,
          check: () => exchanges.check(shop),
        },
      );
      return pair === null ? 'refused' : 'ready';
    },

    async tokenFor(shop) {
      const known = remembered.get(shop);
      if (known && known.until > deps.clock.now() && isFresh(known.pair)) return known.pair.accessToken;
      remembered.delete(shop);
      const pair = await load(shop);
      if (pair === null) throw tokenRefused();
      if (isFresh(pair)) return remember(shop, pair);
      if (refresh.isPaused(shop, pair)) return pair.accessToken;
      return orRefused(
        await settle(deps, shop, isFresh, (lease, row) => refresh.under(lease, row, isValid(deps, lease.tokens))),
      );
    },

    async replace(shop, refusedToken) {
      remembered.delete(shop);
      const isAnother = (pair: TokenPair | null) => isValid(deps, pair) && pair?.accessToken !== refusedToken;
      return orRefused(await settle(deps, shop, isAnother, (lease, row) => refresh.under(lease, row, false)));
    },

    async drop(shop, refusedToken) {
      const isAnother = (pair: TokenPair | null) => pair?.accessToken !== refusedToken;
      await settle(deps, shop, isAnother, (lease, row) => refused(deps, row, lease));
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

type Exchanging = Exchanged & { sessionToken: string };

/** Exchanging, and the pause after an exchange that Shopify left hanging: nobody waits for the next in vain. */
function createExchange(deps: AccessTokenDeps) {
  const pausedUntil = new Map<ShopDomain, number>();
  const check = (shop: ShopDomain): void => {
    if ((pausedUntil.get(shop) ?? 0) > deps.clock.now()) throw notConnected(exchangePauseMs);
  };
  return {
    /** @throws AppError with the time to come again, within the pause. */
    check,

    async under(lease: TokenLease, shop: ShopDomain, of: Exchanging): Promise<Settled> {
      const begunAt = deps.clock.now();
      try {
        const settled = await exchanged(deps, lease, shop, of);
        pausedUntil.delete(shop);
        return settled;
      } catch (error) {
        const failedAt = deps.clock.now();
        if (failedAt - begunAt >= hangingMs && isUnanswered(error)) pausedUntil.set(shop, failedAt + exchangePauseMs);
        if (isUnanswered(error)) check(shop);
        throw error;
      }
    },
  };
}

async function exchanged(
  deps: AccessTokenDeps,
  lease: TokenLease,
  shop: ShopDomain,
  { newcomer, address = shop, sessionToken }: Exchanging,
): Promise<Settled> {
  if (await newcomer?.isKnown()) return { done: true, pair: null };
  const renewed = newcomer ? null : await refreshed(deps, shop, lease);
  if (renewed) return keep(deps, shop, renewed, lease);
  const grant = await deps.grants.exchange(address, sessionToken);
  // A bad session token says nothing about the pair that is stored.
  if (grant.kind === 'refused') return { done: true, pair: null };
  const owner = (await newcomer?.ownerOf(grant.pair.accessToken)) ?? shop;
  return owner === shop ? keep(deps, shop, grant.pair, lease) : give(deps, owner, grant.pair);
}

/** An exchange voids the stored pair, even where its answer is lost; a refresh whose answer is lost can be repeated. */
async function refreshed({ grants }: AccessTokenDeps, shop: ShopDomain, lease: TokenLease): Promise<TokenPair | null> {
  if (!lease.tokens?.refreshToken) return null;
  const grant = await grants.refresh(shop, lease.tokens.refreshToken);
  return grant.kind === 'granted' ? grant.pair : null;
}

/** Without a token none of the shop's orders can go on: each would ask for one by itself. */
function ofWholeShop(error: unknown): unknown {
  if (error instanceof MaybeClosed) return maybeClosed({ retryAfterMs: exchangePauseMs });
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

/** Another row's: the newest pair is the one that surely holds. */
async function give(deps: AccessTokenDeps, owner: ShopDomain, pair: TokenPair): Promise<Settled> {
  const never = () => false;
  return { done: true, pair: await settle(deps, owner, never, (lease, row) => keep(deps, row, pair, lease)) };
}
