import type { Clock } from '#deliveries/ports/ports.ts';
import type { TokenPair } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { appRefused, badAnswer, failureOf, maybeClosed, statusOf, unavailable } from './failure.ts';
import {
  HttpResponseError,
  InvalidJwtError,
  RequestedTokenType,
  type Session,
  type ShopifyLibrary,
} from './shopify-library.ts';

/** Shopify's answer to a request for a token pair; failures that may pass are thrown as `AppError`. */
export type Grant = { kind: 'granted'; pair: TokenPair } | { kind: 'refused' };

/** Shopify's token endpoint. */
export interface TokenGrants {
  /** A session token of App Bridge for an expiring offline pair. */
  exchange(shop: ShopDomain, sessionToken: string): Promise<Grant>;
  /** A refresh token (usable once) for the next pair. */
  refresh(shop: ShopDomain, refreshToken: string): Promise<Grant>;
}

type OfflineSession = InstanceType<typeof Session>;
type Api = ShopifyLibrary['apis'][number];

/** The two grants through the library. `exchangeMs`: a person waits for an exchange, so it is given up sooner than a refresh. */
export function createTokenGrants(library: ShopifyLibrary, clock: Clock, { exchangeMs = 5_000 } = {}): TokenGrants {
  const request = async (
    ask: (api: Api) => Promise<{ session: OfflineSession }>,
    atMostMs?: number,
  ): Promise<Grant> => {
    const askedAt = Date.now();
    const session = await library.call(() => withAnySecret(library.apis, ask), atMostMs).catch(refusalOf);
    if (session === 'refused') return { kind: 'refused' };
    return { kind: 'granted', pair: toPair(session, askedAt, clock) };
  };
  return {
    exchange: (shop, sessionToken) =>
      request(
        (api) =>
          api.auth.tokenExchange({
            ...{ shop, sessionToken, expiring: true },
            requestedTokenType: RequestedTokenType.OfflineAccessToken,
          }),
        exchangeMs,
      ),
    refresh: (shop, refreshToken) => request((api) => api.auth.refreshToken({ shop, refreshToken })),
  };
}

/** The library verifies the session token with one secret only: during a rotation the previous one has its turn. */
async function withAnySecret(
  apis: readonly Api[],
  ask: (api: Api) => Promise<{ session: OfflineSession }>,
): Promise<OfflineSession | 'refused'> {
  for (const api of apis) {
    try {
      return (await ask(api)).session;
    } catch (error) {
      // Thrown before anything is sent. Its message repeats the token, so it goes no further.
      if (!(error instanceof InvalidJwtError)) throw error;
    }
  }
  return 'refused';
}

/** What Shopify calls a session token or a refresh token that it does not take, the last of a shop that uninstalled the app. */
const refusals: readonly unknown[] = ['invalid_grant', 'invalid_subject_token', 'invalid_request', 'app_not_installed'];

/** Only Shopify's own word refuses a token: a page of its edge says nothing of it, and the merchant would have to replace it. */
function refusalOf(error: unknown): 'refused' {
  const status = statusOf(error);
  if (status !== 400 && status !== 401 && status !== 403) throw failureOf(error);
  const code: unknown = error instanceof HttpResponseError ? error.response.body?.['error'] : undefined;
  if (code === 'invalid_client' || code === 'application_cannot_be_found') throw appRefused();
  if (refusals.includes(code)) return 'refused';
  throw status === 403 ? maybeClosed() : unavailable();
}

/** Lifetimes count from the moment before the request, on the app's clock (the library counts on the machine's). */
function toPair(session: OfflineSession, askedAt: number, clock: Clock): TokenPair {
  const { accessToken, expires, refreshToken, refreshTokenExpires, scope } = session;
  if (!accessToken || !expires) throw badAnswer();
  const onOurClock = (instant: Date): number => clock.now() + (instant.getTime() - askedAt);
  return {
    accessToken,
    accessExpiresAt: onOurClock(expires),
    refreshToken: refreshToken ?? null,
    refreshExpiresAt: refreshTokenExpires ? onOurClock(refreshTokenExpires) : null,
    scope: scope ?? '',
  };
}
