import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { tokenRefused } from '#shopify/failure.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { type LocalWorld, demoShop as shop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';

const path = '/api/flow/send-delivery';
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.close());

const run = (orderId: string, runId: string, more: Record<string, unknown> = {}) => ({
  shop_id: 690933842,
  shopify_domain: shop,
  action_run_id: runId,
  handle: 'send-same-day-delivery',
  properties: { order_id: Number(orderId) },
  ...more,
});

async function call(body: unknown, signature?: string | null): Promise<{ status: number; detail: string | undefined }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const secret = world.app.context.config.shopify.apiSecret;
  const signed = signature === undefined ? createHmac('sha256', secret).update(text).digest('base64') : signature;
  const response = await fetch(`${world.appUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signed === null ? {} : { 'x-shopify-hmac-sha256': signed }) },
    body: text,
  });
  const answered = (await response.json()) as { detail?: string };
  return { status: response.status, detail: answered.detail };
}

const placementsOf = async (number: number) =>
  (await world.placements()).filter((body) => body['order_reference'] === String(number));

/** An order that the rules leave to a person. */
async function leftAlone() {
  const order = world.store.addOrder(shop, orderKinds.paid({ shippingLines: [] }));
  await world.orderUntil(order.id, ({ state }) => state === 'skipped');
  return order;
}

test('one run that is called five times, at once and again later, books one delivery', async () => {
  const order = await leftAlone();
  const first = await Promise.all([1, 2, 3].map(() => call(run(order.id, 'run-1'))));
  // Who comes while another is under way is told to ask again.
  expect(first.map(({ status }) => status)).toContain(200);
  for (const { status } of first) expect([200, 202]).toContain(status);
  await world.orderUntil(order.id, ({ state }) => state === 'placed');
  for (const _again of [4, 5]) expect((await call(run(order.id, 'run-1'))).status).toBe(200);
  expect(await placementsOf(order.number)).toHaveLength(1);
});

test('a run that is repeated after its delivery was cancelled sends nothing again', async () => {
  const order = await leftAlone();
  expect((await call(run(order.id, 'run-2'))).status).toBe(200);
  const { deliveries } = await world.orderUntil(order.id, ({ state }) => state === 'placed');
  await world.api('POST', `/api/orders/${order.id}/cancel`, { orderReference: deliveries[0]?.orderReference });
  expect((await call(run(order.id, 'run-2'))).status).toBe(200);
  expect(await placementsOf(order.number)).toHaveLength(1);
});

test('another run for an order that has its driver is done, and books nothing', async () => {
  const order = world.store.addOrder(shop, orderKinds.paid());
  await world.orderUntil(order.id, ({ state }) => state === 'placed');
  expect((await call(run(order.id, 'run-3'))).status).toBe(200);
  expect(await placementsOf(order.number)).toHaveLength(1);
});

test('says why nothing was sent, the same for every repetition', async () => {
  const order = world.store.addOrder(shop, orderKinds.unpaid());
  const answer = await call(run(order.id, 'run-4'));
  expect(answer).toMatchObject({ status: 422, detail: expect.stringMatching(/paid/i) });
  world.store.payOrder(shop, order.number);
  expect(await call(run(order.id, 'run-4'))).toEqual(answer);
});

test.each([
  ['has no goods yet', 'goods', true],
  ['a replica does not show yet', 'order', true],
  ['a replica does not show yet, its webhook being late', 'order', false],
])(
  'a run that comes before Shopify has routed the order is not ended for good: one that %s',
  async (_name, missing, isTold) => {
    const { shopify } = world.app.context.ports;
    const read = shopify.readOrder.bind(shopify);
    let isRouted = false;
    const spy = vi.spyOn(shopify, 'readOrder').mockImplementation(async (...asked) => {
      const order = await read(...asked);
      if (isRouted || !order) return order;
      return missing === 'order' ? null : { ...order, fulfillmentOrders: [] };
    });
    onTestFinished(() => spy.mockRestore());
    const order = world.store.addOrder(shop, orderKinds.paid({ shippingLines: [], quiet: !isTold }));
    const { db } = world.app.context.storage;
    const told = () => db.selectFrom('webhook').select('id').where('order_id', '=', order.id).execute();
    if (isTold) await expect.poll(async () => (await told()).length, { timeout: 5_000 }).toBeGreaterThan(0);
    const runId = `early-${missing}-${isTold}`;
    const first = await call(run(order.id, runId));
    isRouted = true;
    if (!isTold) await world.store.sendWebhook(shop, { topic: 'orders/paid', body: { id: BigInt(order.id) } });
    await world.orderUntil(order.id, ({ state }) => state === 'skipped');
    const second = await call(run(order.id, runId));
    expect([first, second.status]).toEqual([expect.objectContaining({ status: 503 }), 200]);
    await world.orderUntil(order.id, ({ state }) => state === 'placed');
    expect(await placementsOf(order.number)).toHaveLength(1);
  },
);

test('a run in a shop that must be connected again is not ended for good', async () => {
  const order = await leftAlone();
  const spy = vi.spyOn(world.app.context.ports.shopify, 'readOrder').mockRejectedValue(tokenRefused());
  onTestFinished(() => spy.mockRestore());
  const first = await call(run(order.id, 'run-unconnected'));
  spy.mockRestore();
  expect([first.status, (await call(run(order.id, 'run-unconnected'))).status]).toEqual([503, 200]);
});

test('a run for an order of nobody ends once Shopify must have shown it, and asks again until then', async () => {
  const { db } = world.app.context.storage;
  const said = async () => (await call(run('424242', 'run-5'))).status;
  expect([await said(), await said()]).toEqual([503, 503]);
  const ago = new Date(Date.now() - 3_600_000);
  await db.updateTable('flow_run').set({ started_at: ago }).where('run_id', '=', 'run-5').execute();
  expect([await said(), await said()]).toEqual([422, 422]);
});

test('a run for an order that was erased ends at once', async () => {
  await world.app.context.storage.db.insertInto('redaction').values({ shop, order_id: '434343' }).execute();
  expect((await call(run('434343', 'run-erased'))).status).toBe(422);
});

test.each([
  ['a shop without the app', () => run('1', 'run-6', { shopify_domain: 'gone.myshopify.com' })],
  ['what is no shop', () => run('1', 'run-7', { shopify_domain: 'evil.example' })],
])('refuses %s', async (_name, body) => {
  expect((await call(body())).status).toBe(422);
});

test.each([
  ['no JSON', () => '{'],
  ['a webhook’s body, signed with the same secret', () => ({ id: 1, admin_graphql_api_id: 'gid://shopify/Order/1' })],
  ['a run of another action', () => run('1', 'run-8', { handle: 'another' })],
  ['a run without its id', () => run('1', 'run-9', { action_run_id: '' })],
  ['a run whose id no database can hold', () => run('1', 'run-\0')],
])('takes %s for no run', async (_name, body) => {
  expect((await call(body())).status).toBe(400);
});

test.each([
  ['none', null],
  ['an empty one', ''],
  ['one of another secret', createHmac('sha256', 'another').update('{}').digest('base64')],
])('demands Shopify’s signature: %s', async (_name, signature) => {
  const order = await leftAlone();
  expect((await call(run(order.id, 'forged'), signature)).status).toBe(401);
  expect(await placementsOf(order.number)).toHaveLength(0);
});

test('the workflow’s editor is told the same: address, handle and the order as its field', () => {
  const read = (file: string) => parse(readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8'));
  expect(read('extensions/flow-send-delivery/shopify.extension.toml')).toMatchObject({
    // Below the app's address, wherever that is.
    extensions: [{ type: 'flow_action', handle: run('1', 'x').handle, runtime_url: path }],
    settings: { fields: [{ type: 'order_reference', required: true }] },
  });
});
