import express, { type Request, type Router } from 'express';
import { shopOf } from '../admin/shop-of-request.ts';
import { findOrder } from '../changes/touch.ts';
import { languageOf } from '../extensions/extension-routes.ts';
import { issueBuyerToken } from '../oauth/issue-session-token.ts';
import type { StoreWorld } from '../store-world.ts';
import { buyerPage } from './buyer-page.ts';
import { checkoutPage } from './checkout-page.ts';
import { askForRates } from './checkout-rates.ts';

/** What buyers see after the checkout; `?guest` where nobody is signed in on the order-status page. */
export function buyerRoutes(world: StoreWorld): Router {
  const router = express.Router();
  router.get('/store/:handle/checkouts/:id/thank-you', (request, response) => {
    const shop = shopOf(world, request);
    const target = 'purchase.thank-you.block.render';
    const page = { target, language: languageOf(request), signedIn: false } as const;
    response.send(buyerPage(world, shop, findOrder(shop, request.params.id), page));
  });
  router.get('/store/:handle/checkout', async (request, response) => {
    const shop = shopOf(world, request);
    const said = (name: string, otherwise: string) => String(request.query[name] ?? otherwise);
    const typed = {
      address1: said('address1', '1 Main Road'),
      address2: said('address2', ''),
      zip: said('zip', '8001'),
      provinceCode: said('provinceCode', 'WC'),
      sku: said('sku', [...shop.variants.values()][0]?.sku ?? ''),
      quantity: Number(said('quantity', '1')) || 1,
      discountCents: Math.round((Number(said('discount', '0')) || 0) * 100),
      locale: said('locale', 'en-ZA'),
    };
    const lines = [{ sku: typed.sku, quantity: typed.quantity }];
    response.send(checkoutPage(shop, typed, await askForRates(shop, { ...typed, lines })));
  });
  router.get('/store/:handle/account/orders/:id', (request, response) => {
    const shop = shopOf(world, request);
    const target = 'customer-account.order-status.block.render';
    const page = { target, language: languageOf(request), signedIn: isSignedIn(request) } as const;
    response.send(buyerPage(world, shop, findOrder(shop, request.params.id), page));
  });
  // The token is of the person who looks, not of an order: it names no order at all.
  router.get('/store/:handle/checkouts/:id/session-token', (request, response) => {
    const shop = shopOf(world, request);
    const order = findOrder(shop, request.params.id);
    const customerId = isSignedIn(request) ? (order.customer?.id ?? null) : null;
    response.set('Cache-Control', 'no-store').json({ token: issueBuyerToken(world, shop, customerId) });
  });
  return router;
}

const isSignedIn = (request: Request) => request.query['guest'] === undefined;
