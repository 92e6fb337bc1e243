import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from 'express';
import { afterEach, expect, test } from 'vitest';
import { callerOfLaunch } from '#backend/panel/launch.ts';
import { sweepShop } from '#deliveries/run/reconcile.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { removeOld } from '#worker/jobs/retention.ts';
import { watchAddresses } from '#worker/jobs/watch-addresses.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { startTestWorld, type TestWorldOptions, untilAtRest } from '../test-world.ts';

const renamed = 'new-name.myshopify.com';
let world: LocalWorld;
afterEach(() => world.close());

/** A shop that has a placed order and whose merchant then changed its address. */
async function rename(options: TestWorldOptions = {}): Promise<{ id: string; customerId: string }> {
  world = await startTestWorld(options);
  const { id, customerId } = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(id, ({ state }) => state === 'placed');
  world.store.renameShop(demoShop, renamed);
  return { id, customerId: customerId ?? 'a guest' };
}

const notice = () => watchAddresses(world.app.context);
const db = () => world.app.context.storage.db;
const shops = () => db().selectFrom('shop').select(['shop', 'renamed_to', 'uninstalled_at', 'live_last4']).execute();
const orders = () => db().selectFrom('shop_order').select(['shop', 'order_id']).execute();
const references = async () => (await world.placements()).map((body) => body['order_reference']);

/** An order paid under the new address, and a sweep of all rows. */
async function payAndSweep(): Promise<string> {
  const { id } = world.store.addOrder(renamed, orderKinds.paid());
  await world.store.webhooksSettled();
  for (const { shop } of await shops()) await sweepShop(world.app.context.ports, shop as ShopDomain);
  await expect.poll(() => world.store.order(demoShop, id).note, { timeout: 20_000 }).not.toBeNull();
  expect(await untilAtRest(world)).toEqual([]);
  return id;
}

test('what is paid under the new address is booked once, in the row of the old one, whose webhooks come', async () => {
  await rename();
  await notice();
  const { id } = world.store.addOrder(renamed, orderKinds.paid());
  await world.orderUntil(id, ({ state }) => state === 'placed');
  expect(await orders()).toContainEqual({ shop: demoShop, order_id: id });
  const topics = db().selectFrom('webhook').select('topic').where('order_id', '=', id).distinct();
  expect((await topics.execute()).map(({ topic }) => topic)).toContain('orders/paid');
  await payAndSweep();
  expect(await references()).toHaveLength(3);
  expect(await shops()).toMatchObject([{ shop: demoShop, renamed_to: renamed }]);
});

test.each([
  ['after', notice],
  ['before', () => Promise.resolve()],
])('the panel opened under the new address %s that was noticed is the shop itself', async (_when, first) => {
  const { id } = await rename();
  await first();
  const opened = await Promise.all([1, 2, 3].map(() => world.api('GET', '/api/settings', undefined, renamed)));
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(opened[0]?.body).toMatchObject({ courier: { apiKey: { set: true } } });
  expect(await world.orderView(id, renamed)).toMatchObject({ state: 'placed' });
  await payAndSweep();
  expect(await references()).toHaveLength(2);
  expect(await shops()).toMatchObject([{ shop: demoShop, renamed_to: renamed }]);
});

test('a renamed shop stays connected where Shopify does not say at once whose the new token is', async () => {
  await rename({ unjudged: 'nothing is asked of the order any more' });
  const away = { kind: 'status', status: 502 } as const;
  world.store.faults.next({ call: 'graphql', effect: away, times: 2, operationName: 'ReadShop' });
  expect((await world.api('GET', '/api/settings', undefined, renamed)).status).toBe(200);
  expect(await shops()).toMatchObject([{ shop: demoShop, renamed_to: renamed }]);
  expect(await world.app.context.shopify.readShop(demoShop as ShopDomain)).toMatchObject({ domain: renamed });
});

test('a shop whose token is refused is connected again by its panel under the new address', async () => {
  await rename();
  world.store.expireAccessTokens(demoShop);
  await db()
    .updateTable('shop')
    .set({ refresh_token_sealed: null, access_token_sealed: null, reconnect: true })
    .execute();
  expect((await world.api('GET', '/api/overview', undefined, renamed)).status).toBe(200);
  await payAndSweep();
  const row = await db().selectFrom('shop').select(['shop', 'reconnect']).execute();
  expect(row).toEqual([{ shop: demoShop, reconnect: false }]);
});

