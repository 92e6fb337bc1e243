import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BuyerOrder, buyerOrder } from '#api-contract/buyer.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import type { OrderView } from '#store-simulator/control/order-view.ts';
import { type LocalWorld, demoShop as shop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import { createOrderOwners } from './order-owner.ts';

const otherShop = 'other-shop.myshopify.com';
let world: LocalWorld;
let own: OrderView;
let foreign: OrderView;

beforeAll(async () => {
  const of = { ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' };
  world = await startTestWorld({
    store: {
      shops: [
        { domain: shop, name: 'Kettles', ...of },
        { domain: otherShop, name: 'Other', ...of },
      ],
    },
  });
  await world.api('GET', '/api/settings', undefined, otherShop);
  const { customer } = orderKinds.paid();
  own = world.store.addOrder(shop, orderKinds.paid());
  foreign = world.store.addOrder(
    shop,
    orderKinds.paid({ customer: { ...customer, id: '70770', email: 'other@example.com' } }),
  );
  for (const { id } of [own, foreign]) await world.orderUntil(id, ({ state }) => state === 'placed');
});
afterAll(() => world.close());

interface Ask {
  order?: string;
  confirmationNumber?: string | null;
  /** Digits; absent: a guest. */
  customerId?: string | null;
  ofShop?: string;
  token?: string;
}

async function ask({ order = own.id, confirmationNumber = null, customerId, ofShop = shop, token }: Ask) {
  const response = await fetch(`${world.appUrl}/api/buyer/order`, {
    method: 'POST',
    headers: {
      origin: 'null',
      authorization: `Bearer ${token ?? world.store.buyerToken(ofShop, customerId ?? null)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ orderId: order, confirmationNumber }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const shown = async (asked: Ask): Promise<BuyerOrder | null> => {
  const { status, text } = await ask(asked);
  return status === 200 ? buyerOrder.parse(JSON.parse(text)) : null;
};

test('the customer who is signed in sees the slot of their order', async () => {
  const view = await shown({ customerId: own.customerId });
  expect(view).toMatchObject({ deliveries: [{ stage: 'booked' }], timeZone: 'Africa/Johannesburg', moving: false });
  expect(view?.deliveries[0]?.slot?.start).toMatch(/\+02:00$/);
});

test('a guest sees it by the number that only the buyer of this order was shown', async () => {
  const { confirmationNumber } = own;
  expect(await shown({ confirmationNumber })).toMatchObject({ deliveries: [{ stage: 'booked' }] });
  const identity = `gid://shopify/OrderIdentity/${own.id}`;
  expect((await ask({ order: identity, confirmationNumber })).status).toBe(404);
  expect(await shown({ order: own.gid, confirmationNumber })).not.toBeNull();
});

const nothing: [string, () => Ask][] = [
  ['a guest without the number', () => ({})],
  ['a guest with an empty number', () => ({ confirmationNumber: '' })],
  ['a guest with the number of another order', () => ({ confirmationNumber: foreign.confirmationNumber })],
  ['a guest with the number in lower case', () => ({ confirmationNumber: own.confirmationNumber.toLowerCase() })],
  ['a guest with the beginning of the number', () => ({ confirmationNumber: own.confirmationNumber.slice(0, 8) })],
  ['another customer', () => ({ customerId: foreign.customerId })],
  ['a customer asking for another’s order', () => ({ order: foreign.id, customerId: own.customerId })],
  ['the same customer id at another shop', () => ({ customerId: own.customerId, ofShop: otherShop })],
  ['the number at another shop', () => ({ confirmationNumber: own.confirmationNumber, ofShop: otherShop })],
  ['an order that does not exist', () => ({ order: '1', customerId: own.customerId })],
  ['no order id at all', () => ({ order: '../settings', customerId: own.customerId })],
];

test.each(nothing)(
  '%s gets nothing, and not a word more than for an order that does not exist',
  async (_name, asked) => {
    const { status, text } = await ask(asked());
    expect(status).toBe(404);
    expect(text).toBe((await ask({ order: '999999', customerId: '1' })).text);
  },
);

const refused: [string, () => string][] = [
  ['no token', () => ''],
  ['a member of staff', () => world.store.sessionToken(shop)],
  ['a customer of a shop without the app', () => world.store.buyerToken(shop, '1', { dest: 'gone.myshopify.com' })],
  ['another app’s token', () => world.store.buyerToken(shop, own.customerId, { aud: 'another' })],
  ['an expired token', () => world.store.buyerToken(shop, own.customerId, { nbf: 1, exp: 300 })],
];

test.each(refused)('%s is turned away', async (_name, token) => {
  expect((await ask({ token: token() })).status).toBe(401);
});

test('a buyer’s token opens nothing else', async () => {
  const token = world.store.buyerToken(shop, own.customerId);
  for (const path of [`/api/orders/${own.id}`, '/api/settings', '/api/overview', `/api/orders/${own.id}/preview`]) {
    const response = await fetch(`${world.appUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status, path).toBe(401);
  }
});

test('answers a page of any origin, demands JSON, and is kept by nobody', async () => {
  const { headers } = await ask({ customerId: own.customerId });
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('cache-control')).toBe('no-store');
  const authorization = `Bearer ${world.store.buyerToken(shop, own.customerId)}`;
  const plain = await fetch(`${world.appUrl}/api/buyer/order`, {
    method: 'POST',
    headers: { authorization },
    body: '{}',
  });
  expect(plain.status).toBe(415);
});

test('asks Shopify once a minute for whose an order is, and never about an order that is not known here', async () => {
  const asked = () => world.store.calls(shop).filter(({ operationName }) => operationName === 'ReadOrderOwner').length;
  await shown({ customerId: own.customerId });
  const before = asked();
  for (let round = 0; round < 5; round += 1) await shown({ customerId: round % 2 ? own.customerId : '1' });
  await shown({ order: '424242', customerId: own.customerId });
  expect(asked()).toBe(before);
});

test('an order that a replica of Shopify’s shows a moment later is shown while its page still asks', async () => {
  const owner = { customerId: '7', confirmationNumber: 'ABCDEF123' };
  const readOrderOwner = vi.fn().mockResolvedValueOnce(null).mockResolvedValue(owner);
  let now = 0;
  const shopify = { ...world.app.context.shopify, readOrderOwner };
  const { isOwn } = createOrderOwners({ shopify, clock: { now: () => now } });
  const proof = { customerId: '7', confirmationNumber: null };
  const answers: boolean[] = [];
  // As the extension's page asks: every three seconds; what asks more often costs Shopify nothing.
  for (const at of [0, 500, 3_000, 6_000, 62_000]) {
    now = at;
    answers.push(await isOwn(shop as ShopDomain, '1' as OrderId, proof));
  }
  expect([answers, readOrderOwner.mock.calls.length]).toEqual([[false, false, true, true, true], 2]);
});

test('an order that was erased shows nothing any more', async () => {
  const { customer } = orderKinds.paid();
  const order = world.store.addOrder(shop, orderKinds.paid({ customer: { ...customer, id: '80880' } }));
  await world.orderUntil(order.id, ({ deliveries }) => deliveries[0]?.noteState === 'written');
  const { customerId } = order;
  expect((await ask({ order: order.id, customerId })).status).toBe(200);
  world.store.redactCustomer(shop, customerId ?? '');
  await vi.waitFor(async () => expect((await ask({ order: order.id, customerId })).status).toBe(404), 30_000);
});

test('a second driver who was called off takes nothing back of the first one, who still comes', async () => {
  const { customer } = orderKinds.paid();
  const { id, customerId } = world.store.addOrder(shop, orderKinds.paid({ customer: { ...customer, id: '90990' } }));
  const { deliveries } = await world.orderUntil(id, ({ state }) => state === 'placed');
  const newReference = `${deliveries[0]?.orderReference}-R2`;
  const sent = await world.api('POST', `/api/orders/${id}/send`, { mode: 'new', newReference, reason: 'lost parcel' });
  expect(sent.status).toBe(202);
  await world.orderUntil(id, (order) => order.deliveries.filter(({ state }) => state === 'placed').length === 2);
  const cancelled = await world.api('POST', `/api/orders/${id}/cancel`, { orderReference: newReference });
  expect(cancelled).toMatchObject({ status: 200 });
  await world.orderUntil(id, ({ state, headline }) => state === 'placed' && headline.what === 'booked');
  expect(await shown({ order: id, customerId })).toMatchObject({ deliveries: [{ stage: 'booked' }] });
});

const buyersOwn = (id: string) => ({ customer: { ...orderKinds.paid().customer, id } });

test('an order for which no driver is sent by itself, having neither address nor method, is promised none', async () => {
  const { id, customerId } = world.store.addOrder(
    shop,
    orderKinds.draftWithoutAddress({ paid: true, ...buyersOwn('91') }),
  );
  await world.orderUntil(id, ({ state }) => state === 'needs_attention');
  expect(await shown({ order: id, customerId })).toMatchObject({ deliveries: [], moving: false });
});
