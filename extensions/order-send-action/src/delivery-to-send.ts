import type { OrderPreview } from '#api-contract/order.ts';

export type PreviewedDelivery = OrderPreview['deliveries'][number];

/** The first delivery with a problem, else the first without a driver; null where each has one. */
export function deliveryToSend({ deliveries }: OrderPreview): PreviewedDelivery | null {
  const open = deliveries.filter(({ state }) => state !== 'placed' && state !== 'cancelled');
  return open.find(({ fields }) => fields.some(({ problem }) => problem !== null)) ?? open[0] ?? null;
}
