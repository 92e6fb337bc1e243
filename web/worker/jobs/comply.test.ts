import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { basic } from '#courier-service/testing/client.ts';
import { searchedFor } from '#placement/found-by.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { listDataRequests } from '#storage/data-requests.ts';
import { exportOrders } from '#storage/export-orders.ts';
import { decryptEnvelopes, dumpTables } from '#storage/testing/dump.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import type { NewOrder } from '#store-simulator/state/new-order.ts';
import { courierControl } from '#testing/courier-control.ts';
import { demoShop, type LocalWorld, liveKey } from '#testing/local-world.ts';
import { sweepNow } from '#testing/sweep-now.ts';
import { startTestWorld } from '#testing/test-world.ts';

const shop = demoShop as ShopDomain;
const goneShop = 'leaving-shop.myshopify.com' as ShopDomain;
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld({
    store: {
      shops: [demoShop, goneShop].map((domain) => ({
        domain,
        name: `Name of ${domain}`,
        ianaTimezone: 'Africa/Johannesburg',
        currency: 'ZAR',
      })),
    },
  });
});
afterAll(() => world.close());

/** Words that stand for one person and nobody else. */
const canariesOf = (person: string) => ({
  firstName: `First${person}`,
  lastName: `Last${person}`,
  street: `1 Street${person} Road`,
  note: `Note${person}`,
  email: `mail${person}@example.com`.toLowerCase(),
});

function orderOf(person: string, overrides: NewOrder = {}): NewOrder {
  const { firstName, lastName, street, note, email } = canariesOf(person);
  const { shippingAddress } = orderKinds.paid();
  return orderKinds.paid({
    customer: { firstName, lastName, email },
    shippingAddress: { ...shippingAddress, firstName, lastName, address1: street },
    note,
    ...overrides,
  });
}

/** All that is stored, encrypted values opened. */
async function everything(): Promise<string> {
  const { storage, config } = world.app.context;
  const dump = await dumpTables(storage.db);
  return `${dump}\n${decryptEnvelopes(dump, config.encryption)}`.toLowerCase();
}

async function foundOf(person: string, more: string[] = []): Promise<string[]> {
  const stored = await everything();
  return [...Object.values(canariesOf(person)), ...more].filter((word) => stored.includes(word.toLowerCase()));
}

/** How often the keyed hash of a person's first name is stored. */
async function findableBy(person: string, of = shop): Promise<number> {
  const { db, blindIndex } = world.app.context.storage;
  const [hash = ''] = blindIndex.hashes(of, searchedFor(canariesOf(person).firstName));
  return (await dumpTables(db)).split(hash).length - 1;
}

const soon = { timeout: 30_000, interval: 100 };
const customerOf = (orderId: string) => world.store.order(demoShop, orderId).customerId ?? '';

test('security 12: customers/redact erases the person everywhere, keeps the others, and is left erased', async () => {
  const first = world.store.addOrder(demoShop, orderOf('Zebrafinch'));
  const customer = { id: customerOf(first.id) };
  const second = world.store.addOrder(demoShop, orderOf('Zebrafinch', { customer, phone: null }));
  const other = world.store.addOrder(demoShop, orderOf('Kingfisher'));
  for (const { id } of [first, second, other]) await world.orderUntil(id, (view) => view.state === 'placed');
  await world.api('GET', `/api/orders/${first.id}`);
  await world.store.sendWebhook(demoShop, { body: `no JSON, but it names LastZebrafinch and ${first.id}` });
  expect(await foundOf('Zebrafinch')).toEqual(Object.values(canariesOf('Zebrafinch')));
  expect(await findableBy('Zebrafinch')).toBe(2);

  world.store.requestCustomerData(demoShop, customer.id);
  world.store.redactCustomer(demoShop, customer.id);
  await vi.waitFor(async () => expect(await foundOf('Zebrafinch')).toEqual([]), soon);
  expect([await findableBy('Zebrafinch'), await findableBy('Kingfisher')]).toEqual([0, 1]);
  expect(await foundOf('Kingfisher')).toEqual(Object.values(canariesOf('Kingfisher')));
  expect(await world.orderView(first.id)).toBeNull();

  world.store.updateOrder(demoShop, first.id, { note: 'NoteZebrafinch again' });
  world.store.redactCustomer(demoShop, customer.id);
  await world.store.webhooksSettled();
  const { db } = world.app.context.storage;
  await vi.waitFor(async () => {
    const waiting = await db
      .selectFrom('webhook')
      .select('topic')
      .where('state', 'in', ['new', 'dispatched'])
      .execute();
    expect(waiting).toEqual([]);
  }, soon);
  expect(await sweepNow(world, shop)).toBe(0);
  expect(await foundOf('Zebrafinch')).toEqual([]);
  expect(await world.orderView(first.id)).toBeNull();
  const tombstones = await db.selectFrom('redaction').select('order_id').where('shop', '=', shop).execute();
  const erased = tombstones.map(({ order_id }) => order_id);
  expect(erased).toEqual(expect.arrayContaining([first.id, second.id]));
  expect(erased).not.toContain(other.id);
});

