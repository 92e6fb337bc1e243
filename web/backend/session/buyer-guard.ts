import type { Request, RequestHandler, Response } from 'express';
import { hasApp, type ShopRecord } from '#deliveries/ports/stores.ts';
import type { Context } from '#runtime/context.ts';
import { HttpProblem } from '../http-problem.ts';
import { bearerOf } from './caller.ts';
import type { Refuse } from './rate-limits.ts';

/** Who looks at a thank-you or order-status page, by a verified token. */
export interface Buyer {
  shop: ShopRecord;
  /** Digits; null for a guest. */
  customerId: string | null;
}

type Guarded = Pick<Context, 'verifyBuyerToken' | 'storage'>;

const key = 'buyer';

/**
 * Lets through who carries a valid token of a checkout or a customer account of a shop that has the app. It says which
 * shop, and which customer where one is signed in; never which order.
 */
export function buyerGuard(context: Guarded, refuse: Refuse): RequestHandler {
  return async (request, response, next) => {
    const buyer = await identify(context, request);
    if (buyer) {
      response.locals[key] = buyer;
      next();
      return;
    }
    await refuse(request, response, next, refused());
  };
}

/** @throws Error where no guard stood before the route: a defect of this code. */
export function buyerOf(response: Response): Buyer {
  const buyer = response.locals[key] as Buyer | undefined;
  if (!buyer) throw new Error('a route without its buyer guard');
  return buyer;
}

async function identify({ verifyBuyerToken, storage }: Guarded, request: Request): Promise<Buyer | null> {
  const token = bearerOf(request);
  const verified = token ? await verifyBuyerToken(token) : null;
  if (!verified?.ok) return null;
  const { shop: domain, customerId } = verified.identity;
  const shop = await storage.shops.shopAt(domain);
  return hasApp(shop) ? { shop, customerId } : null;
}

function refused(): HttpProblem {
  return new HttpProblem(
    'unauthenticated',
    {
      title: 'Not signed in',
      status: 401,
      detail: 'The session token is not valid here.',
      nextStep: 'Reload the page.',
    },
    { 'WWW-Authenticate': 'Bearer' },
  );
}
