import express, { type RequestHandler, type Router } from 'express';
import { findOrder } from '../changes/touch.ts';
import { languageOf } from '../extensions/extension-routes.ts';
import { issueSessionToken } from '../oauth/issue-session-token.ts';
import { shopHandle } from '../oauth/launch-query.ts';
import { gid } from '../state/gid.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { StoreControls } from '../store-simulator.ts';
import type { StoreWorld } from '../store-world.ts';
import { appPage } from './app-page.ts';
import { sendAsset } from './assets.ts';
import { orderActionRoutes } from './order-actions.ts';
import { foundOrders, orderListPage, orderRows } from './order-list-page.ts';
import { orderLive } from './order-live.ts';
import { orderPage } from './order-page.ts';
import { scopeRoutes } from './scope-routes.ts';
import { shopOf } from './shop-of-request.ts';
import { webhookLogPage } from './webhook-log-page.ts';

/** The admin as a person sees it. */
export function adminRoutes(world: StoreWorld, controls: StoreControls): Router {
  const router = express.Router();
  router.get(['/', '/admin', '/admin/orders'], (request, response) => {
    const first = [...world.shops.values()][0];
    if (!first) {
      throw new StoreRefusal('there is no shop', 404);
    }
    response.redirect(`/store/${shopHandle(first)}/orders${new URL(request.originalUrl, 'http://store').search}`);
  });
  router.get('/assets/:name', (request, response) => sendAsset(request.params.name, response));
  // The place that stands in for Shopify's CDN.
  router.get('/app-bridge.js', (_request, response) => sendAsset('app-bridge.js', response));
  router.get('/store/:handle/orders', (request, response) => {
    const shop = shopOf(world, request);
    const search = searchOf(request);
    const [only, more] = search === '' ? [] : foundOrders(shop, search);
    if (only && !more) {
      response.redirect(`/store/${shopHandle(shop)}/orders/${only.id}`);
      return;
    }
    response.send(orderListPage(world, shop, { search, language: languageOf(request) }));
  });
  router.get('/store/:handle/orders/rows', (request, response) => {
    response.send(orderRows(world, shopOf(world, request), searchOf(request)));
  });
  router.get('/store/:handle/orders/:id', (request, response) => {
    const shop = shopOf(world, request);
    const problem = typeof request.query['problem'] === 'string' ? request.query['problem'] : null;
    const options = { problem, language: languageOf(request) };
    response.send(orderPage(world, shop, findOrder(shop, request.params.id), options));
  });
  router.get('/store/:handle/orders/:id/live', (request, response) => {
    const shop = shopOf(world, request);
    response.send(orderLive(world, shop, findOrder(shop, request.params.id)).text);
  });
  router.get('/store/:handle/webhooks', (request, response) => {
    response.send(webhookLogPage(world, shopOf(world, request)));
  });
  router.get('/store/:handle/products.json', (request, response) => {
    const products = [...shopOf(world, request).products.values()];
    response.json(products.map(({ id, title, handle }) => ({ id: gid('Product', id), title, handle })));
  });
  router.get('/store/:handle/session-token', sessionTokenRoute(world));
  router.get('/store/:handle/apps/:app{/*path}', (request, response) => {
    if (request.params.app !== world.appHandle) {
      throw new StoreRefusal(`no app ${request.params.app}`, 404);
    }
    const path = `/${((request.params as { path?: string[] }).path ?? []).map(encodeURIComponent).join('/')}`;
    const search = new URL(request.originalUrl, 'http://store').searchParams;
    response.send(appPage(world, shopOf(world, request), path, search));
  });
  router.use(orderActionRoutes(world, controls));
  router.use(scopeRoutes(world, controls));
  return router;
}

/** What was typed into the list's search, or led here from outside. */
const searchOf = ({ query }: express.Request): string =>
  typeof query['query'] === 'string' ? query['query'].trim() : '';

/** For the admin's own script, and for the app's page when it is opened outside the frame. */
function sessionTokenRoute(world: StoreWorld): RequestHandler {
  return (request, response) => {
    if (world.appUrl !== null) {
      response.set('Access-Control-Allow-Origin', new URL(world.appUrl).origin);
    }
    response.set('Cache-Control', 'no-store').json({ token: issueSessionToken(world, shopOf(world, request)) });
  };
}
