import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipWithCallback } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { Config } from '#runtime/config.ts';
import { addressOf } from './address.ts';
import { documentPolicy } from './content-security-policy.ts';
import type { Drawn, DrawScreen } from './drawing.ts';
import { frameAncestors } from './frame-ancestors.ts';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipWithCallback);
/** One to two milliseconds; the greatest quality would take fifty. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Every route of the panel: each can be linked and reloaded. */
export const panelRoutes = [
  '/',
  '/deliveries',
  '/deliveries/:orderId',
  '/settings',
  '/rehearsal',
  '/results',
  '/data-requests',
  '/packing-list',
  // Mails of an earlier version lead there.
  '/orders/:orderId',
];

const screens = panelRoutes.map((route) => route.split('/')[1]);

/** The build writes a document for each screen that names its scripts; null for an address that has no screen. */
function screenOf(path: string): string | null {
  const [, first = '', id = ''] = path.split('/');
  const name = first === 'deliveries' && id !== '' ? 'orders' : first;
  if (name === '') return 'index';
  return screens.includes(name) ? name : null;
}

/** What the document says of the app. */
type Named = Pick<Config, 'shopify' | 'supportUrl'>;

const notBuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Same-day delivery</title></head>
<body><h1>The panel is not built</h1><p>Run <code>npm run build</code> in the app's folder, then reload this page.</p></body></html>`;

/** `GET /` and the panel's other routes: its document, with what the process knows filled in, drawn for a launch. */
export function panelDocument(named: Named, dist: string, drawScreen: DrawScreen): RequestHandler {
  const { shopify } = named;
  return async (request, response) => {
    const query = addressOf(request).searchParams;
    const screen = screenOf(request.path);
    const html = await readFile(join(dist, `${screen ?? 'index'}.html`), 'utf8').catch(() => null);
    const found = screen === null ? 404 : 200;
    const drawn = html === null || screen === null ? null : await drawScreen(request, response);
    response
      .status(html === null ? 503 : found)
      .set('Content-Security-Policy', documentPolicy(shopify, frameAncestors(query, shopify)))
      .set('Cache-Control', 'no-store')
      .type('html');
    await sendCompressed(request, response, html === null ? notBuilt : fillIn(html, named, drawn));
  };
}

function fillIn(html: string, { shopify, supportUrl }: Named, drawn: Drawn | null): string {
  const filled = html
    .replaceAll('__SHOPIFY_API_KEY__', () => escapeHtml(shopify.apiKey))
    .replaceAll('__APP_BRIDGE_URL__', () => escapeHtml(shopify.appBridgeUrl))
    .replaceAll('__SUPPORT_URL__', () => escapeHtml(supportUrl ?? ''));
  if (drawn === null) return filled;
  // No script: the policy lets none run that stands in the document.
  const view = JSON.stringify(drawn.view).replaceAll('<', '\\u003c');
  return filled
    .replace('<html lang="en"', () => `<html lang="${escapeHtml(drawn.view.language)}"`)
    .replace(
      '<div id="panel"></div>',
      () => `<div id="panel">${drawn.html}</div><script type="application/json" id="first-view">${view}</script>`,
    );
}

/** Worth it for a drawn screen: most of it says the same again and again. Nobody else's text can be put into one. */
async function sendCompressed(request: Request, response: Response, html: string): Promise<void> {
  const encoding = request.acceptsEncodings('br', 'gzip');
  response.vary('Accept-Encoding');
  if (encoding === 'br') response.set('Content-Encoding', 'br').send(await brotli(html, quick));
  else if (encoding === 'gzip') response.set('Content-Encoding', 'gzip').send(await gzip(html));
  else response.send(html);
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
