import type { OrderSummary, ShopifyPoints, UpdatedOrdersQuery } from '#deliveries/ports/shopify.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import type { ThrottleBucket } from './throttle-bucket.ts';

const pageSize = 4;
const paid = ['PAID', 'PARTIALLY_REFUNDED'];

/** One page of Shopify's list of changed orders, oldest first. A cursor names a position: what changes meanwhile moves on. */
export function updatedOrders(
  orders: readonly ShopOrder[],
  query: UpdatedOrdersQuery,
  bucket: ThrottleBucket,
): { orders: OrderSummary[]; nextCursor: string | null; points: ShopifyPoints } {
  const points = bucket.take(pageSize + 2);
  const { updatedSince, updatedUntil, newPayments, cursor } = query;
  const positionOf = ({ updatedAt, id }: ShopOrder) => `${updatedAt} ${id}`;
  const found = orders
    .filter(({ updatedAt }) => updatedAt >= updatedSince && (updatedUntil === undefined || updatedAt <= updatedUntil))
    .filter(({ processedAt, financialStatus }) => {
      return !newPayments || (processedAt >= updatedSince && paid.includes(financialStatus ?? ''));
    })
    .toSorted((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1))
    .filter((order) => cursor === null || positionOf(order) > cursor);
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  return {
    orders: page.map(summaryOf),
    nextCursor: last && found.length > pageSize ? positionOf(last) : null,
    points,
  };
}

function summaryOf(order: ShopOrder): OrderSummary {
  const { id, number, name, updatedAt, processedAt, financialStatus, cancelledAt } = order;
  return { id, number, name, updatedAt, processedAt, financialStatus, cancelledAt };
}
