import { orderView } from '#api-contract/order.ts';

/** Path of an order's calls; the id may be digits or a gid. */
export function orderPath(orderId: string, call = ''): string {
  return `/api/orders/${encodeURIComponent(orderId)}${call}`;
}

/** Keys of the cache, the same for digits and a gid; the preview hangs below its order. */
export const orderKey = (orderId: string) => ['order', orderId.replace(/^gid:\/+shopify\/Order\//, '')];
export const previewKey = (orderId: string) => [...orderKey(orderId), 'preview'];

export const orderCall = (orderId: string) => ({
  queryKey: orderKey(orderId),
  path: orderPath(orderId),
  answer: orderView,
});
