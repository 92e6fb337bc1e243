import { expect, test } from 'vitest';
import { exampleFulfillmentOrder, exampleLine, exampleOrder } from '#placement/testing/example-order.ts';
import { booked, exampleCancellation, exampleDelivery, now } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { notCancelled } from './cancellation.ts';
import { goodsRule } from './judge.ts';
import { wantCancelled, withoutOrder } from './want-cancelled.ts';

const open = exampleOrder();
const cancelled = exampleOrder({ cancelledAt: '2026-11-21T07:59:00Z' });
const refunded = exampleOrder({ financialStatus: 'REFUNDED' });
const nothingLeft = exampleOrder({
  fulfillmentOrders: [exampleFulfillmentOrder({ lines: [exampleLine({ remainingQuantity: 0 })] })],
});
const items = { about: 'goods_gone' as const, field: 'items: Kettle', placed: '1', now: '0' };

const known = (changes: Partial<DeliveryRecord> = {}) =>
  exampleDelivery({ state: 'placed', placedAt: now - 1, service: booked(), ...changes });
const after = (delivery: DeliveryRecord, order = cancelled, mayGetGoods = false) =>
  wantCancelled({ deliveries: [delivery], now }, [], order, mayGetGoods)[0] ?? delivery;

test.each([
  ['cancelled', cancelled, known(), 'cancelled'],
  ['refunded', refunded, known(), 'refunded'],
] as const)(
  'a driver of an order that was %s is to be cancelled, and an alarm stands until that is sure',
  (...given) => {
    const [_how, order, delivery, end] = given;
    expect(after(delivery, order)).toMatchObject({
      ...{ cancellation: exampleCancellation(), reason: { code: 'cancelling', retrying: true } },
      drift: [{ field: 'order', now: end }],
    });
  },
);

test('what differs already stands as the alarm of an order that ended', () => {
  expect(after(known({ drift: [items] }))).toMatchObject({ cancellation: exampleCancellation(), drift: [items] });
});

test('a driver who has nothing left to bring is to be cancelled, without another alarm', () => {
  const delivery = known({ drift: [items] });
  const emptied = exampleCancellation({ because: 'emptied' });
  expect(after(delivery, nothingLeft)).toMatchObject({ cancellation: emptied, drift: [items] });
  expect(after(delivery, nothingLeft, true)).toBe(delivery);
  const begun = known({ drift: [items], cancellation: emptied });
  expect(after(begun, nothingLeft, true)).toBe(begun);
  expect(after(begun, nothingLeft)).toBe(begun);
  expect(after(begun, open, true)).toMatchObject({ cancellation: null, reason: null });
  expect(after(delivery, open)).toBe(delivery);
  expect(after(known(), nothingLeft).cancellation).toBeNull();
  const anyway = known({ drift: [items], word: [goodsRule] });
  expect(after(anyway, nothingLeft)).toBe(anyway);
});

test('one whose answer was lost is to be cancelled once it is known to be booked', () => {
  const doubted = known({ state: 'confirming', doubt: 'unanswered', everUnknown: true, service: null, reason: null });
  expect(after(doubted)).toMatchObject({ state: 'confirming', reason: null, cancellation: exampleCancellation() });
});

test.each<[string, DeliveryRecord]>([
  ['what was never sent', exampleDelivery()],
  ['what is over', exampleDelivery({ state: 'cancelled' })],
  ['what was delivered', known({ progress: 'delivered' })],
  ['what could not be handed over', known({ progress: 'failed' })],
  ['what came back', known({ progress: 'returned' })],
  ['what is being cancelled', known({ cancellation: exampleCancellation({ tries: 3, asked: true }) })],
])('%s needs no call', (_name, delivery) => {
  expect(after(delivery)).toBe(delivery);
});

test('the end of the order outlives a wish to send the goods again, and remembers what was asked', () => {
  const replaced = exampleCancellation({
    because: 'replaced',
    asked: true,
    newReference: '1001-R2' as never,
    actor: 'staff',
  });
  expect(after(known({ cancellation: replaced })).cancellation).toEqual(exampleCancellation({ asked: true }));
  expect(after(known({ progress: 'on_its_way' })).cancellation).toEqual(exampleCancellation());
});

test('the end of an order leaves the call about a person’s Cancel to who makes it', () => {
  const called = exampleCancellation({
    because: 'person',
    actor: 'staff',
    tries: 2,
    calling: true,
    dueAt: now + 8_000,
  });
  const ended = { ...called, because: 'order_ended' as const };
  expect(after(known({ cancellation: called })).cancellation).toEqual(ended);
  const again = exampleCancellation({ actor: 'staff' });
  expect(after(known({ cancellation: { ...called, dueAt: now } })).cancellation).toEqual(again);
});

