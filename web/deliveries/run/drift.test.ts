import { expect, test } from 'vitest';
import type { DriftItem } from '#api-contract/drift.ts';
import { defaultSettings } from '#api-contract/testing/default-settings.ts';
import { orderEnded } from '#placement/drift.ts';
import type { LocationId, OrderReference } from '#placement/ids.ts';
import { type Part, partsOf, piecesOf } from '#placement/parts.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import {
  exampleAddress,
  exampleFulfillmentOrder,
  exampleLine,
  exampleLocation,
  exampleOrder,
} from '#placement/testing/example-order.ts';
import { aggregateOf, booked, exampleDelivery, exampleShop, now } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord, Progress } from '../delivery.ts';
import { bringsNothing, differencesOf, goodsDrift, withDrift, withLife } from './drift.ts';
import { mapGoods } from './map-goods.ts';
import { asUnheard } from './unheard.ts';

const withMugs = (quantity: number) => {
  const lines = [exampleLine({ remainingQuantity: quantity, totalQuantity: quantity })];
  return exampleOrder({ fulfillmentOrders: [exampleFulfillmentOrder({ lines })] });
};
const line = (quantity: number) => ({
  ...{ fulfillmentOrderId: '501', lineId: '601', lineItemId: '701', quantity, fulfilledBefore: 0 },
});
const sent = (quantity: number, changes: Partial<DeliveryRecord> = {}) =>
  exampleDelivery({
    ...{ state: 'placed', placedAt: now - 1, service: booked(), lines: [line(quantity)] },
    ...changes,
  });
const gone = (placed: string, left: string): DriftItem => ({
  ...{ about: 'goods_gone', field: 'items: Kettle', placed, now: left },
});
const uncovered: DriftItem = { about: 'goods_without_driver', field: 'goods: Mug', placed: '0', now: '1 (Main)' };
const address: DriftItem = { about: 'request', field: 'dropoff_address', placed: 'a', now: 'b' };
const ended = (progress: Progress): DriftItem => ({
  ...{ about: 'not_delivered', field: 'delivery', placed: 'to be delivered', now: progress },
});

const first = '1001' as OrderReference;
const second = '1001-2' as OrderReference;

test.each<[string, number, DeliveryRecord[], Record<string, DriftItem[]>]>([
  ['all of it is there', 2, [sent(2)], { '1001': [] }],
  ['one was taken out of the order', 1, [sent(2)], { '1001': [gone('2', '1')] }],
  ['nothing of it is left', 0, [sent(2)], { '1001': [gone('2', '0')] }],
  ['what nobody drives for tells of nothing', 0, [sent(2, { state: 'cancelled' })], { '1001': [] }],
  [
    'what is lacking is first lacking of what was cancelled',
    1,
    [sent(1, { state: 'cancelled' }), sent(1, { orderReference: second })],
    { '1001': [], '1001-2': [] },
  ],
  [
    'each tells of what it lacks',
    0,
    [sent(1), sent(1, { orderReference: second })],
    { '1001': [gone('1', '0')], '1001-2': [gone('1', '0')] },
  ],
  ['what was never sent is made anew instead', 1, [sent(2, { state: 'queued', placedAt: null })], {}],
])('goods of the order and its deliveries: %s', (_name, left, deliveries, expected) => {
  expect(Object.fromEntries(goodsDrift(withMugs(left), deliveries, []))).toEqual(expected);
});

const holds = (now: string): DriftItem => ({ about: 'on_hold', field: 'hold', placed: 'to be delivered', now });
const heldMugs = (quantity: number, holdsOf: string[], free = 0) => {
  const of = (count: number) => [exampleLine({ remainingQuantity: count, totalQuantity: count })];
  const held = exampleFulfillmentOrder({ id: '502', status: 'ON_HOLD', holds: holdsOf, lines: of(quantity) });
  const open = free > 0 ? [exampleFulfillmentOrder({ lines: of(free) })] : [];
  return exampleOrder({ fulfillmentOrders: [held, ...open] });
};

test.each<[string, ShopOrder, DeliveryRecord[], Record<string, DriftItem[]>]>([
  ['all of it', heldMugs(2, ['Fraud']), [sent(2)], { '1001': [holds('Fraud')] }],
  ['without a reason', heldMugs(2, []), [sent(2)], { '1001': [holds('no reason given')] }],
  ['some of it', heldMugs(1, ['Stock'], 1), [sent(2)], { '1001': [holds('1 x Kettle (Stock)')] }],
  [
    'while its fate is not known',
    heldMugs(2, ['Fraud']),
    [sent(2, { state: 'confirming', placedAt: null })],
    { '1001': [holds('Fraud')] },
  ],
  ['of a driver who was cancelled', heldMugs(2, ['Fraud']), [sent(2, { state: 'cancelled' })], { '1001': [] }],
  [
    'of one whom a person sent in spite of that, or before it',
    heldMugs(2, ['Fraud']),
    [sent(2, { word: ['goods_to_deliver'] })],
    { '1001': [holds('Fraud')] },
  ],
  [
    'first of the goods of whom was cancelled',
    heldMugs(2, ['Fraud'], 1),
    [sent(2, { state: 'cancelled' }), sent(1, { orderReference: second })],
    { '1001': [], '1001-2': [] },
  ],
])('goods that Shopify holds: %s', (_name, order, deliveries, expected) => {
  expect(Object.fromEntries(goodsDrift(order, deliveries, []))).toEqual(expected);
});

