import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { dataRequestList, dataRequestView } from '#api-contract/data-requests.ts';
import { overview } from '#api-contract/overview.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { recordDataRequest } from '#storage/data-requests.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';

const otherShop = 'other-shop.myshopify.com';
const dayMs = 86_400_000;
let world: LocalWorld;

beforeAll(async () => {
  const shops = [demoShop, otherShop].map((domain) => ({
    ...{ domain, name: domain, ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' },
  }));
  world = await startTestWorld({ store: { shops } });
  await world.api('GET', '/api/overview', undefined, otherShop);
});
afterAll(() => world.close());
beforeEach(async () => {
  const { db } = world.app.context.storage;
  await db.deleteFrom('data_request').execute();
  await db.deleteFrom('access_log').execute();
});

const list = async (shop?: string) => {
  const { status, body } = await world.api('GET', '/api/data-requests', undefined, shop);
  expect(status).toBe(200);
  return dataRequestList.parse(body).requests;
};
const home = async () => overview.parse((await world.api('GET', '/api/overview')).body).dataRequests;
const export_ = async (id: string, shop = demoShop) => {
  const headers = { authorization: `Bearer ${world.store.sessionToken(shop)}` };
  return fetch(`${world.appUrl}/api/data-requests/${id}/export`, { headers });
};
const audit = async () => {
  const { body } = await world.api('GET', '/api/audit');
  return (body as { entries: { action: string; detail: string }[] }).entries;
};

/** A buyer with a booked delivery and a body that could not be used, who asks for their data. */
async function asked(person: string) {
  const { shippingAddress } = orderKinds.paid();
  const order = world.store.addOrder(
    demoShop,
    orderKinds.paid({
      customer: { firstName: person, lastName: 'Buyer', email: `${person}@example.com` },
      shippingAddress: { ...shippingAddress, firstName: person, lastName: 'Buyer' },
      note: `Note of ${person}`,
    }),
  );
  await world.orderUntil(order.id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  const customerId = world.store.order(demoShop, order.id).customerId ?? '';
  world.store.requestCustomerData(demoShop, customerId);
  const request = await expect
    .poll(async () => (await list()).find(({ orders }) => orders.some(({ orderId }) => orderId === order.id)))
    .toBeDefined()
    .then(async () => (await list()).find(({ orders }) => orders.some(({ orderId }) => orderId === order.id)));
  if (!request) throw new Error('no request');
  return { order, customerId, request };
}

test('a customer’s request for their data is seen with its due date, downloaded and marked as answered', async () => {
  const { order, request } = await asked('Hoopoe');
  expect(request).toMatchObject({
    orders: [{ orderId: order.id, orderName: `#${order.number}` }],
    answeredAt: null,
    answeredBy: null,
  });
  expect(Date.parse(request.dueAt) - Date.parse(request.requestedAt)).toBe(30 * dayMs);
  expect(await home()).toEqual({ open: 1, nextDueAt: request.dueAt });

  const views = async () =>
    world.app.context.storage.db.selectFrom('access_log').selectAll().where('what', '=', 'data_request').execute();
  expect(await views()).toEqual([]);
  await world.store.sendWebhook(demoShop, { body: `no JSON, but it names Hoopoe and ${order.id}` });
  const long = `{"id":${order.id},"checkout_id":820982911946154508}`;
  await world.store.sendWebhook(demoShop, { topic: 'orders/updated', body: long });
  await world.store.sendWebhook(demoShop, { body: 'no JSON either, and nothing of anybody: Kingfisher' });
  const file = await export_(request.id);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-disposition')).toContain(`data-request-${request.id}.json`);
  expect(file.headers.get('cache-control')).toBe('no-store');
  const text = await file.text();
  const stored = JSON.parse(text) as { orders: { order: { orderId: string } }[]; webhooks: { topic: string }[] };
  expect(stored.orders.map((one) => one.order.orderId)).toEqual([order.id]);
  expect(stored.webhooks.map(({ topic }) => topic)).toContain('orders/paid');
  for (const word of [
    'Hoopoe',
    'Note of Hoopoe',
    'hoopoe@example.com',
    'no JSON, but it names Hoopoe',
    '820982911946154508',
  ])
    expect(text.toLowerCase()).toContain(word.toLowerCase());
  expect(text).not.toContain('Kingfisher');
  expect(text).not.toMatch(/live-key-0001|shpat_/);
  expect(await views()).toMatchObject([{ order_id: order.id }]);
  expect((await audit())[0]).toMatchObject({ action: 'export_data_request' });

  const answer = () => world.api('POST', `/api/data-requests/${request.id}/answered`, {});
  const { status, body } = await answer();
  expect(status).toBe(200);
  const answered = dataRequestView.parse(body);
  expect(answered).toMatchObject({ id: request.id, answeredBy: expect.stringMatching(/^staff/) });
  expect(dataRequestView.parse((await answer()).body)).toEqual(answered);
  expect((await audit()).filter(({ action }) => action === 'answer_data_request')).toHaveLength(1);
  expect(await home()).toEqual({ open: 0, nextDueAt: null });
  expect((await list()).find(({ id }) => id === request.id)).toEqual(answered);
});

test('a request that Shopify repeats is one request', async () => {
  const { request } = await asked('Bulbul');
  const sent = world.store.webhookLog(demoShop).findLast(({ topic }) => topic === 'customers/data_request');
  await world.store.resendWebhook(sent?.webhookId ?? '');
  await world.store.sendWebhook(demoShop, { topic: 'customers/data_request', body: sent?.body ?? '' });
  const untaken = world.app.context.storage.db.selectFrom('webhook').select('id').where('state', '!=', 'done');
  await expect.poll(() => untaken.where('topic', '=', 'customers/data_request').execute()).toEqual([]);
  const same = (await list()).filter(({ orders }) => orders[0]?.orderId === request.orders[0]?.orderId);
  expect(same).toEqual([request]);
});

test('customers/redact erases the request with the person, and nothing of it can be downloaded', async () => {
  const { customerId, request } = await asked('Weaver');
  world.store.redactCustomer(demoShop, customerId);
  await expect.poll(async () => (await list()).some(({ id }) => id === request.id)).toBe(false);
  expect((await export_(request.id)).status).toBe(404);
  expect(await world.app.context.storage.db.selectFrom('data_request').selectAll().execute()).not.toContainEqual(
    expect.objectContaining({ customer_id: customerId }),
  );
});

test('security 2: another shop sees no request, downloads none and answers none', async () => {
  const { request } = await asked('Sunbird');
  expect(await list(otherShop)).toEqual([]);
  expect((await export_(request.id, otherShop)).status).toBe(404);
  expect((await world.api('POST', `/api/data-requests/${request.id}/answered`, {}, otherShop)).status).toBe(404);
  expect((await list()).find(({ id }) => id === request.id)).toMatchObject({ answeredAt: null });
  for (const id of ['0', 'x', '99999999999999999999']) expect((await export_(id)).status).toBe(404);
  const unsigned = await fetch(`${world.appUrl}/api/data-requests/${request.id}/export`);
  expect(unsigned.status).toBe(401);
});

test('however many orders a person has, the export of them asks for one after the other', async () => {
  const { storage } = world.app.context;
  const orderIds = Array.from({ length: 40 }, (_, index) => String(index + 1) as OrderId);
  const asking = { key: 'many', customerId: null, orderIds, requestedAt: new Date() };
  await recordDataRequest(storage.db, demoShop as ShopDomain, asking);
  const { load } = storage.orders;
  let underWay = 0;
  let most = 0;
  vi.spyOn(storage.orders, 'load').mockImplementation(async (...of) => {
    // A run of an earlier test's order may read it meanwhile.
    if (!orderIds.includes(of[1])) return load(...of);
    underWay += 1;
    most = Math.max(most, underWay);
    return load(...of).finally(() => {
      underWay -= 1;
    });
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const [request] = await list();
  const file = await export_(request?.id ?? '');
  expect(file.status).toBe(200);
  expect(JSON.parse(await file.text())).toMatchObject({ orders: [], webhooks: expect.any(Array) });
  expect(most).toBe(1);
  const seen = await storage.db
    .selectFrom('access_log')
    .select('order_id')
    .where('what', '=', 'data_request')
    .orderBy('id')
    .execute();
  expect(seen.map(({ order_id }) => order_id)).toEqual(orderIds);
});
