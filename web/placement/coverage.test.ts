import { describe, expect, it } from 'vitest';
import {
  asOfNow,
  type CoveredLine,
  type Covering,
  heldBack,
  leftBeside,
  missing,
  takeOut,
  uncovered,
} from './coverage.ts';
import type { LocationId } from './ids.ts';
import { locationKeys, partsOf, piecesOf } from './parts.ts';
import type { FulfillmentOrder, FulfillmentOrderLine } from './shop-order.ts';
import { exampleFulfillmentOrder, exampleLine, exampleLocation, exampleOrder } from './testing/example-order.ts';

const there = exampleLocation({ id: '9002' as LocationId, name: 'Sea Point' });
const now = Date.parse('2026-11-21T08:00:00Z');
const line = (quantity: number, changes: Partial<FulfillmentOrderLine> = {}) =>
  exampleLine({ remainingQuantity: quantity, totalQuantity: quantity, ...changes });
const fo = (id: string, lines: FulfillmentOrderLine[], changes: Partial<FulfillmentOrder> = {}) =>
  exampleFulfillmentOrder({ id, lines: lines.map((one, index) => ({ ...one, id: `${id}${index}` })), ...changes });
const sent = (quantity: number, changes: Partial<CoveredLine> = {}, locationKey = '9001'): Covering => ({
  locationKey,
  lines: [{ fulfillmentOrderId: '501', lineId: '5010', lineItemId: '701', quantity, fulfilledBefore: 0, ...changes }],
});
const collected = (id: string, totalQuantity: number) =>
  fo(id, [line(0, { totalQuantity })], { status: 'CLOSED', methodType: 'PICK_UP' });
const left = (fulfillmentOrders: FulfillmentOrder[], deliveries: Covering[]) =>
  uncovered(exampleOrder({ fulfillmentOrders }), fulfillmentOrders, deliveries).map((piece) => [
    piece.fulfillmentOrder.id,
    piece.quantity,
  ]);

it('a line that an older version wrote is told by the line of the fulfilment order, where that is still there', () => {
  const order = exampleOrder({ fulfillmentOrders: [fo('501', [line(2)])] });
  const named = sent(2);
  expect(asOfNow(order, named)).toBe(named);
  expect(asOfNow(order, sent(2, { lineItemId: '' }))).toEqual(named);
  const half: Covering = { locationKey: '9001', lines: [...named.lines, ...sent(1, { lineItemId: '' }).lines] };
  expect(asOfNow(order, half).lines.map(({ lineItemId }) => lineItemId)).toEqual(['701', '701']);
  const gone = sent(2, { lineItemId: '', lineId: '9' });
  expect(asOfNow(order, gone)).toEqual(gone);
});

it('what was fulfilled before counts no more once that fulfilment is cancelled', () => {
  const order = exampleOrder({ fulfillmentOrders: [fo('501', [line(2, { totalQuantity: 3 })])] });
  expect(asOfNow(order, sent(1, { fulfilledBefore: 1 }))).toEqual(sent(1, { fulfilledBefore: 1 }));
  expect(asOfNow(order, sent(1, { fulfilledBefore: 2 }))).toEqual(sent(1, { fulfilledBefore: 1 }));
});

describe('goods without a delivery', () => {
  it.each<[string, FulfillmentOrder[], Covering[], (string | number)[][]]>([
    ['all where nothing was sent', [fo('501', [line(2)])], [], [['501', 2]]],
    ['none that was sent', [fo('501', [line(2)])], [sent(2)], []],
    ['what a line grew by', [fo('501', [line(3)])], [sent(2)], [['501', 1]]],
    ['what came in a new fulfilment order', [fo('501', [line(2)]), fo('502', [line(1)])], [sent(2)], [['502', 1]]],
    ['another line', [fo('501', [line(2), line(1, { lineItemId: '702' })])], [sent(2)], [['501', 1]]],
    ['what is elsewhere now', [fo('501', [line(2)], { location: there })], [sent(2)], [['501', 2]]],
    ['nothing of a split', [fo('503', [line(1)]), fo('504', [line(1)])], [sent(2)], []],
    [
      'what waits, before what is ready',
      [fo('502', [line(1)], { status: 'ON_HOLD' }), fo('503', [line(1)])],
      [sent(1)],
      [['502', 1]],
    ],
    [
      'nothing that was fulfilled since',
      [fo('501', [line(1, { totalQuantity: 2 })], { status: 'IN_PROGRESS' })],
      [sent(2)],
      [],
    ],
    [
      'what came once all was fulfilled',
      [fo('501', [line(0, { totalQuantity: 2 })], { status: 'CLOSED' }), fo('502', [line(1)])],
      [sent(2)],
      [['502', 1]],
    ],
    [
      'nothing that is left of what the buyer collected some of',
      [collected('501', 1), fo('502', [line(1)])],
      [sent(1)],
      [],
    ],
    [
      'what came beside what the buyer collected before the first went',
      [collected('501', 1), fo('502', [line(2)])],
      [sent(1, { fulfilledBefore: 1 })],
      [['502', 1]],
    ],
    [
      'nothing that a second one brings, sent after others like it were fulfilled',
      [fo('501', [line(0, { totalQuantity: 2 })], { status: 'CLOSED' }), fo('502', [line(1)])],
      [sent(1), sent(1, { fulfilledBefore: 2 })],
      [],
    ],
    [
      'not what was fulfilled before the first went',
      [fo('501', [line(2, { totalQuantity: 3 })], { status: 'IN_PROGRESS' })],
      [sent(2, { fulfilledBefore: 1 })],
      [],
    ],
  ])('are %s', (_case, fulfillmentOrders, deliveries, expected) => {
    expect(left(fulfillmentOrders, deliveries)).toEqual(expected);
  });
});

