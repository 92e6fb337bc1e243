import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problem } from '#api-contract/order.ts';
import { overview } from '#api-contract/overview.ts';
import { courierTestResult, settingsView } from '#api-contract/settings.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { courierControl } from '#testing/courier-control.ts';
import { type LocalWorld, liveKey, demoShop as shop, testKey } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';
import type { ApiCall } from '../api-call.ts';
import { saveSettings } from './save-settings.ts';

let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld({ testTwin: true, env: { RETRY_BASE_MS: '50' } });
});
afterAll(() => world.close());

const read = async () => settingsView.parse((await world.api('GET', '/api/settings')).body);
const save = async (patch: unknown) => {
  const answer = await world.api('PUT', '/api/settings', patch);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return settingsView.parse(answer.body);
};
const lastAudit = async () => {
  const answer = await world.api('GET', '/api/audit?limit=1');
  return (answer.body as { entries: { action: string; detail: string }[] }).entries[0];
};

test('merges objects at every depth, replaces lists, clears with null, keeps the rest', async () => {
  await save({
    automation: { excludeTags: ['a', 'b'], minValue: 100 },
    locations: { 11: { contactName: 'Ann', remarks: 'Back door' } },
  });
  await save({
    automation: { excludeTags: ['c'] },
    locations: { 11: { contactName: 'Ben' }, 12: { contactPhone: '0821234567' } },
  });
  expect(await read()).toMatchObject({
    automation: { excludeTags: ['c'], minValue: 100, mode: 'matching' },
    locations: {
      11: { contactName: 'Ben', contactPhone: null, remarks: 'Back door' },
      12: { contactName: null, contactPhone: '0821234567', remarks: null },
    },
  });
  const cleared = await save({
    automation: { minValue: null, excludeTags: null },
    locations: { 11: null, 12: { contactPhone: null } },
  });
  expect(cleared.automation).toMatchObject({ minValue: null, excludeTags: [] });
  expect(cleared.locations).toEqual({
    12: { contactName: null, contactPhone: null, remarks: null, hours: [], closedDays: [] },
  });
  await save({ locations: null });
});

test('names the field of a value that cannot be used', async () => {
  const answer = await world.api('PUT', '/api/settings', { parcel: { weightKg: -1 }, reference: { prefix: '9' } });
  const document = problem.parse(answer.body);
  expect(answer.status).toBe(400);
  expect(document.errors?.map(({ field }) => field).sort()).toEqual(['parcel.weightKg', 'reference.prefix']);
});

test.each(['abc', '12345', '021 422 3301 / 082 123 4567', '+44 20 7946 0958'])(
  'takes no phone number of a location that a driver could not call: %s',
  async (contactPhone) => {
    const answer = await world.api('PUT', '/api/settings', { locations: { 13: { contactPhone } } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'locations.13.contactPhone' }] } });
    expect((await read()).locations).not.toHaveProperty('13');
  },
);

test('never shows a key, and leaves no value in the audit', async () => {
  const secret = 'key-canary-5A9E';
  const view = await save({ courier: { testApiKey: secret }, notifications: { email: 'canary@example.com' } });
  expect(view.courier.testApiKey).toEqual({ set: true, last4: 'A9E' });
  expect(view.courier.apiKey).toEqual({ set: true, last4: liveKey.slice(-3) });
  const audit = await lastAudit();
  expect(audit).toMatchObject({ action: 'change_settings' });
  expect(audit?.detail).toContain('courier.testApiKey set');
  expect(audit?.detail).toContain('notifications.email');
  const { body } = await world.api('GET', '/api/audit');
  expect(JSON.stringify(view)).not.toContain('key-canary');
  expect(JSON.stringify(body)).not.toMatch(/key-canary|canary@/);
  const { body: removed } = await world.api('PUT', '/api/settings', { courier: { testApiKey: null } });
  expect(settingsView.parse(removed).courier.testApiKey).toEqual({ set: false, last4: null });
});

