import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { type Backend, createBackend } from '../server.ts';
import { rawRequest } from '../testing/raw-request.ts';

const script = 'console.log("the panel");';
const scriptName = '/assets/main-3f2a9c.js';
const panelFolder = mkdtempSync(join(tmpdir(), 'same-day-panel-'));
let world: LocalWorld;
let backend: Backend;
let url: string;

beforeAll(async () => {
  mkdirSync(join(panelFolder, 'assets'));
  for (const screen of ['index', 'deliveries', 'orders', 'settings', 'rehearsal', 'results', 'packing-list']) {
    writeFileSync(
      join(panelFolder, `${screen}.html`),
      `<meta name="shopify-api-key" content="__SHOPIFY_API_KEY__"><meta name="support" content="__SUPPORT_URL__"><script src="__APP_BRIDGE_URL__"></script><i>${screen}</i>`,
    );
  }
  const file = join(panelFolder, scriptName);
  writeFileSync(file, script);
  writeFileSync(`${file}.br`, brotliCompressSync(script));
  writeFileSync(`${file}.gz`, gzipSync(script));
  writeFileSync(join(panelFolder, 'assets', 'plain-1b.css'), 'p{}');
  world = await startTestWorld({ env: { ROLE: 'web' }, install: false });
  const { context } = world.app;
  backend = createBackend({ ...context, config: { ...context.config, port: 0 } }, { panelFolder });
  ({ url } = await backend.listen());
});
afterAll(async () => {
  await backend.close();
  await world.close();
  rmSync(panelFolder, { recursive: true });
});

const open = (pathAndQuery: string, headers: Record<string, string> = {}) =>
  fetch(`${url}${pathAndQuery}`, { headers });

/** The path as it is written, which `fetch` would tidy up. */
async function statusOfRawPath(path: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const { hostname, port } = new URL(url);
  httpRequest({ hostname, port, path, agent: false }, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .on('error', reject)
    .end();
  return promise;
}

function directives(response: Response): Map<string, string> {
  const policy = response.headers.get('content-security-policy') ?? '';
  return new Map(
    policy.split('; ').map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]),
  );
}

test.each([
  ['/', 'index'],
  ['/deliveries', 'deliveries'],
  ['/deliveries/1', 'orders'],
  ['/orders/1', 'orders'],
  ['/settings', 'settings'],
  ['/rehearsal', 'rehearsal'],
  ['/results', 'results'],
  ['/packing-list', 'packing-list'],
])('%s is the panel with the document of its screen, linked and reloaded', async (path, screen) => {
  const response = await open(`${path}?${world.store.launchQuery(demoShop)}`);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toBe(
    `<meta name="shopify-api-key" content="local-world-client"><meta name="support" content=""><script src="${world.store.url}/app-bridge.js"></script><i>${screen}</i>`,
  );
});

