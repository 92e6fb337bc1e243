import type { SeededRandom } from './seeded-random.ts';

/** What can become of a placing call: whether the service stored it, and what the caller learns. */
export const placeFaults = [
  'none',
  'unsent',
  'reset_before',
  'reset_after',
  'time_out_landing_late',
  'server_error_before',
  'server_error_after',
  'unreadable_after',
  'rate_limited',
  'unavailable_after',
  'refused',
  'key_refused',
  'address_refused',
  'redirected',
  'redirected_after',
  'no_slot',
] as const;
export type PlaceFault = (typeof placeFaults)[number];
export type LookupFault = 'none' | 'failed' | 'key_refused';

export interface ServiceFaults {
  place: (random: SeededRandom, now: number) => PlaceFault;
  lookup: (random: SeededRandom, now: number) => LookupFault;
}
