import { randomUUID } from 'node:crypto';
import { gid } from '../state/gid.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';
import { type SessionTokenClaims, signSessionToken } from './session-token.ts';

const lifetimeSeconds = 60;

/** A session token of the shop's owner, as App Bridge gets it: good for a minute. */
export function issueSessionToken(
  world: StoreWorld,
  shop: ShopState,
  overrides: Partial<SessionTokenClaims> & Record<string, unknown> = {},
): string {
  const now = Math.floor(world.now() / 1000);
  const claims: SessionTokenClaims = {
    iss: `https://${shop.myshopifyDomain}/admin`,
    dest: `https://${shop.myshopifyDomain}`,
    aud: world.clientId,
    sub: '81290011',
    exp: now + lifetimeSeconds,
    nbf: now,
    iat: now,
    jti: randomUUID(),
    sid: randomUUID(),
  };
  return signSessionToken({ ...claims, ...overrides }, world.clientSecret);
}

const buyerLifetimeSeconds = 300;

/** What a checkout or a customer account hands out: no issuer, no session, and a customer only where one is signed in. */
export function issueBuyerToken(
  world: StoreWorld,
  shop: ShopState,
  customerId: string | null,
  overrides: Record<string, unknown> = {},
): string {
  const now = Math.floor(world.now() / 1000);
  const claims = {
    dest: shop.myshopifyDomain,
    aud: world.clientId,
    exp: now + buyerLifetimeSeconds,
    nbf: now,
    iat: now,
    jti: randomUUID(),
    ...(customerId === null ? {} : { sub: gid('Customer', customerId) }),
  };
  return signSessionToken({ ...claims, ...overrides }, world.clientSecret);
}
