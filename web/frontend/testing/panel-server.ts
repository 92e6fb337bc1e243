import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listenOnLoopback } from '#testing/loopback-server.ts';
import { ensureBuilt } from '../ensure-built.ts';
import { answerCall } from './fake-api.ts';
import type { World } from './world.ts';

/** As strict as can be. The two hashes are the style attributes with which Polaris measures the scroll bar. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "style-src 'self'",
  "style-src-attr 'unsafe-hashes' 'sha256-QPy5zGEcgJF2y9uZ6f6kJJM3Yjn5TLSiMk4Yn/FqfxQ=' 'sha256-9PXU9ctHkYu+kAmEuAGDoNW6RQM+FRlSaiM8WKwp0BU='",
].join('; ');

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };
/** As the app serves them: a browser that has one asks for it no more. */
const asset = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const saved = { 'Content-Disposition': 'attachment' };
const stub = fileURLToPath(new URL('app-bridge-stub.js', import.meta.url));

export interface PanelServer {
  url: string;
  /** Put another world in place between tests. */
  world: World;
  close(): Promise<void>;
}

/** The production build of the panel over a fake API, on a free loopback port. */
export async function startPanelServer(world: World): Promise<PanelServer> {
  const dist = await ensureBuilt();
  const document = (await readFile(join(dist, 'index.html'), 'utf8'))
    .replace('__SHOPIFY_API_KEY__', 'test')
    .replace('__APP_BRIDGE_URL__', '/app-bridge.js')
    .replace('__SUPPORT_URL__', 'https://support.example.com/');
  const panel: { world: World } = { world };
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://panel');
    if (url.pathname.startsWith('/api/')) return api(request, response, url);
    if (url.pathname === '/app-bridge.js') return file(response, stub);
    if (url.pathname.startsWith('/assets/')) return file(response, join(dist, url.pathname), asset);
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': contentSecurityPolicy });
    response.end(document);
  }

  async function api(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const isSignedIn = request.headers.authorization === 'Bearer session-token';
    if (!isSignedIn) return json(response, 401, { type: 'about:blank', title: 'No session', status: 401, detail: '' });
    if (url.pathname.endsWith('.csv')) {
      response.writeHead(200, { 'Content-Type': 'text/csv', ...saved }).end('order\n#1001\n');
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString();
    const result = answerCall(panel.world, request.method ?? 'GET', url, text === '' ? undefined : JSON.parse(text));
    if (result === 'lost') request.socket.destroy();
    else if (result !== 'hang')
      json(response, result.status, result.body, url.pathname.endsWith('/export') ? saved : {});
  }

  return Object.assign(panel, await listenOnLoopback(server));
}

async function file(response: ServerResponse, path: string, headers = {}): Promise<void> {
  const content = await readFile(path);
  const type = types[extname(path)] ?? 'application/octet-stream';
  response.writeHead(200, { 'Content-Type': type, ...headers }).end(content);
}

function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'Content-Type': type, ...headers }).end(JSON.stringify(body));
}
