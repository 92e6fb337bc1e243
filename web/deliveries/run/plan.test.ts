import { describe, expect, test } from 'vitest';
import type { LocationId, OrderReference } from '#placement/ids.ts';
import type { FulfillmentOrder, ShopOrder } from '#placement/shop-order.ts';
import {
  exampleAddress,
  exampleFulfillmentOrder,
  exampleLine,
  exampleLocation,
} from '#placement/testing/example-order.ts';
import { waitingFor } from '#placement/waiting.ts';
import { booked, exampleDelivery } from '#testing/deliveries/example-delivery.ts';
import { nothing, paidAt, read, type ShopRules, shopIn, snapshotOf } from '#testing/deliveries/read-order.ts';
import { type DeliveryRecord, forPerson } from '../delivery.ts';
import { afterChange, type Change, type OrderAggregate } from '../order.ts';
import { reason } from '../reasons.ts';
import { askPerson } from '../transitions.ts';
import { beginPlacing } from './claim.ts';
import { goodsRule } from './judge.ts';
import { mapGoods } from './map-goods.ts';
import { settlePlacing } from './record-answer.ts';
import { settleLookup } from './record-lookup.ts';

/** The service has the delivery as its present request says. */
const bookedAs = ({ request }: DeliveryRecord) =>
  booked({
    ...{ orderReference: request.order_reference, customerIdentifier: null },
    ...{ dropoffAddress: request.dropoff_address, pickupAddress: request.pickup_address, dropoffContactPhone: null },
  });

const answered = { kind: 'placed' as const, httpStatus: 201, message: '' };
const silent = { message: 'no answer', retryAfterMs: null, account: null };

/** As versions before this one left a live order in test mode: planned for the test service. */
const planned = read(nothing, { test: true }, true);

test('a live order that was planned for the test service goes out live once test mode ends', () => {
  expect(planned.deliveries).toMatchObject([{ mode: 'test', orderReference: 'TEST-1001', state: 'queued' }]);
  const waiting = read(planned, {}, true);
  expect(waiting.order).toMatchObject({ state: 'held', reason: { code: 'test_mode' } });
  const { order, deliveries } = read(waiting, {}, false);
  expect(order).toMatchObject({ state: 'queued', reason: null });
  expect(deliveries).toMatchObject([
    { orderReference: 'TEST-1001', state: 'cancelled', reason: { code: 'test_mode_ended' } },
    { orderReference: '1001', state: 'queued', mode: 'live', account: 'live account', replaces: 'TEST-1001' },
  ]);
  expect(deliveries[1]?.body).toContain('"order_reference":"1001"');
});

test('a press ends nothing whose driver may come, though its goods have left', () => {
  const before = read(nothing, {}, false);
  const told = reason('refused_after_unknown', { reference: '1001' });
  const deliveries = before.deliveries.map((one) => ({ ...one, ...forPerson(told), everUnknown: true }));
  const left = exampleFulfillmentOrder({ id: '502', lines: [exampleLine({ id: '5020', lineItemId: '7502' })] });
  const pressed = read({ ...before, deliveries }, { fulfillmentOrders: [left] }, false, { prefix: '' });
  expect(pressed.deliveries).toMatchObject([
    { state: 'needs_attention', reason: told, drift: [{ about: 'goods_gone' }, { about: 'goods_without_driver' }] },
  ]);
});

test('what a person presses in spite of its goods keeps that word while it lacks something', () => {
  const before = read(nothing, {}, false);
  const why = reason('not_placed_again', { reference: '1001' });
  const deliveries = before.deliveries.map((one) =>
    askPerson({ ...one, word: null }, waitingFor('person', why), paidAt),
  );
  const line = { ...exampleLine(), remainingQuantity: 0 };
  const handedOver = {
    fulfillmentOrders: [exampleFulfillmentOrder({ status: 'CLOSED', lines: [line] })],
    shippingAddress: exampleAddress({ phone: '082' }),
  };
  const pressed = read({ ...before, deliveries }, handedOver, false, { prefix: '' });
  const lacks = { state: 'needs_attention', reason: { code: 'dropoff_phone_not_ten_digits' }, word: [goodsRule] };
  expect(pressed.deliveries).toMatchObject([lacks]);
  expect(read(pressed, handedOver, false).deliveries).toMatchObject([lacks]);
});

