import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { Clock } from '#deliveries/ports/ports.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { parseShopDomain } from './shop-domain.ts';

/** Why a token is not accepted; never the token itself. */
type SessionTokenFailure = 'malformed' | 'signature' | 'expired' | 'not_yet_valid' | 'audience' | 'shop';

export type Verified<T> = { ok: true; identity: T } | { ok: false; failure: SessionTokenFailure };

export interface TokenSecrets {
  apiKey: string;
  apiSecret: string;
  previousApiSecret: string | null;
  clock: Clock;
}

/** Difference of clocks that is let pass, in seconds. Tokens live for one minute (admin) or five (buyers). */
const skewSeconds = 5;
const longestToken = 8192;

/**
 * Verifies what Shopify signs with the app's secret for a session: HS256 alone, by the current or the previous secret,
 * `exp` and `nbf`, and no longer life than Shopify gives. `check` then reads the claims: who may be meant differs between the admin and buyers.
 */
export function createTokenVerifier<T>(
  { apiSecret, previousApiSecret, clock }: TokenSecrets,
  { required, longestLifeSeconds }: { required: string[]; longestLifeSeconds: number },
  check: (payload: JWTPayload) => Verified<T>,
): (token: string) => Promise<Verified<T>> {
  const secrets = [apiSecret, previousApiSecret].filter((secret) => secret !== null);
  const keys = secrets.map((secret) => new TextEncoder().encode(secret));
  return async (token) => {
    if (token.length > longestToken) return { ok: false, failure: 'malformed' };
    let failure: SessionTokenFailure = 'signature';
    for (const key of keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          clockTolerance: skewSeconds,
          currentDate: new Date(clock.now()),
          requiredClaims: ['exp', 'nbf', 'aud', 'dest', ...required],
        });
        return isShopifys(payload, longestLifeSeconds, clock.now())
          ? check(payload)
          : { ok: false, failure: 'malformed' };
      } catch (error) {
        failure = failureOf(error);
        if (failure !== 'signature') break;
      }
    }
    return { ok: false, failure };
  };
}

/** Shopify signs no token ahead of time, and none that outlives its page: such a one was made by somebody else. */
function isShopifys({ exp = 0, nbf = 0, iat = nbf }: JWTPayload, longestLifeSeconds: number, now: number): boolean {
  return exp - Math.min(nbf, iat) <= longestLifeSeconds && iat * 1000 <= now + skewSeconds * 1000;
}

function failureOf(error: unknown): SessionTokenFailure {
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf' && error.reason === 'check_failed') {
    return 'not_yet_valid';
  }
  return 'malformed';
}

/** The shop of `https://<shop><path>`; null for any other form. */
export function shopOfUrl(url: string, path: string): ShopDomain | null {
  const match = /^https:\/\/([^/?#@:]+)(\/[^?#]*)?$/.exec(url);
  if (!match || (match[2] ?? '').replace(/\/$/, '') !== path) return null;
  return parseShopDomain(match[1]);
}
