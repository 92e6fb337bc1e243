import type { Corrections } from './order.ts';

/** Fields of a request that a person may correct, those of the drop-off first. Without zod: extensions are small. */
export const correctableFields = [
  'dropoff_contact_phone',
  'dropoff_address',
  'dropoff_contact_name',
  'dropoff_coordinates',
  'dropoff_remarks',
  'pickup_contact_phone',
  'pickup_address',
  'pickup_contact_name',
  'pickup_coordinates',
  'pickup_remarks',
] as const satisfies (keyof Corrections)[];
export type CorrectableField = (typeof correctableFields)[number];
