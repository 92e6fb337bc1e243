import { expect, test } from 'vitest';
import { aggregateOf, booked, exampleDelivery, exampleRecord, now } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord } from './delivery.ts';
import { changesIn, type DeliveryChange } from './delivery-changes.ts';

const drift = [{ about: 'request' as const, field: 'dropoff_address', placed: 'a', now: 'b' }];
const without = [{ about: 'goods_without_driver' as const, field: 'goods: Kettle', placed: '0', now: '1' }];
const wanted = { because: 'order_ended', stage: 'wanted' } as DeliveryRecord['cancellation'];
const placed = (changes: Partial<DeliveryRecord> = {}) =>
  exampleDelivery({ state: 'placed', placedAt: now, service: booked(), ...changes });
const asks = exampleDelivery({ state: 'needs_attention' });

test.each<[string, DeliveryRecord | null, DeliveryRecord, DeliveryChange[]]>([
  ['a first look', null, exampleDelivery(), []],
  ['a booking', exampleDelivery({ state: 'placing' }), placed(), ['placed']],
  ['the same booking written again', placed(), placed({ note: 'written' }), []],
  ['a question to a person', exampleDelivery(), asks, ['needs_attention']],
  ['the same question again', asks, asks, []],
  ['a driver who sets out', placed(), placed({ progress: 'on_its_way' }), ['on_its_way']],
  ['a hand-over', placed({ progress: 'on_its_way' }), placed({ progress: 'delivered' }), ['delivered']],
  ['a driver who found nobody, and the task in that', placed(), placed({ progress: 'failed', drift }), ['failed']],
  ['goods that came back without a word before', placed(), placed({ progress: 'returned', drift }), ['failed']],
  ['goods that came back after that word', placed({ progress: 'failed' }), placed({ progress: 'returned' }), []],
  ['a change after booking', placed(), placed({ drift }), ['needs_attention']],
  ['a change that the app deals with itself', placed(), placed({ drift, cancellation: wanted }), []],
  ['a change of what was not sent', exampleDelivery(), exampleDelivery({ drift }), []],
  [
    'goods without a driver beside what was not sent',
    exampleDelivery(),
    exampleDelivery({ drift: without }),
    ['needs_attention'],
  ],
  ['a booking by an answer that shows a change', asks, placed({ drift }), ['placed']],
])('tells of %s', (_name, before, after, changes) => {
  const found = changesIn(aggregateOf(before ? [before] : []), { deliveries: [after] });
  expect(found.map(({ change }) => change)).toEqual(changes);
  const slotStart = after.service?.slot?.start ?? null;
  for (const one of found) expect(one).toMatchObject({ orderReference: '1001', slotStart });
});

test('tells of an order without a delivery once it needs a person, and leaves one with a delivery to that', () => {
  const order = exampleRecord({ state: 'needs_attention' });
  const told = [{ orderReference: null, change: 'needs_attention', slotStart: null }];
  expect(changesIn(aggregateOf([]), { order })).toEqual(told);
  expect(changesIn(aggregateOf([], null), { order })).toEqual(told);
  expect(changesIn(aggregateOf([], { state: 'needs_attention' }), { order })).toEqual([]);
  expect(changesIn(aggregateOf([]), { order: exampleRecord() })).toEqual([]);
  expect(changesIn(aggregateOf([placed()]), { order })).toEqual([]);
});
