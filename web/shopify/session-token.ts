import { errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '#deliveries/ports/ports.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { parseShopDomain } from './shop-domain.ts';

/** Who makes a request from inside the Shopify admin. */
export interface SessionIdentity {
  shop: ShopDomain;
  /** Shopify's id of the staff member; null where the token names none. */
  userId: string | null;
  sessionId: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Why a token is not accepted; never the token itself. */
export type SessionTokenFailure = 'malformed' | 'signature' | 'expired' | 'not_yet_valid' | 'audience' | 'shop';

export type SessionTokenResult = { ok: true; identity: SessionIdentity } | { ok: false; failure: SessionTokenFailure };

/** Difference of clocks that is let pass, in seconds. Session tokens live for one minute. */
const skewSeconds = 5;
const longestToken = 8192;

const claims = z.looseObject({
  iss: z.string(),
  dest: z.string(),
  aud: z.string(),
  exp: z.number(),
  nbf: z.number(),
  sub: z.string().optional(),
  sid: z.string().optional(),
});

/**
 * Verifies App Bridge's session tokens: HS256 alone, signature by the current or the previous secret, `exp`, `nbf`, `aud`,
 * and `iss` and `dest` of the same shop. Stricter than the library, which checks neither `iss` nor `dest` and puts the
 * token into its error message.
 */
export function createSessionTokenVerifier(deps: {
  apiKey: string;
  apiSecret: string;
  previousApiSecret: string | null;
  clock: Clock;
}): (token: string) => Promise<SessionTokenResult> {
  const secrets = [deps.apiSecret, deps.previousApiSecret].filter((secret) => secret !== null);
  const keys = secrets.map((secret) => new TextEncoder().encode(secret));
  return async (token) => {
    if (token.length > longestToken) return { ok: false, failure: 'malformed' };
    let failure: SessionTokenFailure = 'signature';
    for (const key of keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          clockTolerance: skewSeconds,
          currentDate: new Date(deps.clock.now()),
          requiredClaims: ['exp', 'nbf', 'aud', 'iss', 'dest'],
        });
        return checkClaims(payload, deps.apiKey);
      } catch (error) {
        failure = failureOf(error);
        if (failure !== 'signature') break;
      }
    }
    return { ok: false, failure };
  };
}

function failureOf(error: unknown): SessionTokenFailure {
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf' && error.reason === 'check_failed') {
    return 'not_yet_valid';
  }
  return 'malformed';
}

function checkClaims(payload: JWTPayload, apiKey: string): SessionTokenResult {
  const parsed = claims.safeParse(payload);
  if (!parsed.success) return { ok: false, failure: 'malformed' };
  const { iss, dest, aud, exp, sub, sid } = parsed.data;
  if (aud !== apiKey) return { ok: false, failure: 'audience' };
  const shop = shopOf(dest, '');
  if (shop === null || shop !== shopOf(iss, '/admin')) return { ok: false, failure: 'shop' };
  return { ok: true, identity: { shop, userId: sub ?? null, sessionId: sid ?? null, expiresAt: exp * 1000 } };
}

/** The shop of `https://<shop><path>`; null for any other form. */
function shopOf(url: string, path: string): ShopDomain | null {
  const match = /^https:\/\/([^/?#@:]+)(\/[^?#]*)?$/.exec(url);
  if (!match || (match[2] ?? '').replace(/\/$/, '') !== path) return null;
  return parseShopDomain(match[1]);
}
