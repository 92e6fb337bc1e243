import { randomBytes } from 'node:crypto';

/** What Shopify answers to a token exchange or a refresh. */
export interface TokenReply {
  access_token: string;
  scope: string;
  expires_in: number;
  refresh_token: string;
  refresh_token_expires_in: number;
}

interface RefreshToken {
  shop: string;
  expiresAt: number;
  /** The one it replaced: usable until this one is first used. */
  previous: string | null;
}

export interface TokenLifetimes {
  accessMs: number;
  refreshMs: number;
  /** How long a replaced refresh token stays usable while its successor was never used. */
  graceMs: number;
}

export const shopifyLifetimes: TokenLifetimes = {
  accessMs: 3_600_000,
  refreshMs: 90 * 86_400_000,
  graceMs: 30 * 86_400_000,
};

export interface TokenVault {
  /** Of an app a shop has one live pair: a new one revokes all that were before it. */
  issue(shop: string, scopes: string[]): TokenReply;
  /** null where the refresh token is unknown, of another shop, expired, or replaced by one that was used. */
  refresh(shop: string, refreshToken: string, scopes: string[]): TokenReply | null;
  /** The shop behind a live access token that was issued at least so long ago. */
  shopOf(accessToken: string, sinceMs?: number): string | null;
  /** Uninstalled: everything of the shop is void. */
  revoke(shop: string): void;
  /** Makes access tokens of the shop fail from now on, refresh tokens stay good. */
  expireAccess(shop: string): void;
}

/** Expiring offline tokens with rotation, as Shopify issues them. */
export function createTokenVault(lifetimes: TokenLifetimes, now: () => number): TokenVault {
  const access = new Map<string, { shop: string; issuedAt: number; expiresAt: number }>();
  const refresh = new Map<string, RefreshToken>();
  const issue = (shop: string, scopes: string[], previous: string | null): TokenReply => {
    const reply = {
      access_token: `shpat_${randomBytes(16).toString('hex')}`,
      scope: scopes.join(','),
      expires_in: Math.floor(lifetimes.accessMs / 1000),
      refresh_token: `shprt_${randomBytes(24).toString('hex')}`,
      refresh_token_expires_in: Math.floor(lifetimes.refreshMs / 1000),
    };
    access.set(reply.access_token, { shop, issuedAt: now(), expiresAt: now() + lifetimes.accessMs });
    refresh.set(reply.refresh_token, { shop, expiresAt: now() + lifetimes.refreshMs, previous });
    return reply;
  };
  const endAccess = (shop: string): void => {
    for (const [token, known] of access) {
      if (known.shop === shop) {
        access.delete(token);
      }
    }
  };
  const revoke = (shop: string): void => {
    endAccess(shop);
    for (const [token, known] of refresh) {
      if (known.shop === shop) {
        refresh.delete(token);
      }
    }
  };
  return {
    issue(shop, scopes) {
      revoke(shop);
      return issue(shop, scopes, null);
    },
    refresh(shop, token, scopes) {
      const known = refresh.get(token);
      if (!known || known.shop !== shop || known.expiresAt <= now()) {
        return null;
      }
      if (known.previous !== null) {
        refresh.delete(known.previous);
      }
      known.previous = null;
      known.expiresAt = Math.min(known.expiresAt, now() + lifetimes.graceMs);
      // A second use within the grace replaces the successor that nobody used.
      for (const [other, entry] of refresh) {
        if (entry.previous === token) {
          refresh.delete(other);
        }
      }
      return issue(shop, scopes, token);
    },
    shopOf(token, sinceMs = 0) {
      const known = access.get(token);
      return known && known.expiresAt > now() && known.issuedAt + sinceMs <= now() ? known.shop : null;
    },
    revoke,
    expireAccess: endAccess,
  };
}
