import { afterEach, beforeEach, expect, test } from 'vitest';
import { overview } from '#api-contract/overview.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld, testKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { resting } from './journey.ts';

let world: LocalWorld;
beforeEach(async () => {
  world = await startTestWorld({ testTwin: true, env: { RETRY_BASE_MS: '50' } });
  await save({ courier: { testApiKey: testKey }, automation: { testMode: true } });
});
afterEach(() => world.close());

const save = async (patch: unknown) => {
  const answer = await world.api('PUT', '/api/settings', patch);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
};
const home = async () => overview.parse((await world.api('GET', '/api/overview')).body);
const send = (id: string) => world.api('POST', `/api/orders/${id}/send`, { mode: 'again' });
/** Bodies that the test service was sent. */
async function tested(): Promise<Record<string, unknown>[]> {
  const seen = (await (await fetch(`${world.courierTest?.url}/_control/requests`)).json()) as {
    requests: { method: string; path: string; body: unknown }[];
  };
  const posted = seen.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/same-day-asap');
  return posted.map(({ body }) => (typeof body === 'string' ? JSON.parse(body) : body) as Record<string, unknown>);
}

test('a live order waits in sight while test mode is on, and is sent live when it ends', async () => {
  const { id, number } = world.store.addOrder(demoShop, orderKinds.paid());
  const held = await world.orderUntil(id, resting);
  expect(held).toMatchObject({ state: 'held', reason: { code: 'test_mode', until: null, retrying: false } });
  expect(held.reason?.nextStep).toMatch(/test mode/i);
  expect(await home()).toMatchObject({
    testMode: true,
    status: 'test_mode',
    last24h: { paid: 1, held: 1, placed: 0 },
  });
  expect(await tested()).toEqual([]);
  expect(await world.placements()).toEqual([]);

  await save({ automation: { testMode: false } });
  const placed = await world.orderUntil(id, ({ state }) => state === 'placed');
  expect(placed.deliveries).toMatchObject([{ orderReference: String(number), testMode: false }]);
  expect(await tested()).toEqual([]);
  expect(await home()).toMatchObject({ status: 'working', last24h: { paid: 1, placed: 1 } });
});

test('a test order goes to the test service alone, and counts as no paid order', async () => {
  const { id, number } = world.store.addOrder(demoShop, orderKinds.testOrder({ paid: true }));
  const placed = await world.orderUntil(id, resting);
  expect(placed).toMatchObject({ state: 'placed', deliveries: [{ orderReference: `TEST-${number}`, testMode: true }] });
  expect(await tested()).toMatchObject([{ order_reference: `TEST-${number}` }]);
  expect(await world.placements()).toEqual([]);
  // What is unexplained is known once the app has compared its orders with Shopify's.
  await expect.poll(async () => (await home()).last24h.unexplained).toBe(0);
  const { last24h, perDay, paidToPlacedSeconds } = await home();
  expect(last24h).toMatchObject({ paid: 0, placed: 0, unexplained: 0 });
  expect(perDay.every(({ placed: count }) => count === 0)).toBe(true);
  expect(paidToPlacedSeconds.median).toBeNull();
});

test('a press sends no live order while test mode is on, and does not send it later unasked', async () => {
  await save({ automation: { mode: 'manual' } });
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(id, ({ reason }) => reason?.code === 'manual_mode');
  expect(await send(id)).toMatchObject({ status: 409, body: { nextStep: expect.stringMatching(/test mode/i) } });
  await save({ automation: { testMode: false } });
  await world.api('POST', `/api/orders/${id}/refresh`, {});
  expect(await world.orderView(id)).toMatchObject({ state: 'skipped', reason: { code: 'manual_mode' } });
  expect(await world.placements()).toEqual([]);
  expect(await send(id)).toMatchObject({ status: 202 });
  await world.orderUntil(id, ({ state }) => state === 'placed');
});

test('what became too late meanwhile asks a person first', async () => {
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(id, resting);
  await save({ automation: { testMode: false, maxAgeHours: 0.000001 } });
  const late = await world.orderUntil(id, ({ state }) => state !== 'held');
  expect(late).toMatchObject({ state: 'needs_attention', reason: { code: 'too_old' } });
  expect(await world.placements()).toEqual([]);
});

test('a live order that was waiting for the service is not sent once test mode is on', async () => {
  await save({ automation: { testMode: false } });
  const fault = { kind: 'retry_after', status: 429, headers: { 'Retry-After': '3' } };
  await courierControl(world.courier.url).fails({ match: { path: '/v1/same-day-asap' }, fault, times: 1 });
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(id, ({ state, deliveries }) => state === 'queued' && deliveries[0]?.attempts.length === 1);
  const sent = (await world.placements()).length;
  await save({ automation: { testMode: true } });
  await world.orderUntil(id, ({ reason }) => reason?.code === 'test_mode');
  expect(await world.placements()).toHaveLength(sent);
  await save({ automation: { testMode: false } });
  await world.orderUntil(id, ({ state }) => state === 'placed');
});

test.each(['TEST-', 'test-', 'Test-'])('the prefix %s is refused for live orders', async (prefix) => {
  const { status, body } = await world.api('PUT', '/api/settings', { reference: { prefix } });
  expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ field: 'reference.prefix' }] } });
});
