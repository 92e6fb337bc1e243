/** Path of an order's calls; the id may be digits or a gid. */
export function orderPath(orderId: string, call = ''): string {
  return `/api/orders/${encodeURIComponent(orderId)}${call}`;
}
