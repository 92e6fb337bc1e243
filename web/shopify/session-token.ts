import { z } from 'zod';
import type { ShopDomain } from '#placement/ids.ts';
import { createTokenVerifier, shopOfUrl, type TokenSecrets, type Verified } from './signed-token.ts';

/** Who makes a request from inside the Shopify admin. */
export interface SessionIdentity {
  shop: ShopDomain;
  /** Shopify's id of the staff member; null where the token names none. */
  userId: string | null;
}

export type SessionTokenResult = Verified<SessionIdentity>;

/** Shopify gives them one minute; five times that is no token of Shopify's. */
const longestLifeSeconds = 300;

const claims = z.looseObject({
  iss: z.string(),
  dest: z.string(),
  aud: z.string(),
  // A member of staff. A buyer's token, signed with the same secret, names a customer here.
  sub: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
});

/**
 * Verifies App Bridge's session tokens: HS256 alone, signature by the current or the previous secret, `exp`, `nbf`, `aud`,
 * and `iss` and `dest` of the same shop's admin. Stricter than the library, which checks neither `iss` nor `dest` and puts
 * the token into its error message.
 */
export function createSessionTokenVerifier(secrets: TokenSecrets): (token: string) => Promise<SessionTokenResult> {
  return createTokenVerifier(secrets, { required: ['iss'], longestLifeSeconds }, (payload) => {
    const parsed = claims.safeParse(payload);
    if (!parsed.success) return { ok: false, failure: 'malformed' };
    const { iss, dest, aud, sub } = parsed.data;
    if (aud !== secrets.apiKey) return { ok: false, failure: 'audience' };
    const shop = shopOfUrl(dest, '');
    if (shop === null || shop !== shopOfUrl(iss, '/admin')) return { ok: false, failure: 'shop' };
    return { ok: true, identity: { shop, userId: sub ?? null } };
  });
}
