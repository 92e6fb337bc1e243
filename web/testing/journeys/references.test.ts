import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OrderView, orderPreview } from '#api-contract/order.ts';
import { overview } from '#api-contract/overview.ts';
import { basic } from '#courier-service/testing/client.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { prefixOf } from '#placement/order-reference.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

const otherKey = 'live-key-0002';
const denial = /no driver|not booked/i;
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld({ env: { RETRY_BASE_MS: '20' }, courier: { apiKeys: [liveKey, otherKey] } });
});
afterAll(() => world.close());
beforeEach(async () => {
  await courier().failsNoMore();
  await save({ reference: { prefix: '' }, courier: { apiKey: liveKey } });
});

const courier = () => courierControl(world.courier.url);
const spoil = (path: string, orderReference: string, fault: object, times?: number) =>
  courier().fails({ match: { path, orderReference }, fault, times });
const spoilPlacing = (reference: string, fault: object, times = 1) =>
  spoil('/v1/same-day-asap', reference, fault, times);
const spoilLookup = (reference: string, fault: object) => spoil('/v1/deliveries/ext/', reference, fault);
const save = async (patch: unknown, shop?: string) =>
  expect(await world.api('PUT', '/api/settings', patch, shop)).toMatchObject({ status: 200 });
const send = (id: string, body: object) => world.api('POST', `/api/orders/${id}/send`, body);
const needsPerson = (id: string) => world.orderUntil(id, ({ state }) => state === 'needs_attention');

/** The deliveries that the service has for this order, whatever the app says. */
async function drivers(number: number): Promise<string[]> {
  const deliveries = await courier().deliveries();
  const ours = new RegExp(`(^|-)${number}(-|$)`);
  return deliveries.map(({ order_reference: reference }) => reference).filter((reference) => ours.test(reference));
}

/** The keys, as the service names them, that an order's deliveries were looked up with. */
async function keysLookedUpWith(number: number): Promise<Set<unknown>> {
  const lookups = (await courier().requests()).filter(({ path }) => path.endsWith(`/v1/deliveries/ext/${number}`));
  return new Set(lookups.map(({ headers }) => headers['authorization']));
}

/** Somebody else's delivery under this reference of the same account. */
async function occupy(reference: string, key = liveKey): Promise<void> {
  const response = await fetch(`${world.courier.url}/v1/same-day-asap`, {
    method: 'POST',
    headers: { authorization: basic(key), 'content-type': 'application/json' },
    body: JSON.stringify({
      pickup_address: '1 Elsewhere Street, Cape Town',
      pickup_contact_name: 'Somebody',
      pickup_contact_phone: '0215550101',
      dropoff_address: '2 Elsewhere Street, Cape Town',
      dropoff_contact_name: 'Somebody else',
      dropoff_contact_phone: '0215550102',
      customer_identifier: 'somebody-else',
      order_reference: reference,
    }),
  });
  expect(response.status).toBe(201);
}

async function newReferenceOf(id: string): Promise<string> {
  const preview = orderPreview.parse((await world.api('GET', `/api/orders/${id}/preview`)).body);
  return preview.deliveries[0]?.newReference ?? '';
}

/** An order whose first answer is lost after the service has booked it; `lookup` is what becomes of every look-up. */
async function lostAnswer(lookup: object): Promise<{ id: string; number: number }> {
  const order = world.store.addOrder(demoShop, orderKinds.unpaid());
  await spoilPlacing(String(order.number), { kind: 'reset_after' });
  await spoilLookup(String(order.number), lookup);
  world.store.payOrder(demoShop, order.id);
  return order;
}

