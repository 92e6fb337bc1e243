import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { AccessTokens } from './access-token.ts';
import { callAdmin } from './admin-graphql.ts';
import { MaybeClosed, shopClosed, unavailable } from './failure.ts';
import { type LastingTrouble, lastingTrouble } from './lasting-trouble.ts';
import type { CallShop } from './read-order.ts';
import type { ShopifyLibrary } from './shopify-library.ts';

export interface CallDeps {
  library: ShopifyLibrary;
  tokens: AccessTokens;
  /** In milliseconds, from any beginning; the process's own by default. */
  now?: () => number;
}

/** A wrong edge of Shopify is right again sooner; a closed shop costs no more than this until it is known for one. */
const closedAfterMs = 30_000;
/** Not all of Shopify takes a token in its first seconds. One that it goes on granting and refusing a person must replace. */
const deadAfterMs = 15 * 60_000;
const renewedPauseMs = 5_000;

/** Calls for a shop. One that Shopify's edge does not know counts as closed once that lasts. */
export function callWithToken({ library, tokens, now = () => performance.now() }: CallDeps): CallShop {
  const refused = lastingTrouble(now, deadAfterMs);
  const call = callRenewed(library, tokens, refused);
  const unknown = lastingTrouble(now, closedAfterMs);
  return async (shop, operation, variables) => {
    try {
      const answer = await call(shop, operation, variables);
      for (const trouble of [unknown, refused]) trouble.isOver(shop);
      return answer;
    } catch (error) {
      throw error instanceof MaybeClosed && unknown.lasts(shop) ? shopClosed() : error;
    }
  };
}

/** A refused token is renewed once: a crash between Shopify's refresh and our commit leaves a dead token behind. */
function callRenewed(library: ShopifyLibrary, tokens: AccessTokens, refused: LastingTrouble): CallShop {
  return async (shop, operation, variables) => {
    const accessToken = await tokens.tokenFor(shop);
    try {
      return await callAdmin(library, { shop, accessToken }, operation, variables);
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
    }
    const renewed = await tokens.replace(shop, accessToken);
    try {
      return await callAdmin(library, { shop, accessToken: renewed }, operation, variables);
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
      // With the refresh Shopify has just said that the app is installed.
      if (!refused.lasts(shop)) throw unavailable({ retryAfterMs: renewedPauseMs });
      await tokens.drop(shop, renewed);
      refused.isOver(shop);
      throw error;
    }
  };
}

const isTokenRefused = (error: unknown): boolean =>
  error instanceof AppError && error.code === shopifyErrorCodes.tokenRefused;
