import { expect, test } from 'vitest';
import { exampleAddress, exampleFulfillmentOrder } from '#placement/testing/example-order.ts';
import { nothing, read } from '#testing/deliveries/read-order.ts';
import type { OrderAggregate } from '../order.ts';

const fulfillmentOrders = [exampleFulfillmentOrder({ methodType: 'LOCAL', contactPhone: '0725550119' })];
const orderWith = (phone: string, second: number) => ({
  fulfillmentOrders,
  shippingAddress: exampleAddress({ phone }),
  updatedAt: `2026-11-21T09:00:0${second}Z`,
});
const phones = ({ deliveries }: OrderAggregate) => deliveries.map(({ request }) => request.dropoff_contact_phone);
const atCheckout = orderWith('0821234567', 0);
const corrected = orderWith('082 555 0777', 1);
const sent = (aggregate: OrderAggregate): OrderAggregate => ({
  ...aggregate,
  deliveries: aggregate.deliveries.map((one) => ({ ...one, state: 'placed' as const, placedAt: aggregate.now })),
});

test('a phone number that staff correct before the booking wins over the one of checkout, until it is changed back', () => {
  const waiting = read(nothing, atCheckout, false, undefined, { paused: true });
  expect(phones(read(waiting, orderWith('0821234567', 1), false))).toEqual(['0725550119']);
  const since = read(waiting, corrected, false);
  expect(phones(since)).toEqual(['0825550777']);
  expect(phones(read(since, orderWith('0821234567', 2), false))).toEqual(['0725550119']);
});

test('one that staff correct after the booking is told, and asks for nothing once it is changed back', () => {
  const booked = sent(read(nothing, atCheckout, false));
  expect(phones(booked)).toEqual(['0725550119']);
  const since = read(booked, corrected, false);
  const difference = { field: 'dropoff_contact_phone', placed: '0725550119', now: '0825550777' };
  expect(since.deliveries[0]?.drift).toMatchObject([difference]);
  expect(read(since, orderWith('0821234567', 2), false).deliveries[0]?.drift).toEqual([]);
});

test('one that staff correct beside the correction of a person is told', () => {
  const typed = { dropoff_contact_phone: '0710000000' };
  const booked = sent(read(nothing, atCheckout, false, { prefix: '', corrections: typed }));
  expect(phones(booked)).toEqual(['0710000000']);
  const { deliveries } = read(booked, corrected, false);
  expect(deliveries[0]?.drift).toMatchObject([{ field: 'dropoff_contact_phone', now: '0825550777' }]);
});

test('an order that a version before read tells of nothing', () => {
  const booked = sent(read(nothing, atCheckout, false));
  const before = { ...booked, order: booked.order && { ...booked.order, firstPhones: null } };
  const { deliveries } = read(before, corrected, false);
  expect(deliveries).toMatchObject([{ state: 'placed', drift: [] }]);
});
