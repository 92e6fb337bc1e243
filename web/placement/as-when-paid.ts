import type { FulfillmentOrder, ShopOrder } from './shop-order.ts';

const ended = ['CLOSED', 'CANCELLED', 'INCOMPLETE'];

/**
 * An order as it was when it was paid, for a rehearsal: nothing fulfilled, cancelled or given back since. Goods that stand
 * in an ended fulfilment order and in a newer one, since they were moved, count where they went.
 */
export function asWhenPaid(order: ShopOrder): ShopOrder {
  const wasPaid = ['REFUNDED', 'PARTIALLY_REFUNDED'].includes(order.financialStatus ?? '');
  const all = order.fulfillmentOrders;
  const kept = all.map((one, index) => ({
    ...one,
    lines: one.lines.filter(({ lineItemId }) => !(isEnded(one) && holds(all.slice(index + 1), lineItemId))),
  }));
  return {
    ...order,
    cancelledAt: null,
    financialStatus: wasPaid ? 'PAID' : order.financialStatus,
    fulfillmentOrders: kept.map((one) => reopened(one, kept)),
  };
}

function reopened(one: FulfillmentOrder, all: readonly FulfillmentOrder[]): FulfillmentOrder {
  return {
    ...one,
    status: isEnded(one) || one.status === 'IN_PROGRESS' ? 'OPEN' : one.status,
    lines: one.lines.map((line) => {
      // What a refund took out is gone from the fulfilment order; the order's line still says how many it was.
      const isWhole = all.filter((other) => holds([other], line.lineItemId)).length === 1;
      return { ...line, remainingQuantity: isWhole ? line.orderedQuantity : line.totalQuantity };
    }),
  };
}

const isEnded = ({ status }: FulfillmentOrder): boolean => ended.includes(status);

function holds(all: readonly FulfillmentOrder[], wanted: string): boolean {
  return all.some(({ lines }) => lines.some(({ lineItemId }) => lineItemId === wanted));
}