describe('what went out, without an answer, before some of its goods moved and a person sent the rest on', () => {
  const goods = (id: string, place: string, status = 'OPEN') =>
    exampleFulfillmentOrder({
      ...{ id, status },
      location: exampleLocation({ id: place as LocationId, name: place, address1: `${place} Main Rd` }),
      lines: [exampleLine({ id: `${id}0`, lineItemId: `7${id}` })],
    });
  const before = read(nothing, { fulfillmentOrders: [goods('501', '9001'), goods('502', '9001')] }, false);
  const told = reason('refused_after_unknown', { reference: '1001' });
  const doubted = before.deliveries.map((one) => ({ ...one, ...forPerson(told), everUnknown: true }));
  const moved = { fulfillmentOrders: [goods('501', '9002'), goods('502', '9001', 'ON_HOLD')] };
  const sent = read({ ...before, deliveries: doubted }, moved, false, { prefix: '' });
  const [sentOn] = sent.deliveries as [DeliveryRecord];
  const { order_reference: orderReference } = sentOn.request;
  const asked = {
    ...sent,
    deliveries: [{ ...sentOn, state: 'confirming' as const, doubt: 'duplicate' as const }],
  };
  const settling = {
    ...{ orderReference: sentOn.orderReference, fence: sentOn.fence, attempt: { id: 'call', startedAt: paidAt } },
    ...{ leaseMs: 1_000, lookMs: 1_000, backOffMs: 1_000, shop: shopIn(false), nextAttemptId: 'next call' },
    timeZone: 'Africa/Johannesburg',
    driverState: () => null,
  };
  const alarmsAfter = (change: Change | null): string[] => {
    const after = afterChange(asked, change ?? {});
    // Only the order tells which of the goods have left, or have no driver.
    expect(after.order?.dueAt).toBe(paidAt);
    expect(change?.wakes).toContainEqual({ at: paidAt });
    return read(after, moved, false).deliveries.flatMap(({ drift }) =>
      drift.map(({ about, now }) => `${about} ${now}`),
    );
  };

  test('goes on from its own location where goods are left there', () => {
    const ready = { fulfillmentOrders: [goods('501', '9002'), goods('502', '9001')] };
    const { deliveries } = read({ ...before, deliveries: doubted }, ready, false, { prefix: '' });
    const drift = [{ about: 'goods_without_driver', now: '2 (9002)' }];
    expect(deliveries).toMatchObject([{ locationId: '9001', lines: [{ lineItemId: '7502' }], drift }]);
  });

  test('calls for no driver for goods that the first request may bring', () => {
    expect(sent.deliveries).toMatchObject([{ state: 'queued', locationId: '9002', lines: [{ lineItemId: '7501' }] }]);
    // What it takes elsewhere was without a driver before: the run reads the order with it.
    expect(sent.order?.dueAt).toBe(paidAt);
    expect(read(sent, moved, false).deliveries).toMatchObject([{ locationId: '9002', drift: [] }]);
    const rested = { ...asked, order: sent.order && { ...sent.order, dueAt: null } };
    const unfound = settleLookup(rested, { kind: 'failed', ...silent }, settling).change;
    expect(unfound?.order?.dueAt).toBeNull();
    expect(read(afterChange(asked, unfound ?? {}), moved, false).deliveries).toMatchObject([{ drift: [] }]);
  });

  test('keeps the first request through another press', () => {
    const refused = { ...sent, deliveries: [{ ...sentOn, ...forPerson(told) }] };
    const { deliveries } = read(refused, moved, false, { prefix: '' });
    expect(deliveries).toMatchObject([{ earlier: { lines: [{ lineItemId: '7501' }, { lineItemId: '7502' }] } }]);
  });

  test('leaves no goods for another driver that the first request may bring', () => {
    const calledOff = { ...sentOn, ...before.deliveries[0], orderReference: '1000' as OrderReference };
    const first = { ...calledOff, state: 'cancelled' as const, placedAt: paidAt };
    const open = snapshotOf({ fulfillmentOrders: [goods('501', '9002'), goods('502', '9001')] });
    const known = { corrections: {}, now: paidAt, deliveries: [...asked.deliveries, first] };
    expect(mapGoods(open, shopIn(false).settings, known).of(first)).toBeUndefined();
  });

  test('brings what the first request says where that is found after all', () => {
    const { dropoff_address: dropoffAddress, pickup_address: pickupAddress } = doubted[0]?.request ?? sentOn.request;
    const found = booked({ orderReference, customerIdentifier: null, dropoffAddress, pickupAddress });
    const { change } = settleLookup(asked, { kind: 'found', delivery: found }, settling);
    const lines = [{ lineItemId: '7501' }, { lineItemId: '7502' }];
    const { said } = doubted[0] ?? sentOn;
    expect(said).not.toEqual(sentOn.said);
    const at = { locationId: '9001', locationName: '9001' };
    expect(change?.deliveries).toMatchObject([{ state: 'placed', ...at, lines, said }]);
    expect(alarmsAfter(change)).toEqual([
      'goods_gone 0',
      'on_hold 2 x Mug – Blue (no reason given)',
      'goods_without_driver 2 (9002)',
    ]);
  });

  test.each([
    ['found', settleLookup(asked, { kind: 'found', delivery: bookedAs(sentOn) }, settling)],
    ['booked', settlePlacing(asked, { ...answered, delivery: bookedAs(sentOn) }, settling)],
  ])('leaves the others without a driver, and says so, where the second request is %s', (_name, { change }) => {
    expect(change?.deliveries).toMatchObject([{ state: 'placed', locationId: '9002', earlier: null }]);
    expect(alarmsAfter(change)).toEqual(['goods_without_driver 2 (9001)']);
  });
});

