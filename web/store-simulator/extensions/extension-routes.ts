import express, { type Request, type Response, type Router } from 'express';
import { shopOf } from '../admin/shop-of-request.ts';
import { findOrder } from '../changes/touch.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';
import type { StoreWorld } from '../store-world.ts';
import type { ExtensionBundle } from './extension-bundle.ts';
import { type FrameSetup, framePage } from './frame-page.ts';

/** Where the admin's pages fetch extensions from: the document of a frame, and the script in it. */
export function extensionRoutes(world: StoreWorld): Router {
  const router = express.Router();
  router.get('/extensions/:handle.js', (request, response) => {
    response.sendFile(bundleOf(world, request).scriptFile, { dotfiles: 'allow' });
  });
  router.get('/store/:handle/extensions/:extension', (request, response) => {
    const shop = shopOf(world, request);
    const bundle = bundleOf(world, { params: { handle: request.params.extension } });
    const target = String(request.query['target'] ?? '');
    if (!bundle.targets.includes(target)) throw new StoreRefusal(`${bundle.handle} has no target ${target}`, 404);
    const selected = [request.query['id'] ?? []].flat().map((id) => ({ id: String(id) }));
    const order = typeof request.query['order'] === 'string' ? buyersOrder(shop, request.query['order']) : null;
    sendFrame(response, framePage(world, bundle, { target, language: languageOf(request), selected, order }));
  });
  return router;
}

function bundleOf(world: StoreWorld, { params }: { params: Record<string, unknown> }): ExtensionBundle {
  const found = world.extensions.find(({ handle }) => handle === params['handle']);
  if (!found) throw new StoreRefusal(`no extension ${String(params['handle'])}`, 404);
  return found;
}

function buyersOrder(shop: ShopState, id: string): FrameSetup['order'] {
  const { name, confirmationNumber } = findOrder(shop, id);
  return { id, name, confirmationNumber };
}

/** The language of the person who looks, which the real admin and checkout know. */
export function languageOf(request: Request): string {
  const { locale } = request.query;
  return typeof locale === 'string' ? locale : 'en';
}

/** Also opened on its own, the document has no origin of its own. */
function sendFrame(response: Response, markup: string): void {
  response.set('Content-Security-Policy', 'sandbox allow-scripts').type('html').send(markup);
}
