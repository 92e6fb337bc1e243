import { expect, test } from 'vitest';
import { type DriftItem, noLongerShown } from '#api-contract/drift.ts';
import { exampleDelivery } from '#testing/deliveries/example-delivery.ts';
import { changedWhat } from './changed-what.ts';
import type { DeliveryRecord } from './delivery.ts';

const held: DriftItem = { about: 'on_hold', field: 'hold', placed: 'to be delivered', now: 'Fraud' };
const later: DriftItem = { about: 'later_day', field: 'delivery_day', placed: '2026-11-23', now: '2026-11-21' };
const shut: DriftItem = { about: 'location_closed', field: 'slot', placed: 'Sat 21 Nov 2026, 14:00', now: 'closed' };
const risk: DriftItem = { about: 'fraud_risk', field: 'fraud_risk', placed: 'none', now: 'high' };
const method: DriftItem = { about: 'request', field: 'delivery_method', placed: 'Same Day', now: 'Post' };
const ended: DriftItem = { about: 'order_ended', field: 'order', placed: 'to be delivered', now: 'cancelled' };
const off: DriftItem = { about: 'not_delivered', field: 'delivery', placed: 'to be delivered', now: 'cancelled' };
const unheard: DriftItem = { ...off, field: 'items', now: 'not heard of' };

test.each<[string, Partial<DeliveryRecord>, DriftItem[], string]>([
  ['a driver comes for them', { state: 'placed' }, [held], 'on_hold'],
  ['the driver has them', { state: 'placed', progress: 'on_its_way' }, [held], 'on_hold'],
  ['the service called the driver off', { state: 'cancelled' }, [off, held], 'called_off'],
  ['they came back', { state: 'placed', progress: 'returned' }, [off, held], 'returned'],
  ['nothing is heard of them', { state: 'placed', progress: 'on_its_way' }, [unheard, method], 'unheard'],
  ['nobody knows whether a driver is booked', { state: 'confirming' }, [held], 'other'],
  ['closed in the slot', { state: 'placed' }, [later, shut], 'location_closed'],
  [
    'closed in the slot, and other remarks',
    { state: 'placed' },
    [shut, { ...method, field: 'dropoff_remarks' }],
    'address',
  ],
  [
    'closed in the slot, and another day named',
    { state: 'placed' },
    [shut, { ...method, field: 'delivery_day' }],
    'other',
  ],
  ['later than promised', { state: 'placed' }, [later], 'later_day'],
  ['later than promised, and another method', { state: 'placed' }, [later, method], 'method'],
  ['later than promised, and another day', { state: 'placed' }, [later, { ...method, field: 'delivery_day' }], 'other'],
  ['later than promised, and ended since', { state: 'placed' }, [later, ended], 'ended'],
  ['later than promised, and no longer shown', { state: 'placed' }, [later, { ...ended, now: noLongerShown }], 'gone'],
  ['Shopify warns of fraud', { state: 'placed' }, [risk, method], 'fraud_risk'],
  ['the driver was called off', { state: 'cancelled' }, [risk], 'other'],
  ['another method', { state: 'placed' }, [method], 'method'],
  ['another method and address', { state: 'placed' }, [method, { ...method, field: 'dropoff_address' }], 'address'],
])('what became doubtful after the booking: %s', (_name, changes, open, what) => {
  expect(changedWhat({ delivery: exampleDelivery(changes), open, secondDriver: false })).toBe(what);
});

test.each<[DriftItem[], 'booked' | 'brought', string]>([
  [[], 'booked', 'second_driver'],
  [[method], 'brought', 'brought'],
  [[ended], 'booked', 'ended'],
])('a second driver stands before all but the end of the order: %o, %s', (open, secondDriver, what) => {
  expect(changedWhat({ delivery: exampleDelivery({ state: 'placed' }), open, secondDriver })).toBe(what);
});
