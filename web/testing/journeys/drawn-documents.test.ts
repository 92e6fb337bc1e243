import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FirstView, firstView } from '#api-contract/first-view.ts';
import { createBackend } from '#backend/server.ts';
import { generousLimits } from '#backend/session/rate-limits.ts';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { queryHmac } from '#store-simulator/webhooks/sign.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { paidOrder } from './journey.ts';

const otherShop = 'other-shop.myshopify.com';
const neverInstalled = 'never-installed.myshopify.com';
const buyer = '</script><script>alert(1)</script>';
let world: LocalWorld;
let own: string;
let others: string;

beforeAll(async () => {
  await ensureBuilt();
  world = await startTestWorld({ config: (config) => ({ ...config, drawWithinMs: 60_000 }) });
  for (const domain of [otherShop, neverInstalled]) {
    world.store.addShop({ domain, name: domain, ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' });
  }
  const { shippingAddress } = orderKinds.unpaid();
  const order = orderKinds.unpaid({ shippingAddress: { ...shippingAddress, firstName: buyer, lastName: 'Nkosi' } });
  own = (await paidOrder(world, order)).view.orderId.replace(/^.*\//, '');
  await world.api('GET', '/api/overview', undefined, otherShop);
  others = world.store.addOrder(otherShop, orderKinds.paid()).id;
  await world.store.webhooksSettled();
});
afterAll(() => world.close());

/** The launch of a shop with some parameters changed or left out (null), signed by Shopify all the same. */
function launch(changes: Record<string, string | null> = {}, shop: string = demoShop): string {
  const query = new URLSearchParams(world.store.launchQuery(shop));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return signed(query);
}

function signed(query: URLSearchParams): string {
  query.delete('hmac');
  query.set('hmac', queryHmac(query, world.app.context.config.shopify.apiSecret));
  return query.toString();
}

const open = async (path: string, query: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${world.appUrl}${path}?${query}`, { headers });
  return { response, html: await response.text() };
};

function viewIn(html: string): FirstView | null {
  const [, text] = /<script type="application\/json" id="first-view">(.*?)<\/script>/s.exec(html) ?? [];
  return text === undefined ? null : firstView.parse(JSON.parse(text));
}

const accesses = () =>
  world.app.context.storage.db
    .selectFrom('access_log')
    .select(['shop', 'actor', 'what', 'order_id'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

test.each([
  ['Home', () => '/', '<h1', null],
  ['Deliveries', () => '/deliveries', '#1001</a>', 'deliveries'],
  ['an order', () => `/deliveries/${own}`, 'A driver is booked', 'order'],
  ['Settings', () => '/settings', 'Prefix before the order number', null],
  ['Try rules', () => '/rehearsal', 'Every paid order', null],
  ['Results', () => '/results', 'What your same-day deliveries came to.', null],
  ['Data requests', () => '/data-requests', 'Data requests', null],
])('the document of %s is drawn for a launch, with its data and on record', async (_name, path, shown, what) => {
  // Whoever has looked within a quarter of an hour is on record already.
  await world.app.context.storage.db.deleteFrom('access_log').execute();
  const { response, html } = await open(path(), launch(), { 'sec-fetch-dest': 'iframe' });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(html).toContain(shown);
  expect(Object.keys(viewIn(html)?.answers ?? {})).toContain('/api/overview');
  if (what) expect(await accesses()).toMatchObject({ shop: demoShop, actor: 'staff 81290011', what });
});

test('a drawn document is framed by that shop and the admin alone, and no text of a buyer becomes a script', async () => {
  const { response, html } = await open('/deliveries', launch());
  const policy = response.headers.get('content-security-policy') ?? '';
  const { adminOrigin } = world.app.context.config.shopify;
  expect(policy).toContain(`frame-ancestors https://${demoShop} https://admin.shopify.com ${adminOrigin}`);
  expect(policy.match(/script-src ([^;]*)/)?.[1]).not.toMatch(/unsafe|nonce/);
  expect(html.match(/<script[^>]*>/g)?.filter((tag) => !/src=|application\/json/.test(tag))).toEqual([]);
  expect(JSON.stringify(viewIn(html)?.answers)).toContain('alert(1)');
});

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('is as compressed as %s allows', async (accepted, encoding) => {
  const { response, html } = await open('/deliveries', launch(), { 'accept-encoding': accepted });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')).toContain('Accept-Encoding');
  expect(viewIn(html)).not.toBeNull();
});

test.each([
  ['a phone by its hint', { 'sec-ch-ua-mobile': '?1' }, 'phone'],
  ['a desktop by its hint', { 'sec-ch-ua-mobile': '?0', 'user-agent': 'Mobile' }, 'desktop'],
  ['a phone by its name', { 'user-agent': 'Mozilla/5.0 (iPhone) AppleWebKit/605 Mobile/15E148' }, 'phone'],
  ['nothing known', {}, 'desktop'],
])('is drawn for %s', async (_name, headers, drawnFor) => {
  const { html } = await open('/deliveries', launch(), headers as Record<string, string>);
  expect(viewIn(html)?.drawnFor).toBe(drawnFor);
});

test('is drawn in the language of the admin', async () => {
  const { html } = await open('/deliveries', launch({ locale: 'af-ZA' }));
  expect(html).toContain('<html lang="af"');
  expect(html).toContain('Aflewerings');
});

test.each([
  ['/packing-list', 'Paklys', 'Packing list'],
  ['/results', 'Uitslae', 'Results'],
  ['/data-requests', 'Dataversoeke', 'Data requests'],
])('%s is drawn at once in the language that its reader chose', async (path, title, english) => {
  expect(await world.api('PUT', '/api/language', { language: 'af' })).toMatchObject({ status: 200 });
  const { html } = await open(path, launch({ start: '2026-11-21T14:00:00+02:00' }));
  expect(html).toContain('<html lang="af"');
  expect(html).toMatch(new RegExp(`<h1[^>]*>${title}<`));
  expect(html).not.toContain(english);
  await world.app.context.storage.db.deleteFrom('person_language').execute();
});

const token = (claims: Record<string, unknown>, shop: string = demoShop) => world.store.sessionToken(shop, claims);
const seconds = () => Math.floor(Date.now() / 1000);

const refused: [name: string, query: () => string, headers?: Record<string, string>][] = [
  ['no query', () => ''],
  ['no token', () => launch({ id_token: null })],
  ['an empty token', () => launch({ id_token: '' })],
  ['an expired token', () => launch({ id_token: token({ exp: seconds() - 60 }) })],
  ['a token that is not valid yet', () => launch({ id_token: token({ nbf: seconds() + 60 }) })],
  ['a token of another app', () => launch({ id_token: token({ aud: 'another' }) })],
  ['a token changed after signing', () => launch({ id_token: token({}).replace(/\.[^.]+\./, '.e30.') })],
  ['the token of another shop', () => launch({ id_token: token({}, otherShop) })],
  ['two tokens', () => signed(new URLSearchParams(`${launch()}&id_token=${token({})}`))],
  ['a query that nobody signed', () => launch().replace(/&?hmac=\w+/, '')],
  ['a signature of another secret', () => launch().replace(/hmac=\w+/, `hmac=${'0'.repeat(64)}`)],
  ['a valid query with something added', () => `${launch()}&state=held`],
  ['a shop that never had the app', () => launch({}, neverInstalled)],
  ['a tab of its own', () => launch(), { 'sec-fetch-dest': 'document' }],
  ['a script of another page', () => launch(), { 'sec-fetch-dest': 'empty' }],
];

test.each(refused)('security 1 and 2: %s gets the document that everybody gets', async (_name, query, headers = {}) => {
  for (const path of ['/', '/deliveries', `/deliveries/${own}`]) {
    const { response, html } = await open(path, query(), headers);
    expect(response.status).toBe(200);
    expect(html).toContain('<div id="panel"></div>');
    expect(viewIn(html)).toBeNull();
    expect(html).not.toContain('1001');
  }
});

test("security 2: another shop's order is not drawn, nor is it told whether there is one", async () => {
  const [of, unknown] = [await open(`/deliveries/${others}`, launch()), await open('/deliveries/424242', launch())];
  expect(of.html).toBe(unknown.html);
  expect(of.html).toContain('<div id="panel"></div>');
});

test('an address that begins with no data gets the document that everybody gets', async () => {
  expect((await open('/deliveries/none', launch())).html).toContain('<div id="panel"></div>');
});

test.each([
  ['a shop over its limit', { limits: { ...generousLimits, perShop: 1 } }, {}, [true, false]],
  ['a screen that is not read in time', {}, { drawWithinMs: 0 }, [false]],
])('%s gets the document that everybody gets', async (_name, options, config, expected) => {
  const { context } = world.app;
  const backend = createBackend({ ...context, config: { ...context.config, port: 0, ...config } }, options);
  const { url } = await backend.listen();
  const areDrawn: boolean[] = [];
  for (const _each of expected) areDrawn.push(viewIn(await (await fetch(`${url}/?${launch()}`)).text()) !== null);
  await backend.close();
  expect(areDrawn).toEqual(expected);
});

test('a shop that took the app away gets nothing drawn', async () => {
  expect(viewIn((await open('/', launch({}, otherShop))).html)).not.toBeNull();
  world.store.uninstall(otherShop);
  await world.store.webhooksSettled();
  await expect.poll(async () => viewIn((await open('/', launch({}, otherShop))).html)).toBeNull();
});
