import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import type { Config } from '#runtime/config.ts';
import { documentPolicy } from './content-security-policy.ts';
import { frameAncestors } from './frame-ancestors.ts';

/** Every route of the panel: each can be linked and reloaded. */
export const panelRoutes = ['/', '/deliveries', '/orders/:orderId', '/settings', '/rehearsal', '/results'];

const screens = ['deliveries', 'orders', 'settings', 'rehearsal', 'results'];

/** The build writes a document for each screen that names its scripts; null for an address that has no screen. */
function screenOf(path: string): string | null {
  const name = path.split('/')[1] ?? '';
  if (name === '') return 'index';
  return screens.includes(name) ? name : null;
}

const notBuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Same-day delivery</title></head>
<body><h1>The panel is not built</h1><p>Run <code>npm run build</code> in the app's folder, then reload this page.</p></body></html>`;

/** `GET /` and the panel's other routes: its document, with what the process knows filled in. */
export function panelDocument(shopify: Config['shopify'], dist: string): RequestHandler {
  return async (request, response) => {
    const query = new URL(request.originalUrl, 'http://panel').searchParams;
    const screen = screenOf(request.path);
    const html = await readFile(join(dist, `${screen ?? 'index'}.html`), 'utf8').catch(() => null);
    const found = screen === null ? 404 : 200;
    response
      .status(html === null ? 503 : found)
      .set('Content-Security-Policy', documentPolicy(shopify, frameAncestors(query, shopify)))
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(html === null ? notBuilt : fillIn(html, shopify));
  };
}

function fillIn(html: string, shopify: Config['shopify']): string {
  return html
    .replaceAll('__SHOPIFY_API_KEY__', () => escapeHtml(shopify.apiKey))
    .replaceAll('__APP_BRIDGE_URL__', () => escapeHtml(shopify.appBridgeUrl));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