test('what may exist at the test service stays as it is', () => {
  const [delivery] = planned.deliveries;
  const sent = delivery ? [beginPlacing(delivery, paidAt, 1_000, shopIn(true))] : [];
  const { deliveries } = read({ ...planned, deliveries: sent }, {}, false);
  expect(deliveries).toMatchObject([{ orderReference: 'TEST-1001', state: 'placing', mode: 'test' }]);
});

test('a problem of the order is told before its goods change service', () => {
  const { order, deliveries } = read(planned, { shippingAddress: null }, false);
  expect(order).toMatchObject({ state: 'needs_attention', reason: { code: 'dropoff_address_missing' } });
  expect(deliveries).toMatchObject([{ orderReference: 'TEST-1001', state: 'needs_attention' }]);
});

/** An order whose delivery met somebody else's under its reference. */
function taken(reference: string, test: boolean): OrderAggregate {
  const aggregate = read(nothing, { test }, test);
  const orderReference = reference as OrderReference;
  const why = reason('reference_taken', { reference, prefix: 'SHOP-' });
  const deliveries = aggregate.deliveries.map((delivery) => ({
    ...askPerson(delivery, waitingFor('reference', why), paidAt),
    orderReference,
    replaces: reference.includes('-R') ? ('1001' as OrderReference) : null,
  }));
  return { ...aggregate, deliveries };
}

test.each([
  ['1001', 'SHOP-', 'SHOP-1001'],
  ['1001-R2', 'SHOP-', 'SHOP-1001-R2'],
  ['OLD-1001-2-R3', '', '1001-2-R3'],
])('a taken %s goes out under the prefix "%s" as %s once it is pressed', (reference, prefix, renamed) => {
  const { deliveries } = read(taken(reference, false), {}, false, { prefix });
  expect(deliveries).toMatchObject([
    { orderReference: reference, state: 'cancelled', reason: { code: 'reference_replaced' } },
    {
      orderReference: renamed,
      state: 'queued',
      mode: 'live',
      replaces: reference,
      deadlineAt: paidAt + 720 * 3_600_000,
    },
  ]);
  expect(deliveries[1]?.body).toContain(`"order_reference":"${renamed}"`);
});

