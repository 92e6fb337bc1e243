import { expect, test } from 'vitest';
import type { LocationId, OrderReference } from '#placement/ids.ts';
import type { FulfillmentOrder, ShopOrder } from '#placement/shop-order.ts';
import {
  exampleFulfillmentOrder,
  exampleLine,
  exampleLocation,
  exampleOrder,
} from '#placement/testing/example-order.ts';
import { calmWorld, orderId, shop } from '#testing/deliveries/calm-world.ts';
import { aggregateOf, exampleDelivery, exampleShop, now } from '#testing/deliveries/example-delivery.ts';
import { fulfil } from '#testing/simulation/sim-goods.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { sendOrder } from './send-again.ts';
import { sendAsNew } from './send-as-new.ts';

const fulfillmentOrder = (id: string, place: string) =>
  exampleFulfillmentOrder({
    ...{ id, location: exampleLocation({ id: place as LocationId, name: place }) },
    lines: [exampleLine({ id: `${id}0`, lineItemId: `7${id}`, remainingQuantity: 1, totalQuantity: 1 })],
  });
const linesOf = (...ids: string[]): DeliveryRecord['lines'] =>
  ids.map((id) => ({
    fulfillmentOrderId: id,
    lineId: `${id}0`,
    lineItemId: `7${id}`,
    quantity: 1,
    fulfilledBefore: 0,
  }));

/** Two goods of which one has moved, so that what was sent for both was sent on for that one. */
function press(earlier: DeliveryRecord['earlier'], order: Partial<ShopOrder> = {}): unknown {
  const snapshot = exampleOrder({
    processedAt: new Date(now).toISOString(),
    fulfillmentOrders: [fulfillmentOrder('501', '9002'), fulfillmentOrder('502', '9001')],
    ...order,
  });
  const sentOn = exampleDelivery({
    ...{ orderReference: '1001-2' as OrderReference, state: 'confirming', doubt: 'unanswered', everUnknown: true },
    ...{ locationKey: '9002', locationId: '9002' as LocationId, lines: linesOf('501'), earlier },
  });
  const calledOff = exampleDelivery({ state: 'cancelled', placedAt: now - 1_000, lines: linesOf('501', '502') });
  const person = { actor: 'person', corrections: null, orderReference: null };
  const courier = {
    timeZone: 'Africa/Johannesburg',
    canLookup: true,
    freeze: (request: object) => JSON.stringify(request),
  };
  const shop = exampleShop({}, { automation: { mode: 'all', maxAgeHours: 720 } });
  const body = { mode: 'new' as const, orderReference: '1001', newReference: '1001-R2', reason: 'again' };
  const context = { shop, courier, webhooks: [], loadedAt: now, before: null, person, wake: false };
  return sendAsNew(aggregateOf([calledOff, sentOn]), snapshot, context, body).result;
}

test('another driver goes for what is left, and for nothing that an earlier request may bring', () => {
  expect(press(null)).toEqual({ kind: 'sent' });
  const { request, body, locationName, said } = exampleDelivery();
  const first = { request, body, said, locationName, lines: linesOf('501', '502') };
  const at = { locationKey: '9001', locationId: '9001' as LocationId };
  expect(press({ ...first, ...at })).toMatchObject({ kind: 'conflict', code: 'brought_by_another', isBrought: true });
  // Else what was cancelled to be booked again would be asked for beside that, and sent once the order is paid.
  const unpaid = { financialStatus: 'PARTIALLY_PAID' } as const;
  expect(press({ ...first, ...at }, unpaid)).toMatchObject({ code: 'not_sendable', isBrought: true });
  expect(press(null, unpaid)).toMatchObject({ code: 'not_sendable', isBrought: false });
});