test('security 12: customers/data_request is kept as a request from which everything about the person can be exported', async () => {
  const order = world.store.addOrder(demoShop, orderOf('Hoopoe'));
  await world.orderUntil(order.id, (view) => view.deliveries[0]?.noteWritten === true);
  const customerId = customerOf(order.id);
  world.store.requestCustomerData(demoShop, customerId);
  const { storage } = world.app.context;
  const request = await vi.waitFor(async () => {
    const found = (await listDataRequests(storage.db, shop, 10)).find((one) => one.customerId === customerId);
    expect(found?.orders.map(({ orderId }) => orderId)).toEqual([order.id]);
    return found;
  }, soon);
  const who = { orderIds: [order.id as OrderId], customerId: request?.customerId ?? null };
  const exportOf = async (of: ShopDomain) => {
    const { orders, webhooks } = exportOrders(storage, of, who);
    return { orders: await Readable.from(orders).toArray(), webhooks: await Readable.from(webhooks).toArray() };
  };
  const exported = JSON.stringify(await exportOf(shop));
  for (const word of ['FirstHoopoe', 'LastHoopoe', '1 StreetHoopoe Road', 'NoteHoopoe'])
    expect(exported).toContain(word);
  expect(exported).not.toContain('Kingfisher');
  expect(await exportOf(goneShop)).toEqual({ orders: [], webhooks: [] });
});

test('security 12: a placement in flight is finished first, then erased', async () => {
  const placed = async () =>
    (await world.placements()).filter((body) => JSON.stringify(body).includes('Weaver')).length;
  const fault = { kind: 'delay', delayMs: 2_500 };
  await courierControl(world.courier.url).fails({ match: { path: '/v1/same-day-asap' }, fault, times: 1 });
  const order = world.store.addOrder(demoShop, orderOf('Weaver'));
  await vi.waitFor(async () => expect(await placed()).toBe(1), soon);
  world.store.redactCustomer(demoShop, customerOf(order.id));
  await vi.waitFor(async () => {
    expect((await world.app.context.storage.inbox.shopWebhooks(10)).map(({ topic }) => topic)).toContain(
      'customers/redact',
    );
  }, soon);
  expect((await foundOf('Weaver')).length).toBeGreaterThan(0);
  await vi.waitFor(async () => expect(await foundOf('Weaver')).toEqual([]), soon);
  const response = await fetch(`${world.courier.url}/v1/deliveries/ext/${order.number}`, {
    headers: { authorization: basic(liveKey) },
  });
  expect(response.status).toBe(200);
  await response.arrayBuffer();
});

test('security 12: shop/redact erases a shop that left; after a reinstall only what is older', async () => {
  const keyed = (key: string) => world.api('PUT', '/api/settings', { courier: { apiKey: key } }, goneShop);
  const placedAt = async (person: string) => {
    const order = world.store.addOrder(goneShop, orderOf(person));
    await vi.waitFor(async () => {
      expect((await world.orderView(order.id, goneShop))?.deliveries[0]?.noteWritten).toBe(true);
    }, soon);
  };
  const uninstalled = async () => (await world.app.context.storage.shops.shop(goneShop))?.uninstalledAt != null;
  await keyed(liveKey);
  await world.api('PUT', '/api/settings', { reference: { prefix: 'GONE-' } }, goneShop);
  await placedAt('Sunbird');
  world.store.uninstall(goneShop);
  await vi.waitFor(async () => expect(await uninstalled()).toBe(true), soon);

  world.store.install(goneShop);
  await keyed(liveKey);
  await placedAt('Bokmakierie');
  world.store.redactShop(goneShop);
  await vi.waitFor(async () => expect(await foundOf('Sunbird')).toEqual([]), soon);
  expect([await findableBy('Sunbird', goneShop), await findableBy('Bokmakierie', goneShop)]).toEqual([0, 1]);
  expect(await foundOf('Bokmakierie')).toEqual(Object.values(canariesOf('Bokmakierie')));

  world.store.uninstall(goneShop);
  await vi.waitFor(async () => expect(await uninstalled()).toBe(true), soon);
  world.store.redactShop(goneShop);
  await vi.waitFor(async () => expect(await foundOf('Bokmakierie', [goneShop])).toEqual([]), soon);
  expect(await everything()).toContain(demoShop);
});

test('security 12: customers/redact that names an order twice is carried out', async () => {
  const { id } = world.store.addOrder(demoShop, orderOf('Sunbird'));
  await world.orderUntil(id, (view) => view.state === 'placed');
  const body = `{"shop_domain":"${demoShop}","customer":{"id":${customerOf(id)}},"orders_to_redact":[${id},${id}]}`;
  await world.store.sendWebhook(demoShop, { topic: 'customers/redact', body });
  await vi.waitFor(async () => expect(await foundOf('Sunbird')).toEqual([]), soon);
});