test.each(['wanted', 'settled'] as const)(
  'what was emptied and then ended is cancelled for its end, once %s',
  (stage) => {
    const emptied = exampleCancellation({ because: 'emptied', stage, asked: true, actor: 'staff', dueAt: null });
    const ended = exampleCancellation({ asked: true, actor: 'staff' });
    expect(after(known({ drift: [items], cancellation: emptied })).cancellation).toEqual(ended);
    const before = known({ drift: [items], cancellation: ended });
    expect(after(before, nothingLeft)).toBe(before);
  },
);

test('a person’s Cancel holds where the order ends and then goes on', () => {
  const pressed = exampleCancellation({ because: 'person', actor: 'staff' });
  const ended = after(known({ cancellation: pressed }));
  expect(after(ended, open).cancellation).toEqual(pressed);
});

test('goods that came back are brought after all, unless the service was told to stop', () => {
  const back = after(known({ cancellation: exampleCancellation() }), open);
  expect(back).toMatchObject({ cancellation: null, reason: null });
  expect(
    after(known({ cancellation: exampleCancellation(), service: booked({ slot: null }) }), open).reason?.code,
  ).toBe('slot_not_recognised');
  const told = known({ cancellation: exampleCancellation({ asked: true }) });
  expect(after(told, open).cancellation).toEqual({ ...told.cancellation, because: 'withdrawn' });
  expect(after(known({ cancellation: exampleCancellation({ stage: 'settled' }) }), open).cancellation).toBeNull();
  const doubted = after(known({ cancellation: exampleCancellation({ asked: true, stage: 'settled' }) }), open);
  expect(doubted).toMatchObject({
    ...{ state: 'placed', reason: { code: 'not_cancelled_in_doubt' }, drift: [{ about: 'not_cancelled' }] },
    cancellation: { because: 'withdrawn', stage: 'settled', asked: true },
  });
  expect(after(doubted, open)).toBe(doubted);
  const replaced = known({ cancellation: exampleCancellation({ because: 'replaced' }) });
  expect(after(replaced, open)).toBe(replaced);
  const over = exampleDelivery({
    state: 'cancelled',
    cancellation: exampleCancellation({ stage: 'cancelled', dueAt: null }),
  });
  expect(after(over, open)).toBe(over);
  expect(after(over)).toBe(over);
});

test('goods that came back leave a person’s Cancel to go on, and no task of one that the service refused', () => {
  const pressed = exampleCancellation({ actor: 'staff' });
  expect(after(known({ cancellation: pressed }), open).cancellation).toEqual({ ...pressed, because: 'person' });
  const refused = exampleCancellation({ actor: 'staff', stage: 'settled' });
  const kept = after(known({ cancellation: refused, drift: [notCancelled] }), open);
  expect(kept).toMatchObject({ cancellation: null, reason: null, drift: [] });
});

test('writes what was planned also where nothing of it is to be cancelled', () => {
  const planned = known({ attempts: 2 });
  expect(wantCancelled({ deliveries: [known()], now }, [planned], open, false)).toEqual([planned]);
});

test.each<[string, string | null, Partial<DeliveryRecord>, boolean]>([
  ['that still promises it', 'Same-day delivery 1001: Sat 21 Nov 2026, 12:00–14:00 (D-1)', {}, true],
  ['that calls it cancelled', 'Same-day delivery 1001: cancelled (D-1)', {}, false],
  ['that promises another', 'Same-day delivery 1001-2: Sat 21 Nov 2026, 12:00–14:00 (D-2)', {}, false],
  ['that the merchant emptied', null, {}, false],
  ['that we may not write', 'Same-day delivery 1001: Sat 21 Nov 2026', { note: 'refused' }, false],
  ['whose line is owed already', 'Same-day delivery 1001: Sat 21 Nov 2026', { writtenBackAt: null }, false],
  ['of one that comes', 'Same-day delivery 1001: Sat 21 Nov 2026', { state: 'placed' }, false],
])('what was cancelled is owed a line in a note %s', (_name, note, changes, isOwed) => {
  const delivery = known({ state: 'cancelled', note: 'written', writtenBackAt: now - 1, ...changes });
  const owed = { ...delivery, note: 'pending', writtenBackAt: null, dueAt: now };
  expect(after(delivery, exampleOrder({ note }))).toEqual(isOwed ? owed : delivery);
});

test.each([
  [false, ['not_delivered', 'order_ended']],
  [true, ['order_ended']],
])('what failed and is replaced (%s) by another delivery of an order that is gone', (isReplaced, abouts) => {
  const left = withoutOrder(known({ progress: 'failed' }), { isCancelled: true, isReplaced }, now);
  expect(left.drift.map(({ about }) => about)).toEqual(abouts);
});