test.each([
  ['lack a phone number', null, null, 'pickup_phone_missing'],
  ['came too late', '0214478194', '00:01', 'too_late_cut_off'],
])('goods that %s are told of beside another driver for those that have left', async (_why, phone, cutOff, code) => {
  const { world, run, rest, deliveries } = calmWorld({ faults: ['refused'] });
  const { shopify, people, shops } = world;
  const standWith = (phoneThere: string | null) =>
    shopify.changeGoods(shop, orderId, ({ fulfillmentOrders: [first, ..._before] }) => [
      ...(first ? [first] : []),
      {
        ...fulfillmentOrder('509', '9002'),
        location: exampleLocation({ id: '9002' as LocationId, phone: phoneThere }),
      },
    ]);
  await run();
  shopify.changeGoods(shop, orderId, fulfil);
  await rest();
  standWith(null);
  await rest();
  expect(deliveries()).toMatchObject([{ state: 'cancelled', reason: { code: 'goods_moved' } }]);
  const { settings } = shops.record(shop);
  shops.change(shop, { settings: { ...settings, automation: { ...settings.automation, cutOff } } });
  standWith(phone);
  await rest();
  expect(world.orders.stored(shop, orderId).order).toMatchObject({ state: 'needs_attention', reason: { code } });
  const body = { orderReference: '1001' as OrderReference, newReference: '1001-R2' as OrderReference };
  people.press(shop, orderId, { mode: 'new', ...body, reason: 'the driver never came' });
  await rest();
  expect(deliveries()[1]).toMatchObject({ state: 'placed', drift: [{ about: 'goods_without_driver' }] });
});

test('goods are called gone from another delivery only until the new driver leaves them to that one', async () => {
  const { world, run, rest, deliveries } = calmWorld();
  const { shopify, people } = world;
  const more = (pieces: number) =>
    shopify.changeGoods(shop, orderId, ({ fulfillmentOrders: all }) =>
      all.map((one) => ({
        ...one,
        lines: one.lines.map((line) => ({
          ...line,
          remainingQuantity: line.remainingQuantity + pieces,
          totalQuantity: line.totalQuantity + pieces,
        })),
      })),
    );
  await run();
  more(1);
  await rest();
  people.sendGoods(shop, orderId);
  await rest();
  more(-1);
  await rest();
  const gone = { about: 'goods_gone', field: 'items: Item 1001-0', placed: '1', now: '0' };
  expect(deliveries()).toMatchObject([{ drift: [] }, { orderReference: '1001-2', drift: [gone] }]);
  const reason = 'the driver never came';
  people.press(shop, orderId, { mode: 'new', orderReference: '1001', newReference: '1001-R2', reason });
  await rest();
  expect(deliveries()).toMatchObject([{ drift: [] }, { drift: [] }, { orderReference: '1001-R2', drift: [] }]);
});

test.each([
  ['new', 'placed'],
  ['replace', 'cancelled'],
] as const)('a part that Shopify holds by then waits beside what goes again (%s)', async (mode, first) => {
  const given = calmWorld();
  const { world } = given;
  const inLines = (one: FulfillmentOrder, pieces: number, mark = '') =>
    one.lines.map((line) => ({ ...line, id: `${line.id}${mark}`, totalQuantity: pieces, remainingQuantity: pieces }));
  const becomes = (change: (one: FulfillmentOrder) => FulfillmentOrder[]) => () =>
    world.shopify.changeGoods(shop, orderId, ({ fulfillmentOrders: all }) => all.flatMap(change));
  becomes((one) => [{ ...one, lines: inLines(one, 3) }])();
  await given.run();
  const holdOne = becomes((one) => [
    { ...one, lines: inLines(one, 2) },
    { ...one, id: `${one.id}9`, status: 'ON_HOLD', holds: ['awaiting stock'], lines: inLines(one, 1, '9') },
  ]);
  if (mode === 'replace') world.service.onCancel = holdOne;
  else holdOne();
  const body = { mode, orderReference: '1001', newReference: '1001-R2', reason: 'lost' };
  await given.during((ports) => sendOrder(ports, world.shops.record(shop), { orderId, actor: 'person', body }));
  await world.runFor(60_000, 1_000);
  expect(given.deliveries()).toMatchObject([
    { orderReference: '1001', state: first },
    { orderReference: '1001-R2', state: 'placed', lines: [{ quantity: 2 }] },
    { orderReference: '1001-2', state: 'held', lines: [{ quantity: 1 }] },
  ]);
});

test('a driver goes out again in the mode of the first alone', async () => {
  const given = calmWorld();
  await given.run();
  const { shops } = given.world;
  const { settings } = shops.record(shop);
  shops.change(shop, { settings: { ...settings, automation: { ...settings.automation, testMode: true } } });
  const body = { mode: 'new' as const, orderReference: '1001', newReference: '1001-R2', reason: 'lost' };
  const pressed = { orderId, actor: 'person', body };
  const outcome = await given.during((ports) => sendOrder(ports, shops.record(shop), pressed));
  expect(outcome).toMatchObject({ kind: 'conflict', code: 'other_mode' });
  await given.rest();
  expect(given.calls()).toEqual(['place 1001']);
});
