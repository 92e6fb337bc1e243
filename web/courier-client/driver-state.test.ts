import { expect, it } from 'vitest';
import type { ServiceState } from '#deliveries/delivery.ts';
import { driverState } from './driver-state.ts';
import { defaultProfile } from './profile.ts';

it.each<[string | null, ServiceState | null]>([
  ['PENDING DROPOFF', 'on_its_way'],
  ['pending_dropoff', 'on_its_way'],
  ['DELIVERED', 'delivered'],
  ['PENDING PICKUP', 'booked'],
  ['COMPLETED', 'delivered'],
  ['FAILED', 'failed'],
  ['RETURNED', 'returned'],
  ['Canceled', 'cancelled'],
  ['OUT FOR COFFEE', null],
  ['NOT DELIVERED', null],
  ['', null],
  [null, null],
])('%j says %s', (word, state) => {
  expect(driverState(word, defaultProfile)).toBe(state);
});

it("knows the profile's own words only", () => {
  expect(driverState('COLLECTED', { states: { collected: 'on_its_way' } })).toBe('on_its_way');
  expect(driverState('DELIVERED', { states: { collected: 'on_its_way' } })).toBeNull();
});
