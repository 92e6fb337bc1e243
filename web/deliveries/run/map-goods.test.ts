import { expect, test } from 'vitest';
import { settings } from '#api-contract/settings.ts';
import { goodsToDeliver } from '#placement/goods.ts';
import type { LocationId, OrderReference } from '#placement/ids.ts';
import {
  exampleAddress,
  exampleFulfillmentOrder,
  exampleLine,
  exampleLocation,
  exampleOrder,
} from '#placement/testing/example-order.ts';
import { exampleDelivery } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { allotGoods, mapGoods, mayBring } from './map-goods.ts';

/** An order of one fulfilment order with another phone number than before, as Shopify's books have its goods. */
function phoneAt(status: 'OPEN' | 'CLOSED' | 'CANCELLED', remainingQuantity: number) {
  const lines = [exampleLine({ remainingQuantity })];
  const order = exampleOrder({
    shippingAddress: exampleAddress({ phone: '083 987 6543' }),
    fulfillmentOrders: [exampleFulfillmentOrder({ status, lines })],
  });
  const known = { corrections: {}, deliveries: [], now: Date.parse('2026-11-21T08:00:00Z') };
  const locationKey = String(order.fulfillmentOrders[0]?.location.id);
  const { fields = [] } = mapGoods(order, settings.parse({}), known).at(locationKey) ?? {};
  return fields.find(({ field }) => field === 'dropoff_contact_phone')?.value;
}

test('whom goods go to is known while they lie on the shelf, and once they were handed over', () => {
  expect(phoneAt('OPEN', 1)).toBe('0839876543');
  expect(phoneAt('CLOSED', 0)).toBe('0839876543');
});

test('goods that were called off go to nobody', () => {
  expect(phoneAt('CANCELLED', 0)).toBeUndefined();
});

test('goods that left before a person sent a second driver are asked about, and go with no other part', () => {
  const at = (id: string, place: string, lineItemId: string) => ({
    ...{ id, status: 'ON_HOLD', location: exampleLocation({ id: place as LocationId, name: place }) },
    lines: [exampleLine({ id: `${id}0`, lineItemId })],
  });
  const covering = (place: string, id: string, lineItemId: string) => ({
    locationKey: place,
    lines: [{ fulfillmentOrderId: id, lineId: `${id}0`, lineItemId, quantity: 1, fulfilledBefore: 0 }],
  });
  const fulfillmentOrders = [at('501', '9001', '71'), at('502', '9001', '72')].map(exampleFulfillmentOrder);
  const order = exampleOrder({ fulfillmentOrders });
  const now = Date.parse('2026-11-21T08:00:00Z');
  const part = exampleDelivery({ ...covering('9001', '501', '71'), state: 'held' });
  const second = exampleDelivery({
    ...covering('9002', '509', '72'),
    ...{ orderReference: '1001-R2' as never, replaces: '1001-1' as never, state: 'queued' },
  });
  const allotted = (word: DeliveryRecord['word']) => {
    const goods = goodsToDeliver(order, settings.parse({}).automation);
    const { parts, added } = allotGoods(order, goods, [part, { ...second, word }], now);
    const lines = (ids: readonly { lines: readonly { lineItemId: string }[] }[]) =>
      ids.flatMap((one) => one.lines.map(({ lineItemId }) => lineItemId));
    return {
      parts: [...parts].map(([reference, one]) => [reference, lines(one.fulfillmentOrders)]),
      added: added.flatMap((one) => lines(one.fulfillmentOrders)),
    };
  };
  expect(allotted(['goods_to_deliver'])).toEqual({ parts: [[part.orderReference, ['71']]], added: ['72'] });
  expect(allotted(null)).toEqual({ parts: [[part.orderReference, ['71', '72']]], added: [] });
});

