import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { overview } from '#api-contract/overview.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { wrongHeld } from '../wrong-held.ts';
import { resting } from './journey.ts';

let world: LocalWorld;
beforeAll(async () => {
  world = await startTestWorld({ env: { RETRY_BASE_MS: '50', SWEEP_INTERVAL_SECONDS: '2' } });
});
afterEach(async () => {
  world.store.faults.clear();
  await save({ paused: false, courier: { apiKey: liveKey }, automation: { mode: 'matching' } });
});
afterAll(() => world.close());

const save = async (patch: unknown) => {
  const answer = await world.api('PUT', '/api/settings', patch);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
};
const home = async () => overview.parse((await world.api('GET', '/api/overview')).body);
const reads = (orderId: string, since = 0) =>
  world.store.calls(demoShop).filter(({ at, variables }) => at >= since && JSON.stringify(variables).includes(orderId))
    .length;

/** What is seen while no comparison rests: one that failed does for a while, and one that is under way may still fail. */
const comparing = <T>(seen: () => Promise<T>) =>
  expect.poll(
    async () => {
      await world.app.context.storage.db.updateTable('shop').set({ sweep_lease_until: null }).execute();
      return seen();
    },
    { timeout: 30_000, interval: 200 },
  );

test('a fulfilment that does not open when it should is looked at again, not without end', async () => {
  const inSeconds = (count: number) => Math.ceil(Date.now() / 1000) * 1000 + count * 1000;
  const opens = inSeconds(3_600);
  const { id } = world.store.addOrder(demoShop, orderKinds.scheduled({ paid: true, fulfillAt: opens }));
  const held = await world.orderUntil(id, resting);
  expect(held).toMatchObject({ state: 'held', reason: { code: 'fulfillment_scheduled', retrying: false } });
  expect(Date.parse(held.reason?.until ?? '')).toBe(opens);
  const opensNow = inSeconds(2);
  world.store.changeFulfillmentOrder(demoShop, id, { action: 'reschedule', fulfillAt: opensNow });
  const late = await world.orderUntil(id, ({ reason }) => reason?.until === null);
  expect(late).toMatchObject({ state: 'held', reason: { retrying: true } });
  await expect.poll(() => reads(id, opensNow)).toBeGreaterThan(0);
  await pause(300);
  const before = reads(id);
  await pause(1_000);
  expect(reads(id) - before).toBe(0);
});

test.each([
  ['a pause', { paused: true }, { paused: false }, 'paused'],
  ['a missing key', { courier: { apiKey: null } }, { courier: { apiKey: liveKey } }, 'no_key'],
  ['a refused key', { courier: { apiKey: 'nobody-knows-it' } }, { courier: { apiKey: liveKey } }, 'key_refused'],
])('%s is ended by a person, and says so', async (_name, begin, end, code) => {
  await save(begin);
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  const held = await world.orderUntil(id, ({ state, reason }) => state === 'held' && reason?.code === code);
  expect(held.reason).toMatchObject({ until: null, retrying: false, nextStep: expect.stringMatching(/\w/) });
  expect(await wrongHeld(world)).toEqual([]);
  await save(end);
  await world.orderUntil(id, ({ state }) => state === 'placed');
});

describe('what a person is asked to put right goes once it is right', () => {
  const place = () => world.store.locations(demoShop)[0] ?? { id: '', phone: null, address1: null };
  const hundredDays = Array.from({ length: 100 }, (_, day) => new Date(Date.now() + (day - 1) * 86_400_000));
  const never = hundredDays.map((day) => day.toISOString().slice(0, 10));

  test.each([
    [
      'the phone number of a location',
      { contactPhone: null },
      { contactPhone: '021 555 0180' },
      'pickup_phone_missing',
    ],
    ['the days on which it is closed', { closedDays: never }, { closedDays: [] }, 'never_open'],
  ])('%s in Settings', async (_what, wrong, right, code) => {
    const { id: location, phone } = place();
    if (code === 'pickup_phone_missing') world.store.updateLocation(demoShop, location, { phone: null });
    await save({ locations: { [location]: wrong } });
    const { id } = world.store.addOrder(demoShop, orderKinds.paid());
    const asked = await world.orderUntil(id, resting);
    expect(asked).toMatchObject({ state: 'needs_attention', reason: { code } });
    await save({ locations: { [location]: right } });
    await world.orderUntil(id, ({ state }) => state === 'placed');
    world.store.updateLocation(demoShop, location, { phone });
  });

  test('the street of a location in Shopify', async () => {
    const { id: location, address1 } = place();
    world.store.updateLocation(demoShop, location, { address1: null });
    const { id } = world.store.addOrder(demoShop, orderKinds.paid());
    const asked = await world.orderUntil(id, resting);
    expect(asked).toMatchObject({ state: 'needs_attention', reason: { code: 'pickup_street_missing' } });
    world.store.updateLocation(demoShop, location, { address1 });
    await world.orderUntil(id, ({ state }) => state === 'placed');
  });
});

test('an order whose time has come while Shopify refuses reads promises no time that is over', async () => {
  const opens = Math.ceil(Date.now() / 1000) * 1000 + 2_000;
  const { id } = world.store.addOrder(demoShop, orderKinds.scheduled({ paid: true, fulfillAt: opens }));
  await world.orderUntil(id, resting);
  world.store.faults.deny(['QueryRoot.order', 'QueryRoot.orders']);
  const { id: unread } = world.store.addOrder(demoShop, orderKinds.paid());
  await expect.poll(async () => (await home()).status).toBe('reads_refused');
  expect((await home()).statusNextStep).toMatch(/Shopify admin/);
  await pause(Math.max(0, opens + 200 - Date.now()));
  expect(await wrongHeld(world)).toEqual([]);
  expect((await world.orderView(id))?.reason).toMatchObject({ until: null, retrying: true });
  world.store.faults.clear();
  await world.api('POST', `/api/orders/${unread}/refresh`, {});
  await world.orderUntil(unread, ({ state }) => state === 'placed');
  await comparing(async () => (await home()).status).toBe('working');
});

test.each([
  ['an order', ['QueryRoot.order']],
  ['all orders', ['QueryRoot.order', 'QueryRoot.orders']],
])('an order that came while Shopify refused to show %s is sent once it shows them again', async (_name, fields) => {
  const { store } = world;
  store.faults.deny(fields);
  const { id } = store.addOrder(demoShop, orderKinds.paid());
  await store.webhooksSettled();
  await expect.poll(async () => (await home()).status).toBe('reads_refused');
  await expect.poll(() => reads(id)).toBeGreaterThan(0);
  store.faults.clear();
  await comparing(async () => (await world.orderView(id))?.state).toBe('placed');
  await comparing(async () => (await home()).status).toBe('working');
});

test('Home says "by hand" in manual mode', async () => {
  expect((await world.api('POST', '/api/settings/courier/test', {})).body).toMatchObject({ ok: true });
  await save({ automation: { mode: 'manual' } });
  expect(await home()).toMatchObject({ status: 'manual', statusMessage: expect.stringContaining('wait for you') });
  await save({ automation: { mode: 'matching' } });
  expect(await home()).toMatchObject({ status: 'working' });
});