test('a taken reference under which a request may have landed is never changed', () => {
  const doubted = taken('1001', false);
  const deliveries = doubted.deliveries.map((delivery) => ({ ...delivery, everUnknown: true }));
  const after = read({ ...doubted, deliveries }, {}, false, { prefix: 'SHOP-' });
  expect(after.deliveries).toMatchObject([{ orderReference: '1001', state: 'queued' }]);
});

test('a taken reference that no other prefix was set for stays what it is when it is pressed', () => {
  const { deliveries } = read(taken('1001-R2', false), {}, false, { prefix: '' });
  expect(deliveries).toMatchObject([{ orderReference: '1001-R2', state: 'queued' }]);
});

test('a taken reference of a test order never becomes a live delivery once test mode is off', () => {
  const { deliveries } = read(taken('TEST-1001', true), { test: true }, false, { prefix: 'SHOP-' });
  expect(deliveries).toMatchObject([{ orderReference: 'TEST-1001', state: 'skipped', mode: 'test' }]);
  const renamed = read(taken('TEST-1001', true), { test: true }, true, { prefix: 'SHOP-' }).deliveries;
  expect(renamed[1]).toMatchObject({ orderReference: 'TEST-SHOP-1001', state: 'queued', mode: 'test' });
});

test('a part whose goods moved to where another part waits ends, also while nothing of the order goes', () => {
  const goods = (id: string, place: string, status: string) =>
    exampleFulfillmentOrder({
      ...{ id, status, location: exampleLocation({ id: place as LocationId, name: place }) },
      lines: [exampleLine({ id: `${id}0`, lineItemId: `7${id}` })],
    });
  const waits = goods('502', '9001', 'ON_HOLD');
  const first = read(
    nothing,
    { fulfillmentOrders: [waits, goods('503', '9002', 'ON_HOLD'), goods('501', '9001', 'OPEN')] },
    false,
  );
  expect(first.deliveries.map(({ state }) => state)).toEqual(['queued', 'held', 'held']);
  const { order, deliveries } = read(first, { fulfillmentOrders: [waits, goods('503', '9001', 'ON_HOLD')] }, false);
  expect(order).toMatchObject({ state: 'held', reason: { code: 'fulfillment_on_hold' } });
  expect(deliveries).toMatchObject([
    { state: 'cancelled', reason: { code: 'goods_moved' } },
    { state: 'held', lines: [{ lineItemId: '7502' }, { lineItemId: '7503' }] },
    { state: 'cancelled', reason: { code: 'goods_moved' } },
  ]);
});

test('what somebody is to release is looked at now and then: Shopify tells nobody that an order was deleted', () => {
  const sixHours = 6 * 3_600_000;
  const goods = (id: string, status: string) =>
    exampleFulfillmentOrder({ id, status, lines: [exampleLine({ id: `${id}0`, lineItemId: `7${id}` })] });
  const whole = read(nothing, { fulfillmentOrders: [goods('501', 'ON_HOLD')] }, false);
  expect(whole.order).toMatchObject({ state: 'held', dueAt: paidAt + sixHours });
  const part = read(nothing, { fulfillmentOrders: [goods('501', 'OPEN'), goods('502', 'ON_HOLD')] }, false);
  expect(part.deliveries.map(({ state }) => state)).toEqual(['queued', 'held']);
  expect(part.order?.dueAt).toBe(paidAt + sixHours);
});

test('goods that came for what was never sent wait with their order while the shop is paused, and go when it is not', () => {
  const sold = exampleFulfillmentOrder({ status: 'CLOSED', lines: [exampleLine({ remainingQuantity: 0 })] });
  const added = exampleFulfillmentOrder({ id: '502', lines: [exampleLine({ id: '5020', lineItemId: '7502' })] });
  const edited = { fulfillmentOrders: [sold, added] };
  const paused = read(taken('1001', false), edited, false, undefined, { paused: true });
  expect(paused.deliveries).toMatchObject([{ state: 'cancelled', reason: { code: 'goods_moved' } }]);
  expect(paused.order).toMatchObject({ state: 'held', reason: { code: 'paused' } });
  const { order, deliveries } = read(paused, edited, false);
  expect(order).toMatchObject({ state: 'queued' });
  expect(deliveries).toMatchObject([{ state: 'cancelled' }, { state: 'queued', lines: [{ lineItemId: '7502' }] }]);
});