describe('an answer that was lost, and a look-up that knows nothing', () => {
  test('the driver is not denied, and no prefix sends a second one', async () => {
    const { id, number } = await lostAnswer({ kind: 'not_found' });
    const view = await needsPerson(id);
    expect(await drivers(number)).toEqual([String(number)]);
    expect(view.reason).toMatchObject({ code: 'probably_placed', field: null });
    expect(`${view.reason?.message} ${view.reason?.nextStep}`).not.toMatch(denial);
    expect(view.deliveries[0]).toMatchObject({ inDoubt: true });

    await save({ reference: { prefix: 'SHOP-' } });
    const before = (await world.placements()).length;
    expect(await send(id, { mode: 'again' })).toMatchObject({ status: 202 });
    await needsPerson(id);
    expect(await drivers(number)).toEqual([String(number)]);
    const bodies = (await world.placements()).slice(before).map((body) => body['order_reference']);
    expect(new Set(bodies)).toEqual(new Set([String(number)]));
  });

  test('a press finds the delivery once the look-up knows it', async () => {
    const { id, number } = await lostAnswer({ kind: 'not_found' });
    await needsPerson(id);
    await courier().failsNoMore();
    const before = (await world.placements()).length;
    expect(await send(id, { mode: 'again' })).toMatchObject({ status: 202 });
    const view = await world.orderUntil(id, ({ state }) => state === 'placed');
    expect(view.deliveries[0]?.slot).not.toBeNull();
    expect(await world.placements()).toHaveLength(before);
    expect(await drivers(number)).toEqual([String(number)]);
  });

  test('another driver goes out as a new delivery only, with a reason and the reference that was shown', async () => {
    const { id, number } = await lostAnswer({ kind: 'not_found' });
    await needsPerson(id);
    const newReference = await newReferenceOf(id);
    expect(newReference).toBe(`${number}-R2`);
    expect(await send(id, { mode: 'new', newReference })).toMatchObject({ status: 400 });
    const body = { mode: 'new', newReference, reason: 'the service says that it has none' };
    const answers = await Promise.all([send(id, body), send(id, body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    const view = await world.orderUntil(id, ({ state }) => state === 'placed');
    expect((await drivers(number)).sort()).toEqual([String(number), newReference]);
    const old = view.deliveries.find(({ orderReference }) => orderReference === String(number));
    expect(`${old?.reason?.message} ${old?.reason?.nextStep}`).not.toMatch(denial);
  });
});

describe('an answer that was lost, and a service that writes addresses in its own way', () => {
  const rewritten = { dropoff_address: '4 KLOOF STREET, GARDENS, CAPE TOWN CITY CENTRE, WESTERN CAPE, RSA' };

  test('what the same customer has under the reference is adopted, without a false alarm', async () => {
    const { id, number } = await lostAnswer({ kind: 'merge', body: rewritten });
    const view = await world.orderUntil(id, ({ state }) => state === 'placed' || state === 'needs_attention');
    expect(view).toMatchObject({ state: 'placed', deliveries: [{ drift: [] }] });
    expect(await drivers(number)).toEqual([String(number)]);
    await world.api('POST', `/api/orders/${id}/refresh`, {});
    expect((await world.orderView(id))?.deliveries[0]?.drift).toEqual([]);
  });

  test('where the customer is not shown either, a person is asked and no driver is denied', async () => {
    const hidden = { ...rewritten, customer_identifier: null, dropoff_contact_phone: null };
    const { id } = await lostAnswer({ kind: 'merge', body: hidden });
    const view = await needsPerson(id);
    expect(view.reason?.code).toBe('probably_placed');
    expect(view.reason?.message).not.toMatch(denial);
  });
});

const referencesOf = ({ deliveries }: OrderView) => deliveries.map(({ orderReference }) => orderReference);

describe('a reference that somebody else has', () => {
  test('a second sending keeps its place and its number under the prefix', async () => {
    const { id, number } = world.store.addOrder(demoShop, orderKinds.paid());
    await world.orderUntil(id, ({ state }) => state === 'placed');
    await occupy(`${number}-R2`);
    const body = { mode: 'new', newReference: `${number}-R2`, reason: 'the parcel was lost' };
    expect(await send(id, body)).toMatchObject({ status: 202 });
    expect((await needsPerson(id)).reason?.code).toBe('reference_taken');
    await send(id, { mode: 'again' });
    await needsPerson(id);
    expect(await drivers(number)).toEqual([String(number), `${number}-R2`]);

    await save({ reference: { prefix: 'SHOP-' } });
    expect(await send(id, { mode: 'again' })).toMatchObject({ status: 202 });
    const view = await world.orderUntil(id, ({ state }) => state === 'placed');
    expect(referencesOf(view)).toEqual([String(number), `${number}-R2`, `SHOP-${number}-R2`]);
  });

  test('a prefix that the order has used before is not used again', async () => {
    const { id, number } = world.store.addOrder(demoShop, orderKinds.unpaid());
    await occupy(String(number));
    await occupy(`SHOP-${number}`);
    world.store.payOrder(demoShop, id);
    await needsPerson(id);
    await save({ reference: { prefix: 'SHOP-' } });
    await send(id, { mode: 'again' });
    await world.orderUntil(id, ({ state, deliveries }) => state === 'needs_attention' && deliveries.length === 2);
    await save({ reference: { prefix: '' } });
    await send(id, { mode: 'again' });
    const view = await needsPerson(id);
    expect(view.deliveries.map(({ orderReference, state }) => [orderReference, state])).toEqual([
      [String(number), 'cancelled'],
      [`SHOP-${number}`, 'needs_attention'],
    ]);
  });
});

describe('two shops with one API key, and an API key that changes', () => {
  const second = 'second-shop.myshopify.com';
  const inSecond = async (id: string, state: string) => {
    for (const until = performance.now() + 20_000; performance.now() < until; ) {
      const view = await world.orderView(id, second);
      if (view?.state === state) return view;
      await pause(20);
    }
    throw new Error(`order ${id} of the second shop did not become ${state}`);
  };

  beforeAll(async () => {
    world.store.addShop({ domain: second, name: 'Second', ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' });
    await save({ courier: { apiKey: otherKey } }, second);
  });

  test('the second of two orders with one number is told before anything is sent', async () => {
    const { id, number } = world.store.addOrder(demoShop, orderKinds.paid({ number: 7_001 }));
    await world.orderUntil(id, ({ state }) => state === 'placed');
    await save({ courier: { apiKey: liveKey } }, second);
    const theirs = world.store.addOrder(second, orderKinds.paid({ number }));
    const view = await inSecond(theirs.id, 'needs_attention');
    expect(view.reason).toMatchObject({ code: 'reference_reserved_elsewhere', field: 'order_reference' });
    expect(await drivers(number)).toEqual([String(number)]);
    await save({ courier: { apiKey: otherKey } }, second);
  });

  test('a new key whose account has the reference already is told, with a prefix that helps', async () => {
    const { id, number } = world.store.addOrder(demoShop, orderKinds.unpaid({ number: 7_002 }));
    await inSecond(world.store.addOrder(second, orderKinds.paid({ number })).id, 'placed');
    await spoil('/v1/same-day-asap', String(number), { kind: 'status', status: 401 });
    world.store.payOrder(demoShop, id);
    await world.orderUntil(id, ({ reason }) => reason?.code === 'key_refused');
    await save({ courier: { apiKey: otherKey } });

    const view = await needsPerson(id);
    expect(view.reason).toMatchObject({ code: 'reference_reserved_elsewhere', field: 'order_reference' });
    expect(view.reason?.params).toMatchObject({ reference: String(number), prefix: prefixOf(demoShop as ShopDomain) });
    const home = overview.parse((await world.api('GET', '/api/overview')).body);
    expect(home.waiting.map(({ orderId }) => orderId)).toContain(id);
    await courier().failsNoMore();
    await save({ reference: { prefix: 'MINE-' } });
    expect(await send(id, { mode: 'again' })).toMatchObject({ status: 202 });
    await world.orderUntil(id, ({ state }) => state === 'placed');
    expect((await drivers(number)).sort()).toEqual([String(number), `MINE-${number}`]);
  });

  test('a lost answer under the former key is never followed by another driver under the new one', async () => {
    const { id, number } = world.store.addOrder(demoShop, orderKinds.unpaid({ number: 7_003 }));
    await spoilPlacing(String(number), { kind: 'reset_after' });
    await spoilLookup(String(number), { kind: 'status', status: 401 });
    world.store.payOrder(demoShop, id);
    await world.orderUntil(
      id,
      ({ deliveries }) => deliveries[0]?.attempts.some(({ outcome }) => outcome === 'failed') === true,
    );
    const before = (await world.placements()).length;
    await save({ courier: { apiKey: otherKey } });
    // Before, the look-up of the former key would tell.
    await expect.poll(async () => (await keysLookedUpWith(number)).size, { timeout: 20_000 }).toBe(2);
    await courier().failsNoMore();
    const view = await needsPerson(id);
    expect(view.reason?.code).toBe('key_changed_in_doubt');
    expect(`${view.reason?.message}`).not.toMatch(denial);
    expect(await world.placements()).toHaveLength(before);
    expect(await drivers(number)).toEqual([String(number)]);
    await save({ courier: { apiKey: liveKey } });
    expect(await send(id, { mode: 'again' })).toMatchObject({ status: 202 });
    await world.orderUntil(id, ({ state }) => state === 'placed');
    expect(await drivers(number)).toEqual([String(number)]);
  });
});