describe('goods that are where they were collected no more', () => {
  const booked = sent(2, { fulfilledBefore: 1 });
  it.each<[string, FulfillmentOrder[], Covering[], number | undefined]>([
    ['nothing', [fo('501', [line(2)])], [sent(2)], undefined],
    ['a part that moved', [fo('501', [line(1)]), fo('502', [line(1)], { location: there })], [sent(2)], 1],
    ['all that was cancelled', [fo('501', [line(0, { totalQuantity: 2 })], { status: 'CANCELLED' })], [sent(2)], 2],
    ['nothing that is held', [fo('501', [line(2)], { status: 'ON_HOLD' })], [sent(2)], undefined],
    [
      'nothing that was fulfilled',
      [fo('501', [line(0, { totalQuantity: 2 })], { status: 'CLOSED' })],
      [sent(2)],
      undefined,
    ],
    ['all of two deliveries', [], [sent(2), sent(1)], 3],
    ['all that the buyer collected', [collected('501', 2)], [sent(2)], 2],
    [
      'a part that the buyer collected',
      [collected('501', 1), fo('502', [line(0, { totalQuantity: 1 })], { status: 'CLOSED' })],
      [sent(2)],
      1,
    ],
    ['nothing that was collected before', [collected('501', 1), fo('502', [line(2)])], [booked], undefined],
    [
      'nothing that was fulfilled beside what was collected before',
      [collected('501', 1), fo('502', [line(0, { totalQuantity: 2 })], { status: 'CLOSED' })],
      [booked],
      undefined,
    ],
  ])('are %s', (_case, fulfillmentOrders, deliveries, expected) => {
    expect(missing(exampleOrder({ fulfillmentOrders }), deliveries).get('701 9001')).toBe(expected);
  });
});

describe('goods that Shopify holds after a driver was sent for them', () => {
  const onHold = (id: string, quantity: number, changes: Partial<FulfillmentOrder> = {}) =>
    fo(id, [line(quantity)], { status: 'ON_HOLD', ...changes });
  const handedOver = fo('501', [line(0, { totalQuantity: 2 })], { status: 'CLOSED' });
  it.each<[string, FulfillmentOrder[], Covering[], number | undefined]>([
    ['none of them', [fo('501', [line(2)])], [sent(2)], undefined],
    ['all of them', [onHold('501', 2)], [sent(2)], 2],
    ['some, of a fulfilment order that was split', [fo('501', [line(1)]), onHold('502', 1)], [sent(2)], 1],
    ['some, the others are scheduled', [fo('501', [line(1)], { status: 'SCHEDULED' }), onHold('502', 1)], [sent(2)], 1],
    ['no more than he was sent for', [onHold('501', 3)], [sent(2)], 2],
    ['none that wait beside his', [fo('501', [line(2)]), onHold('502', 2)], [sent(2)], undefined],
    ['none that came after his left', [handedOver, onHold('502', 2)], [sent(2)], undefined],
    ['all that the buyer did not collect', [collected('501', 1), onHold('502', 1)], [sent(1)], 1],
    ['none of another location', [onHold('501', 2, { location: there })], [sent(2)], undefined],
    ['of all who were sent', [onHold('501', 3)], [sent(2), sent(1)], 3],
    ['of nobody who was not sent', [onHold('501', 2)], [], undefined],
  ])('are %s', (_case, fulfillmentOrders, deliveries, expected) => {
    expect(heldBack(exampleOrder({ fulfillmentOrders }), deliveries).get('701 9001')).toBe(expected);
  });
});