test('goods that left for a third place are told of where one driver was sent and a person sends the rest', () => {
  const goods = (id: string, place: string, quantity: number) =>
    exampleFulfillmentOrder({
      ...{ id, location: exampleLocation({ id: place as LocationId, name: place }) },
      lines: [exampleLine({ id: `${id}0`, lineItemId: id === '501' ? '7501' : '7502', remainingQuantity: quantity })],
    });
  const first = read(nothing, { fulfillmentOrders: [goods('501', '9001', 1), goods('502', '9002', 3)] }, false);
  const [sent, rest] = first.deliveries as [DeliveryRecord, DeliveryRecord];
  const begun = { ...first, deliveries: [beginPlacing(sent, paidAt, 1_000, shopIn(false)), rest] };
  const moved = { fulfillmentOrders: [goods('501', '9001', 1), goods('502', '9002', 2), goods('503', '9003', 1)] };
  const byHand = read(begun, moved, false, undefined, { mode: 'manual' });
  expect(byHand.deliveries).toMatchObject([
    {
      state: 'placing',
      drift: [
        { about: 'goods_without_driver', now: '1 (9003)' },
        { about: 'goods_without_driver', now: '2 (9002)' },
      ],
    },
    { state: 'skipped', lines: [{ quantity: 2 }] },
  ]);
  const byItself = read(begun, moved, false).deliveries;
  expect(byItself).toMatchObject([{ drift: [] }, { state: 'queued' }, { state: 'queued', lines: [{ quantity: 1 }] }]);
});

test('a new phone in the order is told of where an older one was corrected while its goods were on hold', () => {
  const goods = (status: string) => ({ fulfillmentOrders: [exampleFulfillmentOrder({ status })] });
  const shippedTo = (phone: string) => ({ shippingAddress: exampleAddress({ phone }) });
  const held = read(nothing, goods('ON_HOLD'), false);
  const pressed = { prefix: '', corrections: { dropoff_contact_phone: '0839876543' } };
  const corrected = read(held, { ...goods('ON_HOLD'), ...shippedTo('082') }, false, pressed);
  const { deliveries } = read(corrected, { ...goods('OPEN'), ...shippedTo('0711112222') }, false);
  expect(deliveries).toMatchObject([
    {
      request: { dropoff_contact_phone: '0839876543' },
      drift: [{ field: 'dropoff_contact_phone', placed: '0839876543', now: '0711112222' }],
    },
  ]);
});

/** Goods whose method is wanted were taken out of the order; what goes by post is left of it. */
const posted = (...added: FulfillmentOrder[]) => ({
  fulfillmentOrders: [
    exampleFulfillmentOrder({ lines: [exampleLine({ remainingQuantity: 0, totalQuantity: 0 })] }),
    exampleFulfillmentOrder({
      ...{ id: '502', presentedName: 'Standard post', serviceCode: 'post' },
      lines: [exampleLine({ id: '5020', lineItemId: '7502' })],
    }),
    ...added,
  ],
});

test('goods of another method that a person sends stay in their delivery until it goes', () => {
  const sent = read(nothing, posted(), false, { prefix: '' });
  expect(sent.deliveries).toMatchObject([{ state: 'queued', word: [], lines: [{ lineItemId: '7502' }] }]);
  expect(read(sent, posted(), false).deliveries).toMatchObject([{ state: 'queued', lines: [{ lineItemId: '7502' }] }]);
});

