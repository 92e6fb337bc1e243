import { expect, it } from 'vitest';
import { driverState } from './driver-state.ts';
import { defaultProfile } from './profile.ts';

it.each<[string | null, 'on_its_way' | 'delivered' | null]>([
  ['PENDING DROPOFF', 'on_its_way'],
  ['pending_dropoff', 'on_its_way'],
  ['DELIVERED', 'delivered'],
  ['PENDING PICKUP', null],
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