test.each([
  ['abcdefg', null],
  ['abcdefgh', 'gh'],
  ['abcdefghijk', 'jk'],
  ['abcdefghijklmno', 'mno'],
  ['abcdefghijklmnop', 'mnop'],
  ['abcdefghijklmnopqrstuvwxyz', 'wxyz'],
])('of the key %s no more than a quarter is shown: %s', async (testApiKey, last4) => {
  const view = await save({ courier: { testApiKey } });
  expect(view.courier.testApiKey).toEqual({ set: true, last4 });
});

test('of a key that was stored with its last four characters no more is shown either', async () => {
  await save({ courier: { testApiKey: 'abcdefgh' } });
  await sql`update shop set test_last4 = 'efgh' where shop = ${shop}`.execute(world.app.context.storage.db);
  expect((await read()).courier.testApiKey).toEqual({ set: true, last4: 'gh' });
});

test.each<[string, Record<string, string>, string[]]>([
  ['the live key in the field of the test key', { testApiKey: ` ${liveKey}\n` }, ['testApiKey']],
  ['the test key in the field of the live key', { apiKey: testKey }, ['apiKey']],
  ['one key in both fields', { apiKey: 'one-key-0001', testApiKey: 'one-key-0001' }, ['apiKey', 'testApiKey']],
])('refuses %s, and what comes with it', async (_name, courier, fields) => {
  const before = await save({ courier: { apiKey: liveKey, testApiKey: testKey } });
  const answer = await world.api('PUT', '/api/settings', { courier, fragileTag: 'porcelain' });
  expect(answer.status).toBe(400);
  const at = problem.parse(answer.body).errors?.map(({ field }) => field);
  expect(at).toEqual(fields.map((field) => `courier.${field}`));
  expect(await read()).toEqual(before);
});

test('of two people who save one key in both fields at once, one is refused; what he saved besides is in the audit', async () => {
  await save({ courier: { apiKey: liveKey, testApiKey: null } });
  const { context } = world.app;
  const asReadBefore = await context.storage.shops.shop(shop as ShopDomain);
  await save({ courier: { testApiKey: testKey } });
  const request = { body: { courier: { apiKey: testKey }, fragileTag: 'porcelain' } };
  const call = { shop: asReadBefore, actor: 'staff 9', request } as unknown as ApiCall;
  await expect(saveSettings(context, call)).rejects.toMatchObject({
    document: { status: 400, errors: [{ field: 'courier.apiKey' }] },
  });
  const kept = (await context.storage.shops.shop(shop as ShopDomain))?.accounts;
  expect(kept).toMatchObject({ live: { apiKey: liveKey }, test: { apiKey: testKey } });
  expect(await lastAudit()).toMatchObject({ action: 'change_settings', detail: 'fragileTag' });
});

test('takes two keys that stood in the wrong fields, and one whose other is removed with it', async () => {
  const shown = async (courier: unknown) => (await save({ courier })).courier;
  await shown({ apiKey: testKey, testApiKey: null });
  await shown({ testApiKey: liveKey });
  await shown({ apiKey: liveKey, testApiKey: testKey });
  const { accounts } = (await world.app.context.storage.shops.shop(shop as ShopDomain)) ?? {};
  expect(accounts).toMatchObject({ live: { apiKey: liveKey }, test: { apiKey: testKey } });
  expect(await shown({ apiKey: testKey, testApiKey: null })).toMatchObject({ testApiKey: { set: false } });
  await shown({ apiKey: liveKey, testApiKey: testKey });
});

test('loses nothing when two people save at once', async () => {
  await Promise.all([
    save({ fragileTag: 'glass' }),
    save({ reference: { prefix: 'AB-' } }),
    save({ retention: { days: 10 } }),
  ]);
  expect(await read()).toMatchObject({ fragileTag: 'glass', reference: { prefix: 'AB-' }, retention: { days: 10 } });
  await save({ reference: { prefix: '' } });
});

