import { setTimeout as pause } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { AppError } from '#deliveries/errors.ts';
import type { ShopFacts } from '#deliveries/ports/shopify.ts';
import { hasApp, type ShopRecord } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { forgetPlace, shopOfId } from '#storage/shop-addresses.ts';
import { HttpProblem } from '../http-problem.ts';
import { actorOf, bearerOf, type Caller, setCaller } from './caller.ts';
import type { Refuse } from './rate-limits.ts';

type Guarded = Pick<Context, 'verifySessionToken' | 'accessTokens' | 'storage' | 'shopify' | 'logger'>;

/** A person waits. */
const askAgainMs = 3_000;
const askPauseMs = 300;

/** App Bridge fetches another token and repeats the request once when it sees this. */
const retryHeader = { 'X-Shopify-Retry-Invalid-Session-Request': '1' };

/**
 * Lets through who carries a valid session token, and makes sure of the shop's own access token: the first valid call of
 * a shop is its installation. The shop comes from the token; a shop in query, body or header selects nothing.
 */
export function sessionGuard(context: Guarded, refuse: Refuse): RequestHandler {
  return async (request, response, next) => {
    try {
      setCaller(response, await identify(context, request));
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.document.status !== 401) throw error;
      await refuse(request, response, next, error);
      return;
    }
    next();
  };
}

async function identify(context: Guarded, request: Request): Promise<Caller> {
  const token = bearerOf(request);
  if (!token) throw refused('The request carries no session token.', {});
  const verified = await context.verifySessionToken(token);
  if (!verified.ok) throw refused('The session token is not valid.', retryHeader);
  const shop = await connected(context, verified.identity.shop, token);
  return { shop: await described(context, shop), actor: actorOf(verified.identity), userId: verified.identity.userId };
}

/** The shop of an address, installed or renewed where it must be. One that has the app stays usable while Shopify cannot be reached. */
async function connected(context: Guarded, address: ShopDomain, token: string): Promise<ShopRecord> {
  const { accessTokens } = context;
  const { shops } = context.storage;
  const found = await shops.shopAt(address);
  if (!hasApp(found)) return installed(context, { address, token, found });
  try {
    const outcome = await accessTokens.exchange(found.domain, token, { address });
    if (outcome === 'refused') throw refused('Shopify does not take the session token.', retryHeader);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return found.reconnect ? ((await shops.shopAt(address)) ?? found) : found;
}

/**
 * Lets in a shop that has the app under no name that is known. Shopify says which one it is before it gets a row: one
 * that was renamed has a row already, and two would each book every order.
 */
async function installed(
  { accessTokens, shopify, storage: { db, shops } }: Guarded,
  { address, token, found }: { address: ShopDomain; token: string; found: ShopRecord | null },
): Promise<ShopRecord> {
  const place = found?.domain ?? address;
  let facts: ShopFacts | null = null;
  const outcome = await accessTokens.exchange(place, token, {
    address,
    newcomer: {
      isKnown: async () => hasApp(await shops.shopAt(address)),
      ownerOf: async (accessToken) => {
        facts = await again(() => shopify.readShopBy(accessToken, address));
        const owner = await shopOfId(db, facts.id, place);
        if (owner !== null && owner !== place) await shops.noteRenamed(owner, address === owner ? null : address);
        return owner;
      },
    },
  });
  const shop = await shops.shopAt(address);
  if (!hasApp(shop)) {
    if (outcome === 'refused') throw refused('Shopify does not take the session token.', retryHeader);
    throw new Error('a connected shop has no row');
  }
  if (shop.domain !== place) await forgetPlace(db, place);
  if (facts === null || shop.name !== null) return shop;
  await shops.describe(shop.domain, facts);
  return (await shops.shop(shop.domain)) ?? shop;
}

/**
 * Whose a new pair is Shopify is asked a few times: it has revoked the pair before it, and a renamed shop is cut off until
 * it has the new one.
 */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + askAgainMs; ; await pause(askPauseMs)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppError) || !error.retryable || performance.now() >= until) throw error;
    }
  }
}

/** Its name, zone and currency are asked for once, and again when that failed. */
async function described(context: Guarded, shop: ShopRecord): Promise<ShopRecord> {
  const { shops } = context.storage;
  if (shop.name !== null) return shop;
  try {
    await shops.describe(shop.domain, await context.shopify.readShop(shop.domain));
    return (await shops.shop(shop.domain)) ?? shop;
  } catch (error) {
    context.logger.warn('shop not described', { code: codeOf(error), shop: shop.domain });
    return shop;
  }
}

function refused(detail: string, headers: Record<string, string>): HttpProblem {
  return new HttpProblem(
    'unauthenticated',
    { title: 'Not signed in', status: 401, detail, nextStep: 'Open the app in the Shopify admin.' },
    { 'WWW-Authenticate': 'Bearer', ...headers },
  );
}
