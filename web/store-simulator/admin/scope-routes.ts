import express, { type Router } from 'express';
import { StoreRefusal } from '../state/refusal.ts';
import { defaultScopes, optionalScopes } from '../state/shop-state.ts';
import type { StoreControls } from '../store-simulator.ts';
import type { StoreWorld } from '../store-world.ts';
import { shopOf } from './shop-of-request.ts';

/** What App Bridge's scopes API says and what the merchant's press on Allow does. */
export function scopeRoutes(world: StoreWorld, controls: StoreControls): Router {
  const router = express.Router();
  router.get('/store/:handle/scopes', (request, response) => {
    response.json({ granted: shopOf(world, request).scopes, required: defaultScopes, optional: optionalScopes });
  });
  router.post('/store/:handle/scopes', express.urlencoded({ extended: false }), (request, response) => {
    const shop = shopOf(world, request);
    const asked = String((request.body as { scopes?: string }).scopes ?? '').split(',');
    if (!asked.every((scope) => optionalScopes.includes(scope))) {
      throw new StoreRefusal(`${asked.join()} is not among the app's optional scopes`, 422);
    }
    controls.updateScopes(shop.domain, [...new Set([...shop.scopes, ...asked])]);
    response.sendStatus(204);
  });
  return router;
}
