import { z } from 'zod';
import type { ShopDomain } from '#placement/ids.ts';
import { digitsOfGid } from './gid.ts';
import { parseShopDomain } from './shop-domain.ts';
import { createTokenVerifier, shopOfUrl, type TokenSecrets, type Verified } from './signed-token.ts';

/** Who looks at a thank-you or order-status page. */
interface BuyerIdentity {
  shop: ShopDomain;
  /** Digits of the customer who is signed in; null for a guest, of whom the token proves the shop and nothing else. */
  customerId: string | null;
}

export type BuyerTokenResult = Verified<BuyerIdentity>;

/** Shopify gives them five minutes; twice that is no token of Shopify's. */
const longestLifeSeconds = 600;

const claims = z.looseObject({
  dest: z.string(),
  aud: z.string(),
  sub: z.string().optional(),
  iss: z.string().optional(),
  sid: z.never().optional(),
});

/**
 * Verifies the session tokens of checkout and customer accounts. They are signed with the same secret as the admin's, for
 * the same app, so that what tells them apart is checked: they have no session, their issuer is no admin, and their
 * subject, where there is one, is a customer. A member of staff is no buyer, and a buyer no member of staff.
 */
export function createBuyerTokenVerifier(secrets: TokenSecrets): (token: string) => Promise<BuyerTokenResult> {
  return createTokenVerifier(secrets, { required: [], longestLifeSeconds }, (payload) => {
    const parsed = claims.safeParse(payload);
    if (!parsed.success) return { ok: false, failure: 'malformed' };
    const { dest, aud, sub, iss } = parsed.data;
    if (aud !== secrets.apiKey) return { ok: false, failure: 'audience' };
    const shop = dest.includes('/') ? shopOfUrl(dest, '') : parseShopDomain(dest);
    if (shop === null || (iss !== undefined && shopOfUrl(iss, '/admin') !== null))
      return { ok: false, failure: 'shop' };
    const customerId = sub === undefined ? null : digitsOfGid(sub, 'Customer');
    if (sub !== undefined && customerId === null) return { ok: false, failure: 'malformed' };
    return { ok: true, identity: { shop, customerId } };
  });
}