test('says plainly that the panel is not built, and is not ready until it is', async () => {
  const { context } = world.app;
  const unbuilt = createBackend({ ...context, config: { ...context.config, port: 0 } }, { panelFolder: '/nowhere' });
  const address = await unbuilt.listen();
  const response = await fetch(address.url);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build');
  const ready = await fetch(`${address.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ panel: false, why: [expect.stringContaining('npm run build')] });
  await unbuilt.close();
});

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('serves a hashed file for ever, as compressed as %s allows', async (accepted, encoding) => {
  const response = await open(scriptName, { 'accept-encoding': accepted });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('vary')).toContain('Accept-Encoding');
  expect(await response.text()).toBe(script);
});

test('serves a file that was not compressed as it is', async () => {
  const response = await open('/assets/plain-1b.css');
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await response.text()).toBe('p{}');
});

test('security 6: the policy opens only what App Bridge needs, and frames only in that shop and the admin', async () => {
  const response = await open(`/?${world.store.launchQuery(demoShop)}`);
  const policy = directives(response);
  const { adminOrigin } = world.app.context.config.shopify;
  expect(policy.get('default-src')).toBe("'self'");
  expect(policy.get('object-src')).toBe("'none'");
  expect(policy.get('base-uri')).toBe("'none'");
  expect(policy.get('script-src')).toBe(`'self' https://cdn.shopify.com/shopifycloud/ ${world.store.url}`);
  expect(policy.get('frame-ancestors')).toBe(`https://${demoShop} https://admin.shopify.com ${adminOrigin}`);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(response.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
  expect(response.headers.get('x-frame-options')).toBeNull();
  expect(response.headers.get('x-powered-by')).toBeNull();
});

test('the document names whom to ask about the app, and nobody where the operator names none', async () => {
  expect(await (await open('/')).text()).toContain('<meta name="support" content="">');
  const { context } = world.app;
  const config = { ...context.config, port: 0, supportUrl: 'https://help.example.com/?a="b"&c=d' };
  const named = createBackend({ ...context, config }, { panelFolder });
  const { url: address } = await named.listen();
  expect(await (await fetch(address)).text()).toContain('content="https://help.example.com/?a=&quot;b&quot;&amp;c=d"');
  await named.close();
});

const ancestorsOf = async (query: string) => directives(await open(`/settings?${query}`)).get('frame-ancestors');

/** Shopify's signed query with one value changed. */
function changed(name: string, value: string): string {
  const query = new URLSearchParams(world.store.launchQuery(demoShop));
  query.set(name, value);
  return query.toString();
}

const base64 = (text: string): string => Buffer.from(text).toString('base64url');

test.each([
  ['no query, as after a reload', () => ''],
  ['a page of the list', () => 'state=held&cursor=abc'],
  ['the launch with something added', () => changed('state', 'held')],
  ['the launch of another secret', () => changed('hmac', '0'.repeat(64))],
  ['a forged shop', () => changed('shop', 'evil.myshopify.com')],
  ['the host alone', () => `host=${base64('admin.shopify.com/store/demo-shop')}`],
])('security 6: the admin, and nobody else, frames a document with %s', async (_name, query) => {
  const { adminOrigin } = world.app.context.config.shopify;
  expect(await ancestorsOf(query())).toBe(`https://admin.shopify.com ${adminOrigin}`);
});

test('security 6: a well-formed shop frames an unsigned document beside the admin', async () => {
  const { adminOrigin } = world.app.context.config.shopify;
  const host = base64(`${demoShop}/admin`);
  for (const query of [`shop=${demoShop}`, `shop=${demoShop}&host=${host}&embedded=1`]) {
    expect(await ancestorsOf(query)).toBe(`https://${demoShop} https://admin.shopify.com ${adminOrigin}`);
  }
});

test.each([
  ['another domain', () => 'shop=evil.example'],
  ['a domain that only ends like a shop', () => `shop=${demoShop}.evil.example`],
  ['a shop with a policy of its own', () => `shop=${encodeURIComponent(`${demoShop} *; script-src *`)}`],
  ['an empty shop', () => 'shop='],
  ['two shops', () => `shop=${demoShop}&shop=evil.myshopify.com`],
  ['the signed shop and another', () => `${world.store.launchQuery(demoShop)}&shop=evil.myshopify.com`],
  ['a host that is none', () => changed('host', 'x')],
  ['a host elsewhere', () => `shop=${demoShop}&host=${base64('evil.example/store/demo-shop')}`],
  ['a host that only begins like the admin', () => `host=${base64('admin.shopify.com.evil.example/store/x')}`],
])('security 6: nobody frames a document with %s', async (_name, query) => {
  expect(await ancestorsOf(query())).toBe("'none'");
});

test('an address without a screen is the panel too for a browser, which says so, and a problem for the rest', async () => {
  const response = await open('/nowhere', { accept: 'text/html,*/*' });
  expect(response.status).toBe(404);
  expect(directives(response).get('frame-ancestors')).toContain('https://admin.shopify.com');
  expect(await response.text()).toContain('<i>index</i>');
  expect((await open('/nowhere')).headers.get('content-type')).toMatch(/problem\+json/);
});

test('data answers carry the strictest policy', async () => {
  for (const path of ['/healthz', '/api/settings', '/nothing-here']) {
    const policy = directives(await open(path));
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
  }
});

test('nothing outside the build is served', async () => {
  for (const path of [
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2fpackage.json',
    '/assets/',
    '/assets/x.js',
  ]) {
    expect([403, 404], path).toContain(await statusOfRawPath(path));
  }
});

test.each(['//', '///', '//[', '//name:99999/settings', 'http://name:99999/'])(
  'an address that a scanner tries, such as %s, is no failure of the app',
  async (path) => {
    const failed = vi.spyOn(world.app.context.logger, 'error');
    const headers = `Host: app\r\nAccept: text/html\r\nConnection: close`;
    const answer = await rawRequest(url, `GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain('frame-ancestors https://admin.shopify.com');
    expect(failed).not.toHaveBeenCalled();
  },
);

test('is alive without a database, and ready only with it', async () => {
  expect((await open('/healthz')).status).toBe(200);
  expect(await (await open('/readyz')).json()).toEqual({
    ...{ status: 'ready', database: true, writes: true, keys: true, worker: true, panel: true },
    why: [],
  });
});