test.each([
  ['after', notice],
  ['before', () => Promise.resolve()],
])('erasure and uninstall under the new address %s that was noticed reach the shop', async (_when, first) => {
  const { id, customerId } = await rename({ unjudged: 'the shop is erased' });
  await first();
  world.store.requestCustomerData(renamed, customerId);
  const requests = () => db().selectFrom('data_request').select('shop').execute();
  await expect.poll(requests, { timeout: 20_000 }).toEqual([{ shop: demoShop }]);
  world.store.redactCustomer(renamed, customerId);
  await expect.poll(orders, { timeout: 20_000 }).not.toContainEqual({ shop: demoShop, order_id: id });
  world.store.uninstall(renamed);
  const left = { shop: demoShop, live_last4: null, uninstalled_at: expect.any(Date) };
  await expect.poll(shops, { timeout: 20_000 }).toMatchObject([left]);
  world.store.redactShop(renamed);
  await expect.poll(shops, { timeout: 20_000 }).toEqual([]);
});

test('Flow is answered before the new address was noticed, the buyer and a launch of the panel after it', async () => {
  const { id, customerId } = await rename();
  const { apiSecret } = world.app.context.config.shopify;
  const shopId = Number(world.store.shops()[0]?.id);
  const run = { action_run_id: 'run-1', handle: 'send-same-day-delivery', properties: { order_id: id } };
  const body = JSON.stringify({ ...run, shop_id: shopId, shopify_domain: renamed });
  const signature = createHmac('sha256', apiSecret).update(body).digest('base64');
  const headers = { 'content-type': 'application/json', 'x-shopify-hmac-sha256': signature };
  const flow = await fetch(`${world.appUrl}/api/flow/send-delivery`, { method: 'POST', headers, body });
  expect(flow.status).toBe(200);
  await notice();
  const buyer = await fetch(`${world.appUrl}/api/buyer/order`, {
    method: 'POST',
    headers: {
      ...{ origin: 'null', 'content-type': 'application/json' },
      authorization: `Bearer ${world.store.buyerToken(renamed, customerId)}`,
    },
    body: JSON.stringify({ orderId: id, confirmationNumber: null }),
  });
  expect([buyer.status, await buyer.json()]).toMatchObject([200, { deliveries: [expect.anything()] }]);
  const launch = { originalUrl: `/?${world.store.launchQuery(renamed)}`, get: () => undefined } as unknown as Request;
  expect(await callerOfLaunch(world.app.context, launch)).toMatchObject({ shop: { domain: demoShop } });
});

/** What an earlier version made of it: a row for each address. */
async function twoRows(options: TestWorldOptions = {}) {
  const made = await rename(options);
  await db().updateTable('shop').set({ shopify_id: null }).execute();
  // An order of the second of an installation counts as after it.
  await pause(1_100);
  await world.api('PUT', '/api/settings', { courier: { apiKey: liveKey }, reference: { prefix: 'NEW-' } }, renamed);
  // It noticed the new name at either time, and told nobody that they are one.
  await db().updateTable('shop').set({ renamed_to: renamed }).where('shop', '=', demoShop).execute();
  await notice();
  expect((await shops()).map(({ shop }) => shop).sort()).toEqual([demoShop, renamed]);
  return made;
}

test('of two rows of one shop the later takes in what is ordered since, the older goes on with what it holds', async () => {
  const { id: held } = await twoRows();
  const id = await payAndSweep();
  expect(await references()).toHaveLength(2);
  expect((await orders()).filter(({ order_id }) => order_id === id)).toEqual([{ shop: renamed, order_id: id }]);
  world.store.cancelOrder(renamed, held);
  await sweepShop(world.app.context.ports, demoShop as ShopDomain);
  await world.orderUntil(held, ({ state }) => state !== 'placed');
});

test('of two rows of one shop both are erased, and both left', async () => {
  const { customerId } = await twoRows({ unjudged: 'the shop is erased' });
  world.store.redactCustomer(renamed, customerId);
  await expect
    .poll(async () => (await orders()).filter(({ shop }) => shop === demoShop), { timeout: 20_000 })
    .toEqual([]);
  world.store.uninstall(renamed);
  const left = { live_last4: null, uninstalled_at: expect.any(Date) };
  await expect.poll(shops, { timeout: 20_000 }).toMatchObject([left, left]);
  world.store.redactShop(renamed);
  await expect.poll(shops, { timeout: 20_000 }).toEqual([]);
});

