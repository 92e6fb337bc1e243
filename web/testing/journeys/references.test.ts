import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderView } from '#api-contract/order.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop, type LocalWorld, liveKey, startLocalWorld } from '../local-world.ts';

const otherKey = 'live-key-0002';
let world: LocalWorld;

beforeAll(async () => {
  world = await startLocalWorld({ env: { RETRY_BASE_MS: '20' }, courier: { apiKeys: [liveKey, otherKey] } });
});
afterAll(() => world.close());
beforeEach(async () => {
  await control('DELETE', 'faults');
  await save({ reference: { prefix: '' }, courier: { apiKey: liveKey } });
});

async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${world.courier.url}/_control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

const save = async (patch: unknown, shop?: string) =>
  expect(await world.api('PUT', '/api/settings', patch, shop)).toMatchObject({ status: 200 });
const send = (id: string, body: object) => world.api('POST', `/api/orders/${id}/send`, body);
const needsPerson = (id: string) => world.orderUntil(id, ({ state }) => state === 'needs_attention');

/** The deliveries that the service has for this order, whatever the app says. */
async function drivers(number: number): Promise<string[]> {
  const { deliveries } = (await control('GET', 'deliveries')) as { deliveries: { order_reference: string }[] };
  const ours = new RegExp(`(^|-)${number}(-|$)`);
  return deliveries.map(({ order_reference: reference }) => reference).filter((reference) => ours.test(reference));
}

/** Somebody else's delivery under this reference of the same account. */
async function occupy(reference: string, key = liveKey): Promise<void> {
  const response = await fetch(`${world.courier.url}/v1/same-day-asap`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
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