test('goods that came after an end that nobody was sent for stand by the rules, not by the word for what ended', () => {
  const byHand: ShopRules = { mode: 'manual' };
  const pressed = read(nothing, {}, false, { prefix: '' }, byHand);
  expect(pressed.deliveries).toMatchObject([{ state: 'queued', word: [] }]);
  const ended = read(pressed, posted(), false, undefined, byHand);
  expect(ended.deliveries).toMatchObject([{ state: 'cancelled', reason: { code: 'goods_moved' } }]);
  const added = exampleFulfillmentOrder({ id: '503', lines: [exampleLine({ id: '5030', lineItemId: '7503' })] });
  const { order } = read(ended, posted(added), false, undefined, byHand);
  expect(order).toMatchObject({ state: 'skipped', reason: { code: 'manual_mode' } });
});

test('goods that came for what was refused and cannot go yet need a person however often the order is read', () => {
  const before = read(nothing, {}, false);
  const refused = {
    ...before,
    deliveries: before.deliveries.map((one) => ({ ...one, ...forPerson(reason('refused_by_service', {})) })),
  };
  const swapped = (phone: string | null): Partial<ShopOrder> => ({
    fulfillmentOrders: [
      exampleFulfillmentOrder({ status: 'CLOSED', lines: [exampleLine({ remainingQuantity: 0 })] }),
      exampleFulfillmentOrder({
        ...{ id: '502', location: exampleLocation({ id: '9002' as LocationId, name: '9002', phone }) },
        lines: [exampleLine({ id: '5020', lineItemId: '7502' })],
      }),
    ],
  });
  const told = { state: 'needs_attention', reason: { code: 'pickup_phone_missing' } };
  const ended = { state: 'cancelled', reason: { code: 'goods_moved' } };
  const first = read(refused, swapped(null), false);
  const later = read(first, { ...swapped(null), note: 'Ring twice' }, false);
  for (const { order, deliveries } of [first, later, read(later, swapped(null), false, { prefix: '' })]) {
    expect(order).toMatchObject(told);
    expect(deliveries).toMatchObject([ended]);
  }
  const { order, deliveries } = read(later, swapped('+27215550180'), false);
  expect(order).toMatchObject({ state: 'queued' });
  expect(deliveries).toMatchObject([ended, { orderReference: '1001-2', state: 'queued', locationId: '9002' }]);
});

test('a press on goods that came for what was never sent is kept while the shop is paused', () => {
  const byHand: ShopRules = { mode: 'manual' };
  const ended = read(read(nothing, {}, false, { prefix: '' }, byHand), posted(), false, undefined, byHand);
  const added = posted(
    exampleFulfillmentOrder({ id: '503', lines: [exampleLine({ id: '5030', lineItemId: '7503' })] }),
  );
  const pressed = read(ended, added, false, { prefix: '' }, { ...byHand, paused: true });
  expect(pressed.order).toMatchObject({ state: 'held', reason: { code: 'paused' } });
  const { order, deliveries } = read(pressed, added, false, undefined, byHand);
  expect(order).toMatchObject({ state: 'queued', wordUntil: null });
  expect(deliveries).toMatchObject([
    { state: 'cancelled' },
    { state: 'queued', word: [], lines: [{ lineItemId: '7503' }] },
  ]);
});

test('a press in a paused shop sends nothing once its time is over, and no longer than that before', () => {
  const byHand: ShopRules = { mode: 'manual', maxAgeHours: 24 };
  const until = paidAt + 24 * 3_600_000;
  const pressed = read(nothing, {}, false, { prefix: '' }, { ...byHand, paused: true });
  expect(pressed).toMatchObject({ order: { state: 'held', reason: { code: 'paused' } }, deliveries: [] });
  expect(read({ ...pressed, now: until - 1 }, {}, false, undefined, byHand)).toMatchObject({
    order: { state: 'queued' },
    deliveries: [{ state: 'queued', word: [], deadlineAt: until }],
  });
  expect(read({ ...pressed, now: until }, {}, false, undefined, byHand)).toMatchObject({
    order: { state: 'skipped', wordUntil: null },
    deliveries: [],
  });
});

