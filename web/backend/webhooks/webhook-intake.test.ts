import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { webhookTopics } from '#shopify/topics.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { rawRequest } from '../testing/raw-request.ts';

const oldSecret = 'the-secret-being-rotated-out';
const otherShop = 'other-shop.myshopify.com';
let world: LocalWorld;
let secret: string;

beforeAll(async () => {
  world = await startTestWorld({ env: { ROLE: 'web', SHOPIFY_API_SECRET_PREVIOUS: oldSecret } });
  secret = world.app.context.config.shopify.apiSecret;
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.context.storage.db.deleteFrom('webhook').execute();
});

const order = Buffer.from('{"id":820982911946154508,"note":"Grüße"}');
const sign = (body: Buffer, key = secret, encoding: 'base64' | 'hex' = 'base64') =>
  createHmac('sha256', key).update(body).digest(encoding);

type Headers = Record<string, string>;
const headersOf = (body: Buffer, more: Headers = {}): Headers => ({
  'content-type': 'application/json',
  'x-shopify-topic': 'orders/paid',
  'x-shopify-shop-domain': demoShop,
  'x-shopify-webhook-id': `id-${Math.random()}`,
  'x-shopify-triggered-at': '2026-11-21T09:00:00.123456789Z',
  'x-shopify-hmac-sha256': sign(body),
  ...more,
});

async function send(body: Buffer, headers: Headers, path = '/api/webhooks'): Promise<number> {
  const response = await fetch(`${world.appUrl}${path}`, { method: 'POST', body: new Uint8Array(body), headers });
  await response.arrayBuffer();
  return response.status;
}

const without = (headers: Headers, name: string): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

const stored = () =>
  world.app.context.storage.db.selectFrom('webhook').select(['shop', 'topic', 'state', 'why', 'webhook_id']).execute();

test('stores a signed webhook before it answers 200, and its repetition once', async () => {
  const headers = headersOf(order);
  expect(await send(order, headers)).toBe(200);
  expect(await stored()).toMatchObject([{ shop: demoShop, topic: 'orders/paid', state: 'new' }]);
  expect(await send(order, headers)).toBe(200);
  expect(await stored()).toHaveLength(1);
});

test('accepts the secret that is being rotated out', async () => {
  expect(await send(order, headersOf(order, { 'x-shopify-hmac-sha256': sign(order, oldSecret) }))).toBe(200);
});

const mac = () => sign(order);
const attacks: [name: string, body: () => Buffer, headers: () => Headers][] = [
  ['no signature', () => order, () => without(headersOf(order), 'x-shopify-hmac-sha256')],
  ['an empty signature', () => order, () => headersOf(order, { 'x-shopify-hmac-sha256': '' })],
  ['a truncated signature', () => order, () => headersOf(order, { 'x-shopify-hmac-sha256': mac().slice(0, 20) })],
  ['a signature with a tail', () => order, () => headersOf(order, { 'x-shopify-hmac-sha256': `${mac()}AAAA` })],
  [
    'the signature in hex',
    () => order,
    () => headersOf(order, { 'x-shopify-hmac-sha256': sign(order, secret, 'hex') }),
  ],
  ['base64url', () => order, () => headersOf(order, { 'x-shopify-hmac-sha256': `${'-'.repeat(43)}=` })],
  [
    'stray bits in the last character',
    () => order,
    () => headersOf(order, { 'x-shopify-hmac-sha256': mac().replace(/.=$/, 'B=') }),
  ],
  ['another key', () => order, () => headersOf(order, { 'x-shopify-hmac-sha256': sign(order, 'another') })],
  ['an empty key', () => order, () => headersOf(order, { 'x-shopify-hmac-sha256': sign(order, '') })],
  [
    'the client id as key',
    () => order,
    () => headersOf(order, { 'x-shopify-hmac-sha256': sign(order, 'local-world-client') }),
  ],
  ['the signature of another body', () => Buffer.from('{"id":1}'), () => headersOf(order)],
  ['the signature of no body', () => order, () => headersOf(order, { 'x-shopify-hmac-sha256': sign(Buffer.alloc(0)) })],
  ['a body with a byte more', () => Buffer.concat([order, Buffer.from(' ')]), () => headersOf(order)],
  ['a body with a byte less', () => order.subarray(0, -1), () => headersOf(order)],
  [
    'a body written anew',
    () => Buffer.from(JSON.stringify(JSON.parse('{"id":1,"a":1.0}'))),
    () => headersOf(Buffer.from('{"id": 1, "a": 1.0}')),
  ],
  [
    'a byte order mark before the body',
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), order]),
    () => headersOf(order),
  ],
  ['the body in another encoding', () => Buffer.from(order.toString('utf8'), 'latin1'), () => headersOf(order)],
  ['the body compressed after signing', () => gzipSync(order), () => headersOf(order, { 'content-encoding': 'gzip' })],
  ['an empty body', () => Buffer.alloc(0), () => headersOf(order)],
  [
    'the signature in a cookie',
    () => order,
    () => ({ ...without(headersOf(order), 'x-shopify-hmac-sha256'), cookie: `X-Shopify-Hmac-Sha256=${mac()}` }),
  ],
  [
    'a session token instead',
    () => order,
    () => ({
      ...without(headersOf(order), 'x-shopify-hmac-sha256'),
      authorization: `Bearer ${world.store.sessionToken(demoShop)}`,
    }),
  ],
  [
    'the signature under another name',
    () => order,
    () => ({ ...without(headersOf(order), 'x-shopify-hmac-sha256'), 'x-hmac': mac() }),
  ],
  [
    'sha1',
    () => order,
    () => headersOf(order, { 'x-shopify-hmac-sha256': createHmac('sha1', secret).update(order).digest('base64') }),
  ],
];