test('reads over a key that a newer version saved, keeps it, and takes none from outside', async () => {
  const { db } = world.app.context.storage;
  await sql`update shop set settings = jsonb_set(settings, '{parcel,colour}', '"red"') where shop = ${shop}`.execute(
    db,
  );
  expect(await read()).not.toHaveProperty('parcel.colour');
  expect(await save({ parcel: { weightKg: 2 } })).toMatchObject({ parcel: { weightKg: 2 } });
  const stored = await db.selectFrom('shop').select('settings').where('shop', '=', shop).executeTakeFirstOrThrow();
  expect(stored.settings).toMatchObject({ parcel: { weightKg: 2, colour: 'red' } });
  const answer = await world.api('PUT', '/api/settings', { parcel: { colour: 'blue' } });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'parcel.colour' }] } });
});

test('checks a stored key and one that is being typed, without placing', async () => {
  const check = async (body: unknown) =>
    courierTestResult.parse((await world.api('POST', '/api/settings/courier/test', body)).body);
  const before = (await world.placements()).length;
  expect(await check({})).toMatchObject({ ok: true });
  expect(await check({ apiKey: 'wrong-key' })).toMatchObject({ ok: false });
  expect(await check({ mode: 'test', apiKey: testKey })).toMatchObject({ ok: true });
  const pasted = `\u200b ${testKey.slice(0, 5)}\n${testKey.slice(5)}\u2060\t`;
  expect(await check({ mode: 'test', apiKey: pasted }), 'as it comes out of an e-mail').toMatchObject({ ok: true });
  expect(await check({ mode: 'test', apiKey: liveKey })).toMatchObject({ ok: false });
  expect(await world.placements()).toHaveLength(before);
  expect((await world.api('POST', '/api/settings/courier/test', { mode: 'other' })).status).toBe(400);
});

test('keeps what the service said of the stored key, so that a wrong one is never shown as working', async () => {
  const home = async () => overview.parse((await world.api('GET', '/api/overview')).body);
  const check = () => world.api('POST', '/api/settings/courier/test', {});
  await save({ courier: { apiKey: 'a-wrong-key' } });
  expect(await home()).toMatchObject({ status: 'key_unchecked', setup: { keySet: true, keyAccepted: false } });
  expect(await check()).toMatchObject({ body: { ok: false, kind: 'key' } });
  expect(await home()).toMatchObject({ status: 'key_refused', setup: { keySet: true, keyAccepted: false } });
  await save({ courier: { apiKey: liveKey } });
  expect((await home()).status).not.toBe('key_refused');
  expect(await check()).toMatchObject({ body: { ok: true, kind: 'accepted' } });
  expect((await home()).setup.keyAccepted).toBe(true);
});

test('a key that the service refused for a while is taken again by itself, and nothing says otherwise then', async () => {
  const status = async () => overview.parse((await world.api('GET', '/api/overview')).body).status;
  await save({ courier: { apiKey: liveKey } });
  const fault = { match: { path: '/v1/test' }, fault: { kind: 'status', status: 401 }, times: 1 };
  await courierControl(world.courier.url).fails(fault);
  expect(await world.api('POST', '/api/settings/courier/test', {})).toMatchObject({ body: { ok: false, kind: 'key' } });
  expect(await status()).toBe('key_refused');
  await expect.poll(status, { timeout: 20_000 }).toBe('working');
  await world.orderUntil(world.store.addOrder(shop, orderKinds.paid()).id, ({ state }) => state === 'placed');
  expect(await status()).toBe('working');
});

test('what was proven of a key stays when it is saved again, and when the service is away for a while', async () => {
  const accepted = async () => overview.parse((await world.api('GET', '/api/overview')).body).setup.keyAccepted;
  const check = () => world.api('POST', '/api/settings/courier/test', {});
  await save({ courier: { apiKey: liveKey } });
  await check();
  expect(await accepted()).toBe(true);
  await save({ courier: { apiKey: liveKey } });
  expect(await accepted()).toBe(true);
  const fault = { match: { path: '/v1/test' }, fault: { kind: 'status', status: 503 }, times: 1 };
  await courierControl(world.courier.url).fails(fault);
  expect(await check()).toMatchObject({ body: { ok: false, kind: 'unreachable' } });
  expect(await accepted()).toBe(true);
});