test('goods that a person sends in spite of a hold go with no other driver unasked, wherever some of them moved to', () => {
  const at = (id: string, place: string, lineItemId: string) =>
    exampleFulfillmentOrder({
      ...{ id, status: 'ON_HOLD', location: exampleLocation({ id: place as LocationId, name: place }) },
      lines: [exampleLine({ id: `${id}0`, lineItemId, remainingQuantity: 1, totalQuantity: 1 })],
    });
  const order = exampleOrder({ fulfillmentOrders: [at('501', '9001', '71'), at('502', '9003', '72')] });
  const line = (id: string, lineItemId: string) => ({
    ...{ fulfillmentOrderId: id, lineId: `${id}0`, lineItemId, quantity: 1, fulfilledBefore: 0 },
  });
  const second = exampleDelivery({ orderReference: '1001-R2' as never, lines: [line('501', '71'), line('509', '72')] });
  const others = (word: DeliveryRecord['word']) => {
    const goods = goodsToDeliver(order, settings.parse({}).automation);
    const { fresh, added } = allotGoods(order, goods, [{ ...second, word }], Date.parse('2026-11-21T08:00:00Z'));
    return [fresh, added].map((parts) => parts.flatMap((one) => one.fulfillmentOrders.map(({ id }) => id)));
  };
  expect(others(['goods_to_deliver'])).toEqual([[], ['502']]);
  expect(others([])).toEqual([['502'], []]);
});

const inDoubtBefore = (id: string, lineItemId: string): DeliveryRecord['lines'] => [
  { fulfillmentOrderId: id, lineId: `${id}0`, lineItemId, quantity: 2, fulfilledBefore: 0 },
];

test.each<[earlier: string, lines: DeliveryRecord['lines'] | null, taken: string[], asked: string[]]>([
  ['none', null, ['502', '503'], ['501']],
  ['the same goods', inDoubtBefore('501', '71'), ['502', '503'], ['501']],
  ['others', inDoubtBefore('503', '73'), ['502'], ['501', '503']],
])(
  'goods that come back to what ended in doubt go with no other delivery from there unasked: earlier %s',
  (_, lines, taken, asked) => {
    const at = (id: string, lineItemId: string) =>
      exampleFulfillmentOrder({ id, lines: [exampleLine({ id: `${id}0`, lineItemId })] });
    const order = exampleOrder({ fulfillmentOrders: [at('501', '71'), at('502', '72'), at('503', '73')] });
    const [{ location }] = order.fulfillmentOrders as [(typeof order.fulfillmentOrders)[number]];
    const delivery = (reference: string, id: string, lineItemId: string, changes: Partial<DeliveryRecord>) =>
      exampleDelivery({
        ...{ orderReference: reference as never, locationKey: String(location.id), ...changes },
        lines: [{ fulfillmentOrderId: id, lineId: `${id}0`, lineItemId, quantity: 1, fulfilledBefore: 0 }],
      });
    const [locationKey, request] = [String(location.id), exampleDelivery().request];
    const earlier = lines && { request, body: '{}', locationKey, lines };
    const ended = delivery('1001', '501', '71', { state: 'cancelled', everUnknown: true, earlier });
    const goods = goodsToDeliver(order, settings.parse({}).automation);
    const waiting = delivery('1001-2', '502', '72', {});
    const { parts, fresh, added } = allotGoods(order, goods, [ended, waiting], Date.parse('2026-11-21T08:00:00Z'));
    const idsOf = (all: readonly { fulfillmentOrders: readonly { id: string }[] }[]) =>
      all.map((one) => one.fulfillmentOrders.map(({ id }) => id));
    expect([idsOf([...parts.values()]), idsOf(fresh), idsOf(added)]).toEqual([[taken], [], [asked]]);
  },
);