test.each(['9001', '9002'])('a driver has the phone of before, and the goods are at %s now', (place) => {
  const location = exampleLocation({ id: place as LocationId });
  const order = exampleOrder({
    shippingAddress: exampleAddress({ phone: '083 987 6543' }),
    fulfillmentOrders: [exampleFulfillmentOrder({ location })],
  });
  const delivery = sent(1);
  const goods = mapGoods(order, defaultSettings, { corrections: {}, deliveries: [delivery], now });
  const phone = { about: 'request', field: 'dropoff_contact_phone', placed: '0821234567', now: '0839876543' };
  expect(differencesOf(delivery, goods, order)).toContainEqual(phone);
});

test.each<Progress | null>([null, 'on_its_way', 'delivered', 'failed', 'returned'])(
  'that its order ended is kept whatever became of it: %s',
  (progress) => {
    const order = exampleOrder({ financialStatus: 'REFUNDED' });
    const deliveries = [sent(1, { progress })];
    const goods = mapGoods(order, defaultSettings, { corrections: {}, deliveries, now });
    const planned = { deliveries: [], problem: null, givenAtFault: null, sent: [], withoutDriver: [], leftOut: [] };
    const [told] = withDrift(aggregateOf(deliveries), planned, goods, order, {
      ...{ timeZone: 'Africa/Johannesburg', shop: exampleShop() },
    });
    expect(told?.drift).toContainEqual(expect.objectContaining({ about: 'order_ended', now: 'refunded' }));
  },
);

test('goods that came are told of by the first delivery that somebody drives, by what they are and where', () => {
  const order = withMugs(3);
  const added: Part[] = partsOf(piecesOf(order, order.fulfillmentOrders), now);
  const deliveries = [sent(3, { state: 'cancelled' }), sent(3, { orderReference: second })];
  const told = goodsDrift(order, deliveries, added);
  expect(told.get(first)).toEqual([]);
  expect(told.get(second)).toEqual([
    { about: 'goods_without_driver', field: 'goods: Mug – Blue', placed: '0', now: '3 (Woodstock Store)' },
  ]);
  expect(goodsDrift(order, [], added).size).toBe(0);
});

test.each<[string, DriftItem[], number, boolean]>([
  ['nothing differs', [], 2, false],
  ['another address', [address], 2, false],
  ['some of its goods are gone', [gone('2', '1')], 2, false],
  ['all of its goods are gone', [gone('2', '0')], 2, true],
  ['all of one line of two', [gone('2', '0')], 3, false],
  ['all of both lines', [gone('2', '0'), gone('1', '0')], 3, true],
  ['it had none', [], 0, false],
])('whether a driver has nothing left to bring: %s', (_name, drift, quantity, expected) => {
  expect(bringsNothing({ drift, lines: [line(quantity)] })).toBe(expected);
});

const unheard: DriftItem = {
  ...{ about: 'not_delivered', field: 'items', placed: 'to be delivered', now: 'not heard of' },
};

test.each<[string, Partial<DeliveryRecord>, boolean, DriftItem[], string | undefined]>([
  ['collected', {}, false, [unheard, address], 'delivery_unheard'],
  ['not collected', { progress: null }, false, [address], undefined],
  ['sent anew', {}, true, [address], undefined],
  ['of an order that ended', { drift: [orderEnded('refunded')] }, false, [orderEnded('refunded')], undefined],
  ['told before', { drift: [unheard] }, false, [unheard], undefined],
])('that nothing was heard of goods is told once: %s', (_name, changes, isReplaced, drift, code) => {
  const told = asUnheard(sent(2, { progress: 'on_its_way', drift: [address], reason: null, ...changes }), isReplaced);
  expect([told.drift, told.reason?.code]).toEqual([drift, code]);
});

test.each<[string, Partial<DeliveryRecord>, boolean, DriftItem[]]>([
  ['booked', {}, false, [address, uncovered]],
  ['on its way', { progress: 'on_its_way' }, false, [address, uncovered]],
  ['delivered', { progress: 'delivered' }, false, [uncovered]],
  ['not delivered', { progress: 'failed' }, false, [ended('failed'), address, uncovered]],
  ['brought back', { progress: 'returned' }, false, [ended('returned'), address, uncovered]],
  ['not delivered, and sent anew', { progress: 'failed' }, true, [address, uncovered]],
  ['called off by the service', { state: 'cancelled', progress: null }, false, [ended('failed'), address, uncovered]],
  ['called off, and sent anew', { state: 'cancelled', progress: null }, true, [address, uncovered]],
  ['not heard of yet', { progress: 'on_its_way', drift: [unheard, address] }, false, [unheard, address]],
  ['not heard of, and sent anew', { progress: 'on_its_way', drift: [unheard, address] }, true, [address]],
  ['not heard of, then delivered', { progress: 'delivered', drift: [unheard, address] }, false, []],
  ['not heard of, then brought back', { progress: 'returned', drift: [unheard] }, false, [ended('returned')]],
])('what its end makes of what differs: %s', (_name, changes, isReplaced, expected) => {
  const delivery = sent(2, { drift: [ended('failed'), address, uncovered], ...changes });
  expect(withLife(delivery, isReplaced)).toEqual({ ...delivery, drift: expected, closed: [] });
});
