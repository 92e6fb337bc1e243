import type { Request, RequestHandler } from 'express';
import { AppError } from '#deliveries/errors.ts';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { HttpProblem } from '../http-problem.ts';
import { actorOf, type Caller, setCaller } from './caller.ts';

type Guarded = Pick<Context, 'verifySessionToken' | 'accessTokens' | 'storage' | 'shopify' | 'logger'>;

/** App Bridge fetches another token and repeats the request once when it sees this. */
const retryHeader = { 'X-Shopify-Retry-Invalid-Session-Request': '1' };

/**
 * Lets through who carries a valid session token, and makes sure of the shop's own access token: the first valid call of
 * a shop is its installation. The shop comes from the token; a shop in query, body or header selects nothing.
 * `limitRefused` counts who is turned away.
 */
export function sessionGuard(context: Guarded, limitRefused: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    try {
      setCaller(response, await identify(context, request));
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.document.status !== 401) throw error;
      await limitRefused(request, response, (tooMany?: unknown) => next(tooMany ?? error));
      return;
    }
    next();
  };
}

async function identify(context: Guarded, request: Request): Promise<Caller> {
  const token = /^Bearer ([^\s]+)$/i.exec(request.get('authorization') ?? '')?.[1];
  if (!token) throw refused('The request carries no session token.', {});
  const verified = await context.verifySessionToken(token);
  if (!verified.ok) throw refused('The session token is not valid.', retryHeader);
  const { shop, userId } = verified.identity;
  await connect(context, shop, token);
  return { shop: await knownShop(context, shop), actor: actorOf(verified.identity), userId };
}

/** Installs, renews or does nothing. A shop that is connected already stays usable while Shopify cannot be reached. */
async function connect(context: Guarded, shop: ShopDomain, token: string): Promise<void> {
  try {
    const outcome = await context.accessTokens.exchange(shop, token);
    if (outcome === 'refused') throw refused('Shopify does not take the session token.', retryHeader);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const stored = await context.storage.shops.shop(shop);
    if (stored?.installedAt == null || stored.uninstalledAt !== null) throw error;
  }
}

/** The shop's record; its name, zone and currency are asked for once, and again when that failed. */
async function knownShop(context: Guarded, domain: ShopDomain): Promise<ShopRecord> {
  const { shops } = context.storage;
  const shop = await shops.shop(domain);
  if (!shop) throw new Error('a connected shop has no row');
  if (shop.name !== null) return shop;
  try {
    await shops.describe(domain, await context.shopify.readShop(domain));
    return (await shops.shop(domain)) ?? shop;
  } catch (error) {
    context.logger.warn('shop not described', { code: codeOf(error), shop: domain });
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
