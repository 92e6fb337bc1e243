import type { Corrections, OrderPreview } from '#api-contract/order.ts';

export type PreviewedDelivery = OrderPreview['deliveries'][number];
export type Correctable = keyof Corrections;

/** Fields that a person may correct, the buyer's first. */
export const correctable = [
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
] as const satisfies Correctable[];

/** The first delivery with a problem, else the first without a driver; null where each has one. */
export function deliveryToSend({ deliveries }: OrderPreview): PreviewedDelivery | null {
  const open = deliveries.filter(({ state }) => state !== 'placed' && state !== 'cancelled');
  return open.find(({ fields }) => fields.some(({ problem }) => problem !== null)) ?? open[0] ?? null;
}