test.each(attacks)('security 3: refuses %s', async (_name, body, headers) => {
  expect(await send(body(), headers())).toBe(401);
  expect(await stored()).toEqual([]);
});

test('security 3: refuses two signatures, and one reused from a query', async () => {
  const lines = Object.entries(headersOf(order)).map(([name, value]) => `${name}: ${value}`);
  const twice = [
    ...lines,
    `X-Shopify-Hmac-Sha256: ${sign(order)}`,
    `Host: app`,
    `Content-Length: ${order.length}`,
    'Connection: close',
  ];
  const answer = await rawRequest(world.appUrl, `POST /api/webhooks HTTP/1.1\r\n${twice.join('\r\n')}\r\n\r\n`, order);
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  const query = world.store.launchQuery(demoShop);
  expect(await send(order, without(headersOf(order), 'x-shopify-hmac-sha256'), `/api/webhooks?${query}`)).toBe(401);
  expect(await stored()).toEqual([]);
});

test.each(webhookTopics)(
  'security 3: a captured %s replayed for a shop that is not installed stores nothing',
  async (topic) => {
    expect(await send(order, headersOf(order, { 'x-shopify-topic': topic, 'x-shopify-shop-domain': otherShop }))).toBe(
      200,
    );
    expect(await stored()).toEqual([]);
  },
);

const unusable: [name: string, change: (headers: Headers) => Headers, why: string][] = [
  ['without a topic', (headers) => without(headers, 'x-shopify-topic'), 'headers_missing'],
  ['without an id', (headers) => without(headers, 'x-shopify-webhook-id'), 'headers_missing'],
  ['without a shop', (headers) => without(headers, 'x-shopify-shop-domain'), 'headers_missing'],
  [
    'with a forged shop',
    (headers) => ({ ...headers, 'x-shopify-shop-domain': 'demo-shop.myshopify.com.evil.example' }),
    'shop_invalid',
  ],
];

test.each(unusable)('keeps a signed webhook %s apart, and its repetition once', async (_name, change, why) => {
  const headers = change(headersOf(order));
  expect(await send(order, headers)).toBe(200);
  expect(await send(order, headers)).toBe(200);
  expect(await stored()).toMatchObject([{ state: 'quarantined', why }]);
});

test('keeps webhooks without an id apart by what they are about', async () => {
  const other = Buffer.from('{"id":1}');
  const sent: [Buffer, Headers][] = [
    [order, {}],
    [other, {}],
    [order, { 'x-shopify-topic': 'orders/updated' }],
  ];
  for (const [body, more] of sent) {
    expect(await send(body, without(headersOf(body, more), 'x-shopify-webhook-id'))).toBe(200);
  }
  expect(await stored()).toHaveLength(3);
});

