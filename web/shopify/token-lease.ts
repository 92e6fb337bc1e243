import type { Clock } from '#deliveries/ports/ports.ts';
import type { ShopTokens, TokenLease, TokenPair } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { unavailable } from './failure.ts';
import type { TokenGrants } from './token-grants.ts';

/** Longer than the time-outs of its grants, so that a slow answer still finds its fence. */
const leaseMs = 30_000;
/** How long one caller waits for another's grant, and how often it looks. */
const patienceMs = 20_000;
const pollMs = 50;

export interface AccessTokenDeps {
  tokens: ShopTokens;
  /** Shopify has one pair for a shop: of several rows of one shop that which keeps it. */
  rowOf(shop: ShopDomain): Promise<ShopDomain>;
  grants: TokenGrants;
  clock: Clock;
  sleep(ms: number): Promise<void>;
}

/** What came of a lease; not done: another is to be taken. */
export type Settled = { done: true; pair: TokenPair | null } | { done: false };

/**
 * Under the lease of the row that keeps the shop's pair: does `work` unless what is stored is already `enough`. Who does
 * not get the lease waits for the winner and takes what it stored; `check` throws where that is in vain. No transaction is
 * open while `work` calls Shopify.
 */
export async function settle(
  deps: AccessTokenDeps,
  shop: ShopDomain,
  enough: (pair: TokenPair | null) => boolean,
  work: (lease: TokenLease, row: ShopDomain) => Promise<Settled>,
  { take = deps.tokens.lease, check = () => {} }: { take?: ShopTokens['lease']; check?: () => void } = {},
): Promise<TokenPair | null> {
  for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += pollMs) {
    check();
    const row = await deps.rowOf(shop);
    const lease = await take(row, leaseMs);
    if (lease !== null) {
      const settled = await underLease(deps, row, lease, () =>
        enough(lease.tokens) ? Promise.resolve({ done: true, pair: lease.tokens }) : work(lease, row),
      );
      if (settled.done) return settled.pair;
    }
    await deps.sleep(pollMs);
    const stored = await deps.tokens.load(row);
    if (stored !== null && enough(stored)) return stored;
  }
  throw unavailable();
}

async function underLease(
  deps: AccessTokenDeps,
  row: ShopDomain,
  lease: TokenLease,
  work: () => Promise<Settled>,
): Promise<Settled> {
  try {
    return await work();
  } finally {
    await deps.tokens.release(row, lease.fence);
  }
}

/** Stores a granted pair under the fence; a pair whose fence is gone is not used, since a newer one is on its way. */
export async function keep(
  deps: AccessTokenDeps,
  row: ShopDomain,
  pair: TokenPair,
  lease: TokenLease,
): Promise<Settled> {
  // Shopify rotates the refresh token with every use; an answer without one leaves the old one usable.
  const { refreshToken, refreshExpiresAt } = pair.refreshToken === null && lease.tokens ? lease.tokens : pair;
  const whole = { ...pair, refreshToken, refreshExpiresAt };
  return (await deps.tokens.store(row, lease.fence, whole)) ? { done: true, pair: whole } : { done: false };
}