describe('a word under which goods wait that Shopify then keeps back', () => {
  const byHand: ShopRules = { mode: 'manual', maxAgeHours: 24 };
  const goods = (status: string) => ({ fulfillmentOrders: [exampleFulfillmentOrder({ id: '501', status })] });
  const dayMs = 24 * 3_600_000;

  test('counts for a day from their release on', () => {
    const kept = read(
      read(nothing, goods('OPEN'), false, { prefix: '' }, byHand),
      goods('ON_HOLD'),
      false,
      undefined,
      byHand,
    );
    expect(kept.deliveries).toMatchObject([{ state: 'held', word: [], deadlineAt: null }]);
    const released = { ...kept, now: paidAt + 3 * dayMs };
    const { deliveries } = read(released, goods('OPEN'), false, undefined, byHand);
    expect(deliveries).toMatchObject([{ state: 'queued', word: [], deadlineAt: released.now + dayMs }]);
  });

  test('is none for what comes once its time is over', () => {
    const pressed = read(nothing, goods('OPEN'), false, { prefix: '' }, byHand);
    const more = exampleFulfillmentOrder({
      ...{ id: '502', lines: [exampleLine({ id: '5020', lineItemId: '7502' })] },
      location: exampleLocation({ id: '9002' as LocationId, name: 'Other shop' }),
    });
    const both = { fulfillmentOrders: [...goods('OPEN').fulfillmentOrders, more] };
    const refused = { ...pressed, now: paidAt + 3 * dayMs };
    expect(read({ ...refused, now: paidAt + 1 }, both, false, undefined, byHand).deliveries).toHaveLength(2);
    expect(read(refused, both, false, undefined, byHand).deliveries).toHaveLength(1);
  });
});

describe('a part that opens when the rules no longer send its order', () => {
  const goods = (id: string, status: string, lines = [exampleLine({ id: `${id}0`, lineItemId: `7${id}` })]) =>
    exampleFulfillmentOrder({ id, status, lines });
  const ready = goods('501', 'OPEN');
  const waiting = { fulfillmentOrders: [ready, goods('502', 'ON_HOLD')] };
  const released = { fulfillmentOrders: [ready, goods('502', 'OPEN')] };
  const whole = read(nothing, waiting, false);
  const [first, second] = whole.deliveries as [DeliveryRecord, DeliveryRecord];
  const booked1001 = { ...whole, deliveries: [{ ...first, state: 'placed' as const, placedAt: paidAt }, second] };
  const alarm = [{ about: 'goods_without_driver', placed: '0', now: expect.stringMatching(/^2 /) }];

  test.each<[string, Partial<ShopOrder>, ShopRules, string]>([
    ['its value', {}, { minValue: 1_000_000 }, 'condition_value'],
    ['a tag', { tags: ['no courier'] }, { excludeTags: ['no courier'] }, 'condition_tag_excluded'],
    ['a shop that sends by hand', {}, { mode: 'manual' }, 'manual_mode'],
    ['a part of it unpaid', { financialStatus: 'PARTIALLY_PAID' }, {}, 'not_paid'],
  ])('for %s is told of beside the driver who was sent, until it goes after all', (_what, order, rules, code) => {
    const skipped = read(booked1001, { ...released, ...order }, false, undefined, rules);
    expect(skipped.deliveries).toMatchObject([
      { state: 'placed', drift: alarm },
      { state: 'skipped', reason: { code } },
    ]);
    expect(read(skipped, { ...released, ...order }, false, undefined, rules).deliveries).toMatchObject([
      { drift: alarm },
      { state: 'skipped' },
    ]);
    expect(read(skipped, released, false).deliveries).toMatchObject([{ drift: [] }, { state: 'queued' }]);
  });

  test.each([
    ['are fulfilled', [ready, goods('502', 'CLOSED', [exampleLine({ id: '5020', remainingQuantity: 0 })])]],
    ['are held once more', waiting.fulfillmentOrders],
  ])('has no alarm of its own where its goods %s', (_what, fulfillmentOrders) => {
    const { deliveries } = read(booked1001, { fulfillmentOrders }, false, undefined, { mode: 'manual' });
    expect(deliveries[0]).toMatchObject({ state: 'placed', drift: [] });
  });

  test('is told of beside what a person sends for the goods of the first one anew', () => {
    const anew = { ...first, orderReference: '1001-R2', replaces: first.orderReference, word: ['automatic'] };
    const sending = { ...booked1001, deliveries: [...booked1001.deliveries, { ...anew, state: 'queued' as const }] };
    const skipped = read(sending as OrderAggregate, released, false, undefined, { mode: 'manual' });
    expect(skipped.deliveries).toMatchObject([
      { drift: [] },
      { drift: [] },
      { orderReference: '1001-R2', drift: alarm },
    ]);
  });

  test('stands by the order where nothing of it was sent', () => {
    const { order, deliveries } = read(whole, released, false, undefined, { mode: 'manual' });
    expect(order).toMatchObject({ state: 'skipped', reason: { code: 'manual_mode' } });
    expect(deliveries.flatMap(({ drift }) => drift)).toEqual([]);
  });
});

