import { expect, test } from 'vitest';
import type { Corrections, SendBody } from '#api-contract/order.ts';
import { exampleAddress } from '#placement/testing/example-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import type { PlaceFault } from '#testing/simulation/service-faults.ts';
import { fulfil } from '#testing/simulation/sim-goods.ts';
import { cancelDelivery } from './cancel.ts';
import { sendOrder } from './send-again.ts';

type Calm = ReturnType<typeof calmWorld>;
const send = (given: Calm, body: SendBody) =>
  given.during((ports) => sendOrder(ports, given.world.shops.record(shop), { orderId, actor: 'person', body }));
const sendAsNew = (given: Calm, corrections: Corrections = {}) =>
  send(given, { mode: 'new', orderReference: '1001', newReference: '1001-R2', reason: 'lost', corrections });

/** Goods that were handed over to a driver, whom a person then cancelled. */
async function handedOver(corrections: Corrections, later: PlaceFault[] = []): Promise<Calm> {
  const given = calmWorld({ faults: ['refused', 'none', ...later] });
  await given.run();
  await send(given, { mode: 'again', corrections });
  await given.rest();
  given.world.shopify.changeGoods(shop, orderId, fulfil);
  await given.rest();
  const cancel = { orderId, orderReference: '1001', actor: 'person' };
  await given.during((ports) => cancelDelivery(ports, given.world.shops.record(shop), cancel));
  await given.rest();
  return given;
}

test('what was typed goes out with the second driver as it did with the first', async () => {
  const given = await handedOver({
    dropoff_address: '12  Long Street,\nGardens\u200b,\r\nCape Town',
    dropoff_contact_name: 'Thandi\nM',
    dropoff_remarks: 'gate\r\ncode 1',
    pickup_address: '1  Main\nRd',
    pickup_contact_name: '\u200b',
  });
  expect(await sendAsNew(given)).toEqual({ kind: 'sent' });
  await given.rest();
  const [first, second] = given.deliveries().map(({ body }) => JSON.parse(body) as object);
  expect(first).toMatchObject({ dropoff_address: '12 Long Street, Gardens, Cape Town' });
  expect(second).toEqual({ ...first, order_reference: '1001-R2' });
});

test('a pickup that is corrected for the second driver has no point of the one before', async () => {
  const given = await handedOver({});
  expect(given.deliveries()[0]?.request).toHaveProperty('pickup_coordinates');
  expect(await sendAsNew(given, { pickup_contact_phone: '12' })).toMatchObject({
    problems: [
      {
        code: 'pickup_phone_not_ten_digits',
        message: expect.stringMatching(/^The phone number of the location Shop 0 /),
      },
    ],
  });
  expect(await sendAsNew(given, { pickup_address: '80 Regent Rd, Cape Town' })).toEqual({ kind: 'sent' });
  await given.rest();
  const body: unknown = JSON.parse(given.deliveries()[1]?.body ?? '');
  expect(body).toMatchObject({ pickup_address: '80 Regent Rd, Cape Town' });
  expect(body).not.toHaveProperty('pickup_coordinates');
});

test.each([
  ['a post box', { address1: 'PO Box 12', address2: null }],
  ['no city', { city: null }],
  ['no street', { address1: null, address2: null }],
  ['no usable phone', { phone: 'call my wife' }],
])('nobody is sent to the former address of an order that names %s by now', async (_name, changes) => {
  const given = await handedOver({});
  const { shippingAddress: before } = given.world.shopify.order(shop, orderId) ?? {};
  given.world.shopify.edit(shop, orderId, { shippingAddress: { ...exampleAddress(), ...before, ...changes } });
  await given.rest();
  expect(await sendAsNew(given)).toMatchObject({ problems: [{ field: expect.stringMatching(/^dropoff_/) }] });
  await given.rest();
  expect(given.deliveries()).toMatchObject([{ orderReference: '1001', state: 'cancelled' }]);
});

test('a driver whose goods were fulfilled as he was booked is not cancelled for one to the former address', async () => {
  const given = calmWorld();
  const { settings } = given.world.shops.record(shop);
  given.world.shops.change(shop, {
    settings: { ...settings, writeBack: { ...settings.writeBack, fulfil: 'placed' } },
  });
  await given.run();
  const { shippingAddress: before } = given.world.shopify.order(shop, orderId) ?? {};
  given.world.shopify.edit(shop, orderId, { shippingAddress: { ...exampleAddress(), ...before, city: null } });
  await given.rest();
  const anew = { mode: 'replace', orderReference: '1001', newReference: '1001-R2' } as const;
  expect(await send(given, anew)).toMatchObject({ problems: [{ field: 'dropoff_address' }] });
  await given.rest();
  expect(given.deliveries()).toMatchObject([{ state: 'placed', drift: [{ field: 'dropoff_address' }] }]);
});

test('a second driver who is still to be booked waits for a usable address, and goes there at a press', async () => {
  const given = await handedOver({}, ['rate_limited']);
  expect(await sendAsNew(given)).toEqual({ kind: 'sent' });
  await given.world.runFor(1_000, 20_000);
  expect(given.deliveries()[1]).toMatchObject({ state: 'queued', attempts: 1 });
  const before = given.world.shopify.order(shop, orderId)?.shippingAddress ?? exampleAddress();
  given.world.shopify.edit(shop, orderId, { shippingAddress: { ...before, city: null } });
  await given.rest();
  expect(given.deliveries()[1]).toMatchObject({ state: 'needs_attention', reason: { field: 'dropoff_address' } });
  given.world.shopify.edit(shop, orderId, { shippingAddress: { ...before, address1: '2 Kloof St' } });
  await given.rest();
  expect(given.deliveries()[1]).toMatchObject({ state: 'needs_attention', reason: { code: 'can_be_sent' } });
  given.world.people.press(shop, orderId, { mode: 'again' });
  await given.rest();
  expect(given.deliveries()[1]).toMatchObject({
    state: 'placed',
    request: { dropoff_address: expect.stringContaining('2 Kloof St') },
  });
});