test('what a person sent though its method is not wanted stays theirs beside goods that come with a wanted one', () => {
  const at = (id: string, presentedName: string) =>
    exampleFulfillmentOrder({ id, presentedName, lines: [exampleLine({ id: `${id}0`, lineItemId: `7${id}` })] });
  const order = exampleOrder({ fulfillmentOrders: [at('501', 'Post'), at('502', 'Same Day'), at('503', 'Post')] });
  const [, wanted] = order.fulfillmentOrders;
  const sent = exampleDelivery({
    ...{ locationKey: String(wanted?.location.id), state: 'queued' },
    lines: [{ fulfillmentOrderId: '501', lineId: '5010', lineItemId: '7501', quantity: 1, fulfilledBefore: 0 }],
  });
  const partsUnder = (word: DeliveryRecord['word']) => {
    const goods = goodsToDeliver(order, { mode: 'matching', deliveryMethodTexts: ['same day'] });
    const { parts, fresh, added } = allotGoods(order, goods, [{ ...sent, word }], Date.parse('2026-11-21T08:00:00Z'));
    return [[...parts.values()], fresh, added].map((all) =>
      all.flatMap((one) => one.fulfillmentOrders.map((f) => f.id)),
    );
  };
  expect(partsUnder([])).toEqual([['501', '502'], [], []]);
  expect(partsUnder(null)).toEqual([[], ['502'], []]);
});

test.each([
  ['all that he delivered moved', 2, 'delivered', [2], []],
  ['all that he is to bring moved', 2, 'on_its_way', [2], ['71']],
  ['a part of what he delivered moved', 1, 'delivered', [2], ['71']],
  ['all of what he delivered of a line that was split moved', 2, 'delivered', [1, 1], []],
  ['a part of what he delivered of a line that was split moved', 1, 'delivered', [1, 1], ['71']],
] as const)('where %s meanwhile, it asks for the driver that it lacks', (_name, moved, progress, sentAs, added) => {
  const at = (id: string, place: string, pieces: number) =>
    exampleFulfillmentOrder({
      ...{ id, location: exampleLocation({ id: place as LocationId, name: place }) },
      lines: [exampleLine({ id: `${id}0`, lineItemId: '71', remainingQuantity: pieces, totalQuantity: pieces })],
    });
  const stayed = moved < 2 ? [at('501', '9001', 2 - moved)] : [];
  const order = exampleOrder({ fulfillmentOrders: [...stayed, at('502', '9002', moved)] });
  const sent = exampleDelivery({
    ...{ locationKey: '9001', state: 'placed', placedAt: 1, progress },
    lines: sentAs.map((quantity, index) => ({
      ...{ fulfillmentOrderId: `50${index}`, lineId: `50${index}0`, lineItemId: '71', quantity, fulfilledBefore: 0 },
    })),
  });
  const goods = goodsToDeliver(order, settings.parse({}).automation);
  const allotted = allotGoods(order, goods, [sent], Date.parse('2026-11-21T08:00:00Z'));
  const lines = allotted.added.flatMap(({ fulfillmentOrders }) => fulfillmentOrders.flatMap((one) => one.lines));
  expect(lines.map(({ lineItemId }) => lineItemId)).toEqual(added);
});

test('a piece that moved of what two drivers delivered hides no other that has none', () => {
  const at = (id: string, place: string, pieces: number) =>
    exampleFulfillmentOrder({
      ...{ id, location: exampleLocation({ id: place as LocationId, name: place }) },
      lines: [exampleLine({ id: `${id}0`, lineItemId: '71', remainingQuantity: pieces, totalQuantity: pieces })],
    });
  // One of the two delivered ones has moved, and an edit added one where it is by now.
  const order = exampleOrder({ fulfillmentOrders: [at('501', '9001', 1), at('502', '9002', 2)] });
  const sent = ['1001', '1001-2'].map((reference) =>
    exampleDelivery({
      ...{ orderReference: reference as OrderReference, locationKey: '9001' },
      ...{ state: 'placed', placedAt: 1, progress: 'delivered' },
      lines: [{ fulfillmentOrderId: '501', lineId: '5010', lineItemId: '71', quantity: 1, fulfilledBefore: 0 }],
    }),
  );
  const goods = goodsToDeliver(order, settings.parse({}).automation);
  const { added } = allotGoods(order, goods, sent, Date.parse('2026-11-21T08:00:00Z'));
  const lines = added.flatMap(({ fulfillmentOrders }) => fulfillmentOrders.flatMap((one) => one.lines));
  expect(lines.map(({ remainingQuantity }) => remainingQuantity)).toEqual([1]);
});

