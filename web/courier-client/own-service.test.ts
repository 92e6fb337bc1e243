import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CourierService, startCourierService } from '#courier-service/start.ts';
import type { OrderReference } from '#placement/ids.ts';
import type { PlacementRequest } from '#placement/placement-request.ts';
import { type CourierClient, createCourierClient } from './courier-client.ts';
import { defaultProfile } from './profile.ts';

/** The client against the project's own delivery service: two schemas written apart must agree. */
const live = { mode: 'live', apiKey: 'key-one-canary' } as const;
let service: CourierService;
let byReference: CourierClient;
let byCustomer: CourierClient;

beforeAll(async () => {
  service = await startCourierService({
    apiKeys: [live.apiKey, 'key-two-canary'],
    database: { dataDir: 'memory://' },
    // A Monday, 10:00 where the driver drives.
    now: () => Date.UTC(2026, 10, 23, 8),
  });
  const options = { baseUrl: service.url, testBaseUrl: null };
  byReference = createCourierClient({ ...options, profile: defaultProfile });
  const lookup = { ...defaultProfile.lookup, byReference: null };
  byCustomer = createCourierClient({ ...options, profile: { ...defaultProfile, lookup } });
});
afterAll(async () => {
  await Promise.all([byReference?.close(), byCustomer?.close()]);
  await service?.close();
});

function request(orderReference: string, changes: Partial<PlacementRequest> = {}): PlacementRequest {
  return {
    pickup_address: '12 Loop Street, Cape Town, 8001',
    pickup_contact_name: 'Depot',
    pickup_contact_phone: '0215550101',
    pickup_coordinates: '-33.9200, 18.4200',
    dropoff_address: '3 Kloof Road, Sea Point, Cape Town, 8005',
    dropoff_contact_name: 'T. Naidoo',
    dropoff_contact_phone: '0825550102',
    dropoff_coordinates: '-33.9170, 18.3880',
    customer_identifier: '77',
    order_reference: orderReference,
    items: [{ weight: 2, height: 0.2, width: 0.3, length: 0.4, quantity: 1 }],
    ...changes,
  };
}
const store = { id: 's1', name: 'Shop', region: 'Western Cape' };
const place = (orderReference: string, changes?: Partial<PlacementRequest>) =>
  byReference.place(live, byReference.freeze(request(orderReference, changes), store));

test('places, refuses the same reference as a duplicate, and finds the delivery every way', async () => {
  const placed = await place('A/1 é');
  if (placed.kind !== 'placed') throw new Error(`${placed.kind}: ${placed.message}`);
  const { deliveryId, slot } = placed.delivery;
  expect(slot?.end).toEqual(expect.any(String));
  expect(placed.delivery.distanceEstimateMetres).toBeGreaterThan(0);
  expect(await place('A/1 é')).toMatchObject({ kind: 'duplicate' });

  const query = { orderReference: 'A/1 é' as OrderReference, customerIdentifier: '77' };
  const expected = { kind: 'found', delivery: { deliveryId, slot, orderReference: 'A/1 é', customerIdentifier: '77' } };
  expect(await byReference.lookup(live, query)).toMatchObject(expected);
  expect(await byCustomer.lookup(live, query)).toMatchObject(expected);
  expect(await byReference.lookupById(live, deliveryId)).toMatchObject(expected);
});

test('does not find what was never placed', async () => {
  const query = { orderReference: 'never' as OrderReference, customerIdentifier: 'nobody' };
  expect(await byReference.lookup(live, query)).toEqual({ kind: 'not_found' });
  expect(await byCustomer.lookup(live, query)).toEqual({ kind: 'not_found' });
});

test('a refusal is final and names the field; an address outside the area is no duplicate', async () => {
  expect(await place('B-1', { dropoff_contact_phone: '12' })).toMatchObject({
    kind: 'refused',
    field: 'dropoff_contact_phone',
  });
  expect(await place('B-2', { dropoff_coordinates: '-28.7400, 24.7600' })).toMatchObject({ kind: 'refused' });
});

test('cancels once, and tells a refused key from a good one', async () => {
  const placed = await place('C-1');
  if (placed.kind !== 'placed') throw new Error(`${placed.kind}: ${placed.message}`);
  expect(await byReference.cancel(live, placed.delivery.deliveryId)).toEqual({ kind: 'cancelled' });
  expect(await byReference.checkKey(live)).toMatchObject({ ok: true });
  const bad = { mode: 'live', apiKey: 'no-such-key' } as const;
  expect(await byReference.checkKey(bad)).toMatchObject({ ok: false, kind: 'key' });
  expect(await byReference.place(bad, byReference.freeze(request('C-2'), store))).toMatchObject({
    kind: 'account_refused',
    cause: 'key',
  });
});

test('books an order of 500 lines, finds it, and knows it again', async () => {
  const name = 'Organic rooibos tea, 80 bags – Large, blue tin with lid, gift wrapped'.slice(0, 56);
  const items = Array.from({ length: 500 }, (_, line) => ({
    ...{ weight: 0.35, height: 0.1, width: 0.2, length: 0.3, quantity: 1, is_fragile: false, price: 89.99 },
    name: `${line + 100} ${name}`,
  }));
  const placed = await place('D-500', { items });
  if (placed.kind !== 'placed') throw new Error(`${placed.kind}: ${placed.message}`);
  expect(Buffer.byteLength(placed.delivery.raw)).toBeLessThanOrEqual(64 * 1024);
  const query = { orderReference: 'D-500' as OrderReference, customerIdentifier: '77' };
  const expected = { kind: 'found', delivery: { deliveryId: placed.delivery.deliveryId } };
  expect(await byReference.lookup(live, query)).toMatchObject(expected);
  expect(await byCustomer.lookup(live, query)).toMatchObject(expected);
  expect(await place('D-500', { items })).toMatchObject({ kind: 'duplicate' });
});

test('finds the first delivery of a regular customer, behind a page of 50 of three items', async () => {
  const item = { weight: 2, height: 0.2, width: 0.3, length: 0.4, quantity: 1, is_fragile: false, price: 89.99 };
  const items = Array.from({ length: 3 }, (_, line) => ({ ...item, name: `Organic rooibos tea, 80 bags, ${line}` }));
  for (let nth = 0; nth < 51; nth += 1) {
    expect(await place(`E-${nth}`, { items, customer_identifier: '88' })).toMatchObject({ kind: 'placed' });
  }
  const find = (orderReference: string) =>
    byCustomer.lookup(live, { orderReference: orderReference as OrderReference, customerIdentifier: '88' });
  expect(await find('E-0')).toMatchObject({ kind: 'found', delivery: { orderReference: 'E-0' } });
  expect(await find('E-51')).toEqual({ kind: 'not_found' });
});