test('what a waiting second driver was to bring goes with him alone where some of it has moved to', () => {
  const goods = (id: string, place: string, pieces: number, status = 'OPEN') =>
    exampleFulfillmentOrder({
      ...{ id, status, location: exampleLocation({ id: place as LocationId, name: place }) },
      lines: [exampleLine({ id: `${id}0`, lineItemId: `7${id}`, remainingQuantity: pieces, totalQuantity: pieces })],
    });
  const sent = (reference: string, pieces: Record<string, number>) =>
    exampleDelivery({
      ...{ orderReference: reference as OrderReference, mode: 'live', locationKey: '9001' },
      lines: Object.entries(pieces).map(([id, quantity]) => ({
        ...{ fulfillmentOrderId: id, lineId: `${id}0`, lineItemId: `7${id}`, quantity, fulfilledBefore: 0 },
      })),
    });
  const first = { ...sent('1001', { 501: 2, 502: 2 }), state: 'placed' as const, placedAt: paidAt };
  const later = sent('1001-2', { 501: 1 });
  const second = { ...sent('1001-R2', { 501: 2, 502: 2 }), replaces: first.orderReference, word: [goodsRule] };
  const { order } = read(nothing, { fulfillmentOrders: [goods('501', '9001', 3)] }, false);
  const after = (...fulfillmentOrders: FulfillmentOrder[]) => {
    const waiting = { ...nothing, order, deliveries: [first, later, second] };
    return read(waiting, { fulfillmentOrders }, false).deliveries.map(({ orderReference, state, locationKey, lines }) =>
      [orderReference, state, locationKey, ...lines.map(({ quantity }) => quantity)].join(' '),
    );
  };
  expect(after(goods('501', '9002', 3), goods('502', '9001', 2, 'ON_HOLD'))).toEqual([
    '1001 placed 9001 2 2',
    '1001-2 queued 9002 1',
    '1001-R2 queued 9002 2',
    '1001-3 held 9001 2',
  ]);
  const taken = [goods('501', '9001', 0, 'CLOSED'), goods('502', '9001', 0, 'CLOSED'), goods('503', '9001', 1)];
  expect(after(...taken)).toContain('1001-R2 queued 9001 2 2');
});

test('a press on what goes out again by itself after a denial sends nothing to where its goods are no more', () => {
  const moved = { location: exampleLocation({ id: '9002' as LocationId, name: '9002' }) };
  const before = read(nothing, {}, false);
  const denied = { everUnknown: true, landedBy: paidAt - 1, failures: 1, dueAt: paidAt };
  const waiting = { ...before, deliveries: before.deliveries.map((one) => ({ ...one, ...denied })) };
  const fulfillmentOrders = [exampleFulfillmentOrder(moved)];
  const asked = { state: 'needs_attention', reason: { code: 'changed_in_doubt' } };
  expect(read(waiting, { fulfillmentOrders }, false).deliveries).toMatchObject([asked]);
  expect(read(waiting, { fulfillmentOrders }, false, { prefix: '' }).deliveries).toMatchObject([asked]);
  expect(read(waiting, {}, false, { prefix: '' }).deliveries).toMatchObject([{ state: 'queued' }]);
});