test('another driver for a delivery goes where the first one collected, not where other goods of the kind moved to', () => {
  const at = (id: string, place: string) =>
    exampleFulfillmentOrder({
      ...{ id, location: exampleLocation({ id: place as LocationId, name: place }) },
      lines: [exampleLine({ id: `${id}0`, lineItemId: '71', remainingQuantity: 1, totalQuantity: 1 })],
    });
  const order = exampleOrder({ fulfillmentOrders: [at('501', '9002'), at('502', '9001')] });
  // The piece of the first had moved, and a second driver went for it; the service cancelled both.
  const sent = [
    ['1001', '9001'],
    ['1001-2', '9002'],
  ].map(([reference, locationKey]) =>
    exampleDelivery({
      ...{ orderReference: reference as OrderReference, locationKey: String(locationKey) },
      ...{ state: 'cancelled', placedAt: 1 },
      lines: [{ fulfillmentOrderId: '501', lineId: '5010', lineItemId: '71', quantity: 1, fulfilledBefore: 0 }],
    }),
  );
  const now = Date.parse('2026-11-21T08:00:00Z');
  const goods = mapGoods(order, settings.parse({}), { corrections: {}, deliveries: sent, now });
  expect(sent.map((delivery) => goods.of(delivery)?.locationKey)).toEqual(['9001', '9002']);
});

/** So many pieces of each of these lines of the order. */
const linesOf = (pieces: Record<string, number>): DeliveryRecord['lines'] =>
  Object.entries(pieces).map(([key, quantity]) => ({
    ...{ fulfillmentOrderId: '501', lineId: `5${key}`, lineItemId: key.slice(0, 2), quantity, fulfilledBefore: 0 },
  }));

const { request, body } = exampleDelivery();
const before = (locationKey: string, pieces: Record<string, number>): DeliveryRecord['earlier'] => ({
  ...{ request, body, locationKey, lines: linesOf(pieces) },
});

test.each<[string, DeliveryRecord['earlier'], Record<string, number>, string[]]>([
  ['nothing else went out', null, { 71: 2 }, ['71 9001 2']],
  ['a version before did not keep what for', { request, body }, { 71: 2 }, ['71 9001 2']],
  ['the same goods', before('9001', { 71: 2 }), { 71: 2 }, ['71 9001 2']],
  ['fewer of them', before('9001', { 71: 1 }), { 71: 2 }, ['71 9001 2']],
  ['more of them', before('9001', { 71: 3 }), { 71: 2 }, ['71 9001 2', '71 9001 1']],
  ['others beside them', before('9001', { 71: 2, 72: 1 }), { 71: 2 }, ['71 9001 2', '72 9001 1']],
  ['the same in two lines', before('9001', { 71: 2, 71.2: 2 }), { 71: 3 }, ['71 9001 3', '71 9001 1']],
  ['the same elsewhere', before('9002', { 71: 2 }), { 71: 2 }, ['71 9001 2', '71 9002 2']],
])('a driver may bring what either request is for: earlier %s', (_name, earlier, pieces, expected) => {
  const told = (everUnknown: boolean) =>
    mayBring(exampleDelivery({ everUnknown, earlier, lines: linesOf(pieces) })).flatMap(({ locationKey, lines }) =>
      lines.map(({ lineItemId, quantity }) => `${lineItemId} ${locationKey} ${quantity}`),
    );
  expect(told(true)).toEqual(expected);
  expect(told(false)).toEqual(expected.slice(0, 1));
});
