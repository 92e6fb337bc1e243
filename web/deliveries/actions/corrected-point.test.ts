import { expect, test } from 'vitest';
import type { Corrections, SendBody } from '#api-contract/order.ts';
import type { OrderReference } from '#placement/ids.ts';
import { exampleAddress } from '#placement/testing/example-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { simLocation } from '#testing/simulation/sim-goods.ts';
import { previewOrder } from './preview.ts';
import { sendOrder } from './send-again.ts';

type Given = ReturnType<typeof calmWorld>;
/** As people give it where the service cannot find a street. */
const point = { dropoff_coordinates: '-33.9313, 18.4111' };
const elsewhere = exampleAddress({
  ...{ address1: '10 Rivonia Rd', address2: 'Sandton', city: 'Johannesburg', zip: '2196' },
  ...{ province: 'Gauteng', provinceCode: 'GP', latitude: -26.107, longitude: 28.0567 },
});

const send = (given: Given, body: SendBody) =>
  given.during((ports) => sendOrder(ports, given.world.shops.record(shop), { orderId, actor: 'person', body }));
const lastBody = (given: Given) => JSON.parse(given.deliveries().at(-1)?.body ?? '{}') as Record<string, string>;

function setPaused(given: Given, paused: boolean) {
  const { shops } = given.world;
  shops.change(shop, { settings: { ...shops.record(shop).settings, paused } });
  shops.wakeWaiting(shop, 0);
}

/** An order that the service refused, sent with these corrections while the shop is paused. */
async function corrected(corrections: Corrections): Promise<Given> {
  const given = calmWorld({ faults: ['refused'] });
  await given.run();
  setPaused(given, true);
  await send(given, { mode: 'again', corrections });
  return given;
}

test('a point is left out once the order says another address, and the preview says so', async () => {
  const given = await corrected(point);
  given.world.shopify.edit(shop, orderId, { shippingAddress: elsewhere });
  const preview = await given.during((ports) => previewOrder(ports, given.world.shops.record(shop), orderId));
  const previewed = preview?.deliveries[0]?.fields.find(({ field }) => field === 'dropoff_coordinates');
  expect(previewed?.value).not.toBe(point.dropoff_coordinates);
  await given.world.runFor(60_000, 20_000);
  setPaused(given, false);
  await given.rest();
  expect(given.deliveries()).toMatchObject([{ state: 'placed', drift: [] }]);
  expect(lastBody(given).dropoff_address).toMatch(/Sandton/);
  expect(lastBody(given).dropoff_coordinates).not.toBe(point.dropoff_coordinates);
});

test('a point stays where something else of the order changes', async () => {
  const given = await corrected(point);
  given.world.shopify.edit(shop, orderId, { note: 'Ring twice' });
  await given.world.runFor(60_000, 20_000);
  setPaused(given, false);
  await given.rest();
  expect(lastBody(given)).toMatchObject(point);
});

test('a point goes with the address that was corrected with it, and a change in Shopify stands beside it', async () => {
  const given = await corrected({ ...point, dropoff_address: '12 Long Street, Cape Town, 8001' });
  given.world.shopify.edit(shop, orderId, { shippingAddress: elsewhere });
  await given.world.runFor(60_000, 20_000);
  setPaused(given, false);
  await given.rest();
  expect(lastBody(given)).toMatchObject({ ...point, dropoff_address: '12 Long Street, Cape Town, 8001' });
  expect(given.deliveries()[0]?.drift).toContainEqual(expect.objectContaining({ field: 'dropoff_address' }));
});

test('a driver who is booked again for another address is not sent to the point of the old one', async () => {
  const given = calmWorld({ faults: ['refused'] });
  await given.run();
  await send(given, { mode: 'again', corrections: point });
  await given.rest();
  expect(lastBody(given)).toMatchObject(point);
  given.world.shopify.edit(shop, orderId, { shippingAddress: elsewhere });
  await given.rest();
  expect(given.deliveries()[0]?.drift).toContainEqual(expect.objectContaining({ field: 'dropoff_address' }));
  const [orderReference, newReference] = ['1001', '1001-R2'] as OrderReference[];
  await send(given, { mode: 'replace', orderReference, newReference } as SendBody);
  await given.rest();
  expect(given.deliveries().at(-1)).toMatchObject({ orderReference: '1001-R2', state: 'placed', drift: [] });
  expect(lastBody(given).dropoff_coordinates).not.toBe(point.dropoff_coordinates);
});

test('an address that is corrected after its point goes without that', async () => {
  const given = calmWorld({ faults: ['refused', 'refused'] });
  await given.run();
  await send(given, { mode: 'again', corrections: point });
  await given.rest();
  await send(given, { mode: 'again', corrections: { dropoff_address: '10 Rivonia Rd, Sandton, Johannesburg' } });
  await given.rest();
  expect(lastBody(given).dropoff_address).toMatch(/^10 Rivonia/);
  expect(lastBody(given)).not.toHaveProperty('dropoff_coordinates');
});

test('the point of a pickup is left out once its location stands elsewhere', async () => {
  const given = await corrected({ pickup_coordinates: '-33.93, 18.46' });
  given.world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders: all }) =>
    all.map((one) => ({ ...one, location: { ...simLocation(0), address1: '5 Rivonia Rd' } })),
  );
  await given.world.runFor(60_000, 20_000);
  setPaused(given, false);
  await given.rest();
  expect(lastBody(given).pickup_address).toMatch(/^5 Rivonia/);
  expect(lastBody(given).pickup_coordinates).not.toBe('-33.93, 18.46');
});

test('a point stays while Shopify withholds the address for a moment', async () => {
  const given = await corrected(point);
  const { shopify } = given.world;
  const shippingAddress = shopify.order(shop, orderId)?.shippingAddress ?? null;
  shopify.edit(shop, orderId, { shippingAddress: null, redacted: ['shippingAddress'] });
  await given.world.runFor(60_000, 20_000);
  shopify.edit(shop, orderId, { shippingAddress, redacted: [] });
  await given.world.runFor(60_000, 20_000);
  setPaused(given, false);
  await given.rest();
  expect(lastBody(given)).toMatchObject(point);
});

test('a pickup address that is corrected for one delivery goes without the point that was given for all', async () => {
  const given = calmWorld({ goods: 2, faults: ['refused', 'refused'] });
  await given.run();
  setPaused(given, true);
  await send(given, { mode: 'again', corrections: { pickup_coordinates: '-33.93, 18.46' } });
  const [first] = given.deliveries();
  const pickup_address = '10 Rivonia Rd, Sandton';
  await send(given, {
    mode: 'again',
    orderReference: first?.orderReference,
    corrections: { pickup_address },
  } as SendBody);
  const [request, other] = given.deliveries().map((delivery) => delivery.request);
  expect(request?.pickup_address).toBe(pickup_address);
  expect(request).not.toHaveProperty('pickup_coordinates');
  expect(other?.pickup_coordinates).toBe('-33.93, 18.46');
});