test('places a test order with the test key at the test service, the live one untouched', async () => {
  const place = async () => courierTestResult.parse((await world.api('POST', '/api/settings/test-order', {})).body);
  await save({ courier: { testApiKey: null } });
  expect(await place()).toMatchObject({ ok: false });
  await save({ courier: { testApiKey: testKey } });
  const before = (await world.placements()).length;
  expect(await place()).toMatchObject({ ok: true, message: expect.stringMatching(/\d\d:\d\d/) });
  expect(await world.placements()).toHaveLength(before);
  const seen = await (await fetch(`${world.courierTest?.url}/_control/requests`)).text();
  expect(seen).toMatch(/TEST-\d+/);
  const home = overview.parse((await world.api('GET', '/api/overview')).body);
  expect(home.setup).toMatchObject({ testKeySet: true, testOrderPlaced: true });
});

test('hides the set-up guide for the shop', async () => {
  expect((await world.api('PUT', '/api/settings/setup', { dismissed: true })).status).toBe(200);
  expect(overview.parse((await world.api('GET', '/api/overview')).body).setup.dismissed).toBe(true);
});

test('holds while paused and sends what was held when the shop goes on', async () => {
  await save({ paused: true });
  expect(await world.api('GET', '/api/overview')).toMatchObject({ body: { status: 'paused' } });
  const { id } = world.store.addOrder(shop, orderKinds.paid());
  await world.orderUntil(id, ({ state, reason }) => state === 'held' && reason?.code === 'paused');
  await save({ paused: false });
  await world.orderUntil(id, ({ state }) => state === 'placed');
});

test('a refused key shows at once; a new key lets the queue go on', async () => {
  await save({ courier: { apiKey: 'a-key-nobody-knows' } });
  const { id } = world.store.addOrder(shop, orderKinds.paid());
  await world.orderUntil(id, ({ state, reason }) => state === 'held' && reason?.code === 'key_refused');
  // The order is written before what it says of the whole shop.
  await expect
    .poll(() => world.api('GET', '/api/overview'))
    .toMatchObject({ body: { status: 'key_refused', last24h: { held: 1 } } });
  await save({ courier: { apiKey: liveKey } });
  await world.orderUntil(id, ({ state }) => state === 'placed');
  expect(await world.api('GET', '/api/overview')).toMatchObject({ body: { status: 'working' } });
});

test('a reference that another shop holds is left alone; under a prefix the order goes out', async () => {
  await world.orderUntil(world.store.addOrder(shop, orderKinds.paid()).id, ({ state }) => state === 'placed');
  const foreign = (await world.placements())[0];
  const { id, number } = world.store.addOrder(shop, orderKinds.unpaid());
  const taken = await fetch(`${world.courier.url}/v1/same-day-asap`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${liveKey}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...foreign, order_reference: String(number), customer_identifier: 'somebody-else' }),
  });
  expect(taken.ok).toBe(true);
  world.store.payOrder(shop, id);
  await world.orderUntil(id, ({ state, reason }) => state === 'needs_attention' && reason?.code === 'reference_taken');
  await save({ reference: { prefix: 'DEMO-' } });
  expect((await world.api('POST', `/api/orders/${id}/send`, { mode: 'again' })).status).toBe(202);
  const view = await world.orderUntil(id, ({ state }) => state === 'placed');
  const booked = view.deliveries.filter(({ state }) => state === 'placed');
  expect(booked.map(({ orderReference }) => orderReference)).toEqual([`DEMO-${number}`]);
  await save({ reference: { prefix: '' } });
});