test('a customer’s request for their data is one request in two rows of one shop, and the answer to it has what both hold', async () => {
  const { id, customerId } = await twoRows({ unjudged: 'the older row holds a delivery that the later has not' });
  // Its first comparison with Shopify reaches back over the order, and takes it in as older than the row.
  await sweepShop(world.app.context.ports, renamed as ShopDomain);
  await expect.poll(orders, { timeout: 20_000 }).toContainEqual({ shop: renamed, order_id: id });
  world.store.requestCustomerData(renamed, customerId);
  const asked = () => db().selectFrom('data_request').select(['shop', 'id', 'answered_at']).execute();
  await expect.poll(asked, { timeout: 20_000 }).toMatchObject([{ shop: renamed, answered_at: null }]);
  const at = `/api/data-requests/${(await asked())[0]?.id}`;
  const listed = await world.api('GET', '/api/data-requests', undefined, renamed);
  expect(listed.body).toMatchObject({ requests: [{ orders: [{ orderId: id, orderName: expect.any(String) }] }] });
  const headers = { authorization: `Bearer ${world.store.sessionToken(renamed)}` };
  const file = await (await fetch(`${world.appUrl}${at}/export`, { headers })).json();
  const held = { order: { shop: renamed, orderId: id, reason: { code: 'before_install' } }, deliveries: [] };
  const sent = { order: { shop: demoShop, orderId: id }, deliveries: [expect.anything()] };
  expect(file).toMatchObject({ orders: [held, sent] });
  const views = db().selectFrom('access_log').select('order_id').where('what', '=', 'data_request');
  expect(await views.where('shop', '=', demoShop).execute()).toEqual([{ order_id: id }]);
  expect((await world.api('POST', `${at}/answered`, {}, renamed)).status).toBe(200);
  expect(await asked()).toMatchObject([{ answered_at: expect.any(Date) }]);
});

test('of two rows of one shop that came back, the erasure of what was before it left leaves the row that is new', async () => {
  await twoRows({ unjudged: 'the shop is erased' });
  world.store.uninstall(renamed);
  const left = { live_last4: null, uninstalled_at: expect.any(Date) };
  await expect.poll(shops, { timeout: 20_000 }).toMatchObject([left, left]);
  world.store.install(renamed);
  expect((await world.api('PUT', '/api/settings', { courier: { apiKey: liveKey } }, renamed)).status).toBe(200);
  const { id } = world.store.addOrder(renamed, orderKinds.paid());
  await expect.poll(orders, { timeout: 20_000 }).toContainEqual({ shop: renamed, order_id: id });
  world.store.redactShop(renamed);
  const names = async () => (await shops()).map(({ shop }) => shop);
  await expect.poll(names, { timeout: 20_000 }).toEqual([renamed]);
  await world.store.webhooksSettled();
  await removeOld(world.app.context);
  expect(await names()).toEqual([renamed]);
  expect(await orders()).toContainEqual({ shop: renamed, order_id: id });
});

const waiting = async () => {
  const rows = db().selectFrom('shop').select('shop').where('reconnect', '=', true).orderBy('shop');
  return (await rows.execute()).map(({ shop }) => shop);
};

/** The shop left and came back before its webhook did: what each row of it holds is refused, until the panel is opened. */
async function backBeforeTheWebhook() {
  world.store.faults.webhooks({ dropTopics: ['app/uninstalled'] });
  world.store.uninstall(renamed);
  world.store.install(renamed);
  world.store.faults.clear();
  await expect(world.app.context.shopify.readShop(renamed as ShopDomain)).rejects.toThrow();
  expect(await waiting()).toEqual([demoShop, renamed]);
  expect((await world.api('GET', '/api/overview', undefined, renamed)).status).toBe(200);
  expect(await waiting()).toEqual([]);
}

test('a late word of an uninstall takes no row of a shop that is back from it', async () => {
  await twoRows({ unjudged: 'the older row holds an order that the later has not' });
  await backBeforeTheWebhook();
  await world.store.sendWebhook(renamed, {
    topic: 'app/uninstalled',
    body: { id: Number(world.store.shops()[0]?.id), myshopify_domain: renamed },
  });
  const webhook = db().selectFrom('webhook').select('state').where('topic', '=', 'app/uninstalled');
  await expect.poll(() => webhook.execute(), { timeout: 20_000 }).toEqual([{ state: 'done' }]);
  const stays = { uninstalled_at: null, live_last4: expect.any(String) };
  expect(await shops()).toMatchObject([stays, stays]);
});

test('of two rows of one shop both are let in by Shopify, however often the panel is opened', async () => {
  await twoRows({ unjudged: 'the older row holds an order that the later has not' });
  const { shopify } = world.app.context;
  for (let opened = 0; opened < 3; opened += 1) {
    expect((await world.api('GET', '/api/settings', undefined, renamed)).status).toBe(200);
    for (const shop of [renamed, demoShop]) await shopify.readShop(shop as ShopDomain);
    await db().updateTable('shop').set({ access_expires_at: new Date() }).execute();
  }
});

test('the panel of the later row of one shop connects the older again, too', async () => {
  const { id } = await twoRows();
  await backBeforeTheWebhook();
  world.store.cancelOrder(renamed, id);
  await sweepShop(world.app.context.ports, demoShop as ShopDomain);
  await world.orderUntil(id, ({ state }) => state !== 'placed');
});
