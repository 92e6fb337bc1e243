import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import type { Config } from '#runtime/config.ts';
import { shopOfSignedQuery } from '#shopify/signed-query.ts';
import { documentPolicy } from './content-security-policy.ts';

/** Every route of the panel: each can be linked and reloaded. */
export const panelRoutes = ['/', '/deliveries', '/orders/:orderId', '/settings', '/rehearsal'];

/** The build writes a document for each screen that names its scripts. */
const documentOf = (path: string): string => `${path.split('/')[1] || 'index'}.html`;

const notBuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Same-day delivery</title></head>
<body><h1>The panel is not built</h1><p>Run <code>npm run build</code> in the app's folder, then reload this page.</p></body></html>`;

/** `GET /` and the panel's other routes: its document, with what the process knows filled in. */
export function panelDocument(shopify: Config['shopify'], dist: string): RequestHandler {
  const secrets = [shopify.apiSecret, shopify.previousApiSecret].filter((secret) => secret !== null);
  return async (request, response) => {
    const query = new URL(request.originalUrl, 'http://panel').searchParams;
    const shop = shopOfSignedQuery(query, secrets);
    const html = await readFile(join(dist, documentOf(request.path)), 'utf8').catch(() => null);
    response
      .status(html === null ? 503 : 200)
      .set('Content-Security-Policy', documentPolicy(shopify, shop))
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