describe('a delivery takes its own goods', () => {
  const take = (fulfillmentOrders: FulfillmentOrder[], covering: Covering, isSent = false) => {
    const order = exampleOrder({ fulfillmentOrders });
    const found = takeOut(piecesOf(order, fulfillmentOrders), covering, { isSent });
    const shown = (pieces: typeof found.taken) => pieces.map((one) => [one.fulfillmentOrder.id, one.quantity]);
    return { taken: shown(found.taken), left: shown(found.left) };
  };

  it('the very same first, then those of its location, then wherever they are', () => {
    const away = fo('502', [line(2)], { location: there });
    const near = fo('503', [line(2)]);
    const same = fo('501', [line(1)]);
    expect(take([away, near, same], sent(1))).toEqual({
      taken: [['501', 1]],
      left: [
        ['502', 2],
        ['503', 2],
      ],
    });
    expect(take([away, near, same], sent(2)).taken).toEqual([
      ['501', 1],
      ['503', 1],
    ]);
    expect(take([away], sent(3))).toEqual({ taken: [['502', 2]], left: [] });
  });

  it('those of its location first once it was sent, of these the very same, then these where they moved to', () => {
    const away = fo('502', [line(2)], { location: there });
    const near = fo('503', [line(1)]);
    const moved = fo('501', [line(1)], { location: there });
    expect(take([away, moved, near], sent(1), true).taken).toEqual([['503', 1]]);
    expect(take([away, moved, near], sent(2), true).taken).toEqual([
      ['503', 1],
      ['501', 1],
    ]);
    expect(take([near, fo('501', [line(1)])], sent(1), true).taken).toEqual([['501', 1]]);
  });
});

describe('parts', () => {
  const parts = (fulfillmentOrders: FulfillmentOrder[]) => {
    const order = exampleOrder({ fulfillmentOrders });
    return partsOf(piecesOf(order, fulfillmentOrders), now).map(({ locationKey, waits, fulfillmentOrders: own }) => [
      locationKey,
      waits?.reason.code ?? 'ready',
      ...own.map(({ id }) => id),
    ]);
  };

  it('are of one location and one time each, what is ready first', () => {
    const scheduled = (id: string, fulfillAt: string | null) => fo(id, [line(1)], { status: 'SCHEDULED', fulfillAt });
    expect(
      parts([
        scheduled('501', '2026-12-01T08:00:00Z'),
        fo('502', [line(1)], { status: 'ON_HOLD' }),
        fo('503', [line(1)]),
        fo('504', [line(1)], { location: there }),
        fo('505', [line(1)], { status: 'IN_PROGRESS' }),
        scheduled('506', '2026-12-02T08:00:00Z'),
        scheduled('507', '2026-12-01T08:00:00Z'),
        scheduled('508', '2027-01-21T08:00:00Z'),
      ]),
    ).toEqual([
      ['9001', 'ready', '503', '505'],
      ['9002', 'ready', '504'],
      ['9001', 'fulfillment_scheduled', '501', '507'],
      ['9001', 'fulfillment_on_hold', '502'],
      ['9001', 'fulfillment_scheduled', '506'],
      ['9001', 'fulfillment_scheduled_unshown', '508'],
    ]);
  });

  it('join pieces of one line', () => {
    const order = exampleOrder({ fulfillmentOrders: [fo('501', [line(3), line(1)])] });
    const [piece, other] = piecesOf(order, order.fulfillmentOrders);
    if (!piece || !other) throw new Error('no pieces');
    const [part] = partsOf(
      [
        { ...piece, quantity: 1 },
        { ...piece, quantity: 1 },
      ],
      now,
    );
    expect(part?.fulfillmentOrders[0].lines.map(({ remainingQuantity }) => remainingQuantity)).toEqual([2]);
  });

  it('name a location that the order does not have like the first unknown one', () => {
    expect(locationKeys(exampleOrder())(exampleLocation({ id: null }))).toBe('unknown');
  });
});

describe('of two pieces of one line, beside those that another delivery brings, are left', () => {
  const closed = { status: 'CLOSED' } as const;
  it.each<[string, FulfillmentOrder[], Covering[], number[]]>([
    ['none where it brings them all', [fo('501', [line(2)])], [sent(2)], [0]],
    ['none once they were fulfilled', [fo('501', [line(0, { totalQuantity: 2 })], closed)], [sent(2)], [0]],
    ['those that it does not bring', [fo('501', [line(2)])], [sent(1)], [1]],
    ['all where there are enough', [fo('501', [line(2)]), fo('502', [line(2)])], [sent(2)], [2]],
    ['all where it finds none of them', [fo('501', [line(2)], { location: there })], [sent(2)], [2]],
    ['all where there is none, whatever the order has', [fo('501', [line(1)])], [], [2]],
    ['all where it brings another line', [fo('501', [line(2)])], [sent(2, { lineItemId: '702' })], [2]],
    [
      'none where a fulfilment was cancelled, and a new fulfilment order took over what the closed one lists as open',
      [fo('501', [line(2)], closed), fo('502', [line(2)])],
      [sent(2)],
      [0],
    ],
    [
      'none of what was called off',
      [fo('501', [line(2)]), fo('502', [line(2)], { status: 'CANCELLED' })],
      [sent(2)],
      [0],
    ],
  ])('%s', (_name, fulfillmentOrders, deliveries, left) => {
    expect(leftBeside(exampleOrder({ fulfillmentOrders }), sent(2).lines, deliveries)).toEqual(left);
  });

  it('as many in two lines of it as in one', () => {
    const order = exampleOrder({ fulfillmentOrders: [fo('501', [line(4)])] });
    expect(leftBeside(order, [...sent(2).lines, ...sent(2).lines], [sent(1)])).toEqual([2, 1]);
  });
});
