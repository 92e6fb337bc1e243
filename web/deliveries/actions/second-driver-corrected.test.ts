import { expect, test } from 'vitest';
import type { Corrections, SendBody } from '#api-contract/order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { fulfil } from '#testing/simulation/sim-goods.ts';
import { cancelDelivery } from './cancel.ts';
import { sendOrder } from './send-again.ts';

type Calm = ReturnType<typeof calmWorld>;
const send = (given: Calm, body: SendBody) =>
  given.during((ports) => sendOrder(ports, given.world.shops.record(shop), { orderId, actor: 'person', body }));
const sendAsNew = (given: Calm, corrections: Corrections = {}) =>
  send(given, { mode: 'new', orderReference: '1001', newReference: '1001-R2', reason: 'lost', corrections });

/** Goods that were handed over to a driver, whom a person then cancelled. */
async function handedOver(corrections: Corrections): Promise<Calm> {
  const given = calmWorld({ faults: ['refused'] });
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