test.each([
  ['not JSON', Buffer.from('%PDF-1.7')],
  ['not UTF-8', Buffer.from([0xff, 0xfe, 0x00])],
  ['nothing at all', Buffer.alloc(0)],
])('answers 200 to a signed body that is %s: it is judged later', async (_name, body) => {
  expect(await send(body, headersOf(body))).toBe(200);
  expect(await stored()).toHaveLength(1);
});

/** Looks like a signature; of what, is known when the body is there. */
const shaped = `X-Shopify-Hmac-Sha256: ${Buffer.alloc(32, 1).toString('base64')}`;

test.each([
  ['without a signature', ''],
  ['with half a signature', 'X-Shopify-Hmac-Sha256: AAAA\r\n'],
])('security 15: answers 401 to a request %s before its body is there', async (_name, line) => {
  const startedAt = performance.now();
  const head = `POST /api/webhooks HTTP/1.1\r\nHost: app\r\n${line}Content-Length: 9000000\r\n\r\n`;
  expect(await rawRequest(world.appUrl, head, '{')).toMatch(/^HTTP\/1.1 401 /);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});

test('security 15: bodies of all requests together have a limit; over it 503 asks to come again, and it is given back', async () => {
  const megabytes = Buffer.alloc(8 * 1024 * 1024, 0x20);
  const head = `POST /api/webhooks HTTP/1.1\r\nHost: app\r\n${shaped}\r\nContent-Length: ${megabytes.length + 1}\r\n\r\n`;
  const answers = await Promise.all(Array.from({ length: 12 }, () => rawRequest(world.appUrl, head, megabytes)));
  const busy = answers.filter((answer) => answer.startsWith('HTTP/1.1 503 '));
  const cutOff = answers.filter((answer) => answer === '');
  expect(busy.length).toBeGreaterThan(0);
  expect(busy.length + cutOff.length).toBeGreaterThanOrEqual(4);
  for (const answer of busy) expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/);
  expect(await send(order, headersOf(order))).toBe(200);
});

test('takes a body of 10 MB and refuses a larger one, announced or not', async () => {
  const fits = Buffer.alloc(10 * 1024 * 1024, 0x20);
  expect(await send(fits, headersOf(fits))).toBe(200);
  const announced = await rawRequest(
    world.appUrl,
    `POST /api/webhooks HTTP/1.1\r\nHost: app\r\n${shaped}\r\nContent-Length: 10485761\r\n\r\n{`,
  );
  expect(announced).toMatch(/^HTTP\/1.1 413 /);
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  const chunks = Array.from({ length: 11 }, () => [`100000\r\n`, chunk, '\r\n']).flat();
  const streamed = await rawRequest(
    world.appUrl,
    `POST /api/webhooks HTTP/1.1\r\nHost: app\r\n${shaped}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ...chunks,
  );
  expect(streamed).toMatch(/^HTTP\/1.1 413 /);
});

test('security 15: closes a body that never ends within 10 s', async () => {
  const startedAt = performance.now();
  const answer = await rawRequest(
    world.appUrl,
    `POST /api/webhooks HTTP/1.1\r\nHost: app\r\n${shaped}\r\nContent-Length: 100\r\n\r\n{"slow":`,
  );
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(answer).not.toMatch(/^HTTP\/1.1 200/);
  expect(await stored()).toEqual([]);
});

test.each(['+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '0000-06-01T00:00:00Z', 'tomorrow'])(
  'a webhook triggered at %s is stored without that instant, and refuses none that comes with it',
  async (triggeredAt) => {
    const odd = headersOf(order, { 'x-shopify-triggered-at': triggeredAt });
    const sent = [odd, ...Array.from({ length: 30 }, () => headersOf(order))].map((headers) => send(order, headers));
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
    expect(await stored()).toHaveLength(31);
  },
);

test('has no other method', async () => {
  const response = await fetch(`${world.appUrl}/api/webhooks`);
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

test('counts by topic and result without naming a shop', async () => {
  await send(order, headersOf(order, { 'x-shopify-topic': 'orders/invented' }));
  const text = await world.app.context.metrics.registry.metrics();
  expect(text).toMatch(/webhooks_received_total\{topic="other",result="stored"\} \d/);
  expect(text).toMatch(/webhook_ack_duration_seconds_count \d/);
  expect(text).not.toContain(demoShop);
});
