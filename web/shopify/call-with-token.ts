import { AppError, shopifyErrorCodes } from '#deliveries/errors.ts';
import type { AccessTokens } from './access-token.ts';
import { callAdmin } from './admin-graphql.ts';
import { MaybeClosed, shopClosed } from './failure.ts';
import { lastingTrouble } from './lasting-trouble.ts';
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

/** Calls for a shop. One that Shopify's edge does not know counts as closed once that lasts. */
export function callWithToken({ library, tokens, now = () => performance.now() }: CallDeps): CallShop {
  const call = callRenewed(library, tokens);
  const unknown = lastingTrouble(now, closedAfterMs);
  return async (shop, operation, variables) => {
    try {
      const answer = await call(shop, operation, variables);
      unknown.isOver(shop);
      return answer;
    } catch (error) {
      throw error instanceof MaybeClosed && unknown.lasts(shop) ? shopClosed() : error;
    }
  };
}

/** A refused token is renewed once: a crash between Shopify's refresh and our commit leaves a dead token behind. */
function callRenewed(library: ShopifyLibrary, tokens: AccessTokens): CallShop {
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
      if (isTokenRefused(error)) await tokens.drop(shop, renewed);
      throw error;
    }
  };
}

const isTokenRefused = (error: unknown): boolean =>
  error instanceof AppError && error.code === shopifyErrorCodes.tokenRefused;
