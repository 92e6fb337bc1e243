import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { createApp } from './app.ts';
import { createBackend } from './server.ts';

const otherShop = 'other-shop.myshopify.com';
let world: LocalWorld;
let backend: ReturnType<typeof createBackend>;
let address: string;
/** What the other shop knows of this one, by the names of the routes' parameters. */
let ids: Record<string, string>;
/** What it must never see. */
let data: string[];

beforeAll(async () => {
  const of = { ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' };
  world = await startTestWorld({
    store: {
      shops: [
        { domain: demoShop, name: 'Kettles', ...of },
        { domain: otherShop, name: 'Other', ...of },
      ],
    },
  });
  const { context } = world.app;
  // Whether the panel is built would hang on what other files build meanwhile.
  backend = createBackend({ ...context, config: { ...context.config, port: 0 } }, { panelFolder: '/nowhere' });
  ({ url: address } = await backend.listen());
  await world.api('GET', '/api/settings', undefined, otherShop);
  const { shippingAddress } = orderKinds.paid();
  const order = world.store.addOrder(
    demoShop,
    orderKinds.paid({
      customer: { firstName: 'Zebra', lastName: 'Finch', email: 'zebra@example.com' },
      shippingAddress: { ...shippingAddress, firstName: 'Zebra', lastName: 'Finch', address1: '9 Weaver Road' },
      note: 'Bell of the weaver',
    }),
  );
  const { deliveries } = await world.orderUntil(order.id, (view) => view.deliveries[0]?.noteWritten === true);
  const customerId = world.store.order(demoShop, order.id).customerId ?? '';
  world.store.requestCustomerData(demoShop, customerId);
  const asked = async () => {
    const { body } = await world.api('GET', '/api/data-requests');
    return (body as { requests: { id: string }[] }).requests[0]?.id;
  };
  await vi.waitFor(async () => expect(await asked()).toBeDefined(), { timeout: 30_000, interval: 50 });
  const slot = deliveries[0]?.slot;
  ids = {
    ...{ orderId: order.id, requestId: (await asked()) ?? '', customerId, shop: demoShop },
    ...{ secret: 'a'.repeat(43), token: 'a'.repeat(32) },
    ...{ deliveryId: deliveries[0]?.deliveryId ?? '', orderReference: deliveries[0]?.orderReference ?? '' },
    slot: new URLSearchParams({ start: slot?.start ?? '', end: slot?.end ?? '' }).toString(),
  };
  data = ['Zebra', 'Finch', '9 Weaver Road', 'Bell of the weaver', 'Kettles', ids['deliveryId'] ?? ''];
});
afterAll(async () => {
  await backend.close();
  await world.close();
});

type Call = [status: number, body?: unknown];

/**
 * What guards a route that takes no session token: its answer to nobody, and to the other shop's own credentials. The
 * webhooks are no route of the router: `webhooks/webhook-intake.test.ts` holds them.
 */
interface OwnGuard {
  unknown: number;
  other: () => { headers: Record<string, string>; body: string; status: number };
}

const json = { 'content-type': 'application/json' };
const signedByShopify = (status: number, fields: object): OwnGuard => ({
  unknown: 401,
  other: () => {
    const body = JSON.stringify({ shopify_domain: otherShop, ...fields });
    const secret = world.app.context.config.shopify.apiSecret;
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    return { headers: { ...json, 'x-shopify-hmac-sha256': signature }, body, status };
  },
});
const open = (status: number): OwnGuard => ({
  unknown: status,
  other: () => ({ headers: { accept: 'text/html' }, body: '', status }),
});

/** Everything that is not behind the panel's session token, and why that is right. */
const ownGuards: Record<string, () => OwnGuard> = {
  'GET /healthz': () => open(200),
  'GET /readyz': () => open(503),
  'POST /api/flow/send-delivery': () =>
    signedByShopify(503, {
      ...{ action_run_id: 'run-1', handle: 'send-same-day-delivery' },
      properties: { order_id: Number(ids['orderId']) },
    }),
  'POST /api/flow/trigger-used': () =>
    signedByShopify(200, { has_enabled_flow: true, timestamp: '2026-11-22T08:00:00Z' }),
  // Tokens and secrets are random and the path names none that exists; service-notifications.test.ts tries those that do.
  'POST /api/courier/notifications/:token': () => open(401),
  'POST /api/checkout-rates/:shop/:secret': () => open(404),
  'POST /api/buyer/order': () => ({
    unknown: 401,
    other: () => ({
      headers: { ...json, authorization: `Bearer ${world.store.buyerToken(otherShop, ids['customerId'] ?? null)}` },
      body: JSON.stringify({ orderId: ids['orderId'], confirmationNumber: null }),
      status: 404,
    }),
  }),
  'GET /mail/confirm': () => open(410),
  'POST /mail/confirm': () => open(410),
};

/** The panel's document; it holds data for a signed launch only, which `journeys/drawn-documents.test.ts` tries to forge. */
const isDocument = (route: string) =>
  route.startsWith('GET ') && !route.startsWith('GET /api/') && !(route in ownGuards);

/** What the other shop asks of routes that need a body or have a query, and the answer. */
const calls: Record<string, () => [query: string, ...Call][]> = {
  'GET /api/packing-list': () => [[`?${ids['slot']}`, 200]],
  'GET /api/deliveries': () => [
    ['?query=1001', 200],
    [`?query=${ids['deliveryId']}`, 200],
    ['?state=placed', 200],
  ],
  'POST /api/deliveries/search': () => [
    ['', 200, { text: 'Zebra Finch' }],
    ['', 200, { text: '1001' }],
  ],
  'GET /api/deliveries.csv': () => [[`?query=${ids['deliveryId']}`, 200]],
  'GET /api/audit': () => [[`?orderId=${ids['orderId']}`, 200]],
  'POST /api/rehearsal': () => [['', 200, {}]],
  'POST /api/data-requests/:requestId/answered': () => [['', 404, {}]],
  'POST /api/orders/send': () => [['', 200, { orderIds: [ids['orderId']] }]],
  'POST /api/orders/:orderId/send': () => [
    ['', 404, { mode: 'again' }],
    ['', 404, { mode: 'new', newReference: '1001-R2', reason: 'x' }],
  ],
  'POST /api/orders/:orderId/refresh': () => [['', 404, {}]],
  'POST /api/orders/:orderId/cancel': () => [['', 404, { orderReference: ids['orderReference'] }]],
  'POST /api/orders/:orderId/acknowledge': () => [['', 404, { orderReference: ids['orderReference'], alarm: 'x' }]],
  'PUT /api/settings': () => [['', 200, { reference: { prefix: 'OTHER-' } }]],
  'POST /api/settings/courier/test': () => [['', 200, {}]],
  'POST /api/settings/test-order': () => [['', 200, {}]],
  'POST /api/settings/mail/link': () => [['', 409, {}]],
  'PUT /api/language': () => [['', 200, { language: 'zu' }]],
  'PUT /api/settings/setup': () => [['', 200, { dismissed: true }]],
};

const needsQuery = ['GET /api/packing-list'];

/** What Express's router says of itself; its types do not have it yet. */
interface Listed {
  listRoutes(): { path: string | RegExp; methods?: string[]; router?: Listed }[];
}

/** `GET /api/orders/:orderId` and so on, of a router and those mounted below it. */
function routesOf(router: Listed, at = ''): string[] {
  return router.listRoutes().flatMap(({ path, methods = [], router: below }) => {
    const whole = path === '/' ? at : `${at}${path}`;
    if (below) return routesOf(below, whole);
    return methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${whole || '/'}`);
  });
}

const listed = (): string[] => routesOf(createApp(world.app.context, () => {}).router as unknown as Listed);

/** @throws Error for a parameter that this test has no value of the first shop for. */
const pathOf = (pattern: string): string =>
  pattern.replace(/:(\w+)/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`what is :${name} of the first shop?`);
    return id;
  });

async function ask(route: string, query: string, init: { headers: Record<string, string>; body?: string }) {
  const [method = '', pattern = ''] = route.split(' ');
  const body = method === 'GET' ? {} : { body: init.body ?? '' };
  const url = `${address}${pathOf(pattern)}${query}`;
  const response = await fetch(url, { method, headers: init.headers, redirect: 'manual', ...body });
  return { status: response.status, text: await response.text() };
}

const shown = (text: string) => data.filter((word) => text.includes(word));

/** All that the first shop can see of itself, but times that go on by themselves. */
const ofFirstShop = async () =>
  JSON.stringify([
    await world.orderView(ids['orderId'] ?? ''),
    ...(await Promise.all(['settings', 'data-requests', 'audit'].map((page) => world.api('GET', `/api/${page}`)))),
  ]);

test('security 2: every route that the router has is behind the session token or has a guard of its own', async () => {
  const routes = listed();
  expect(routes.length).toBeGreaterThan(30);
  expect([...Object.keys(ownGuards), ...Object.keys(calls)].filter((route) => !routes.includes(route))).toEqual([]);
  for (const route of routes.filter((each) => !isDocument(each))) {
    const guard = ownGuards[route]?.();
    const { status, text } = await ask(route, `?shop=${demoShop}`, {
      headers: { ...json, cookie: `shop=${demoShop}` },
    });
    expect([route, status, shown(text)]).toEqual([route, guard?.unknown ?? 401, []]);
  }
});

test('security 2: docs/security.md says of every route who may ask it', () => {
  const guide = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const said = [...guide.matchAll(/`((?:GET|POST|PUT|DELETE) \/\S+)`/g)].map(([, route]) => route);
  const routes = listed().filter((each) => !isDocument(each));
  expect(routes.filter((route) => !said.includes(route))).toEqual([]);
  const elsewhere = ['POST /api/webhooks', 'GET /metrics'];
  expect(said.filter((route) => route && ![...routes, ...elsewhere].includes(route))).toEqual([]);
});

test('security 2: no route gives another shop a byte of this one, whatever it asks with, or changes anything', async () => {
  const before = await ofFirstShop();
  for (const route of listed().filter((each) => !isDocument(each))) {
    const guard = ownGuards[route]?.().other();
    if (guard) {
      const { status, text } = await ask(route, '', guard);
      expect([route, status, shown(text)]).toEqual([route, guard.status, []]);
      continue;
    }
    const headers = { ...json, authorization: `Bearer ${world.store.sessionToken(otherShop)}` };
    const status = needsQuery.includes(route) ? 400 : 200;
    const plain: [string, ...Call][] = route.startsWith('GET ') ? [['', route.includes(':') ? 404 : status]] : [];
    const asked = [...plain, ...(calls[route]?.() ?? [])];
    expect([route, asked.length > 0]).toEqual([route, true]);
    for (const [query, status, body] of asked) {
      const answer = await ask(route, query, { headers, body: JSON.stringify(body ?? {}) });
      expect([route, query, answer.status, shown(answer.text)]).toEqual([route, query, status, []]);
    }
  }
  expect(await ofFirstShop()).toBe(before);
});

test('security 2: this shop itself is shown what the other is not', async () => {
  const headers = { authorization: `Bearer ${world.store.sessionToken(demoShop)}` };
  const texts = [
    'GET /api/orders/:orderId',
    'GET /api/orders/:orderId/preview',
    'GET /api/data-requests/:requestId/export',
  ];
  const answers = await Promise.all(texts.map((route) => ask(route, '', { headers })));
  expect(shown(answers.map(({ text }) => text).join())).toEqual(data);
});
