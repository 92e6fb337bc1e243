import { gid } from '../state/gid.ts';
import { wholeSecond } from '../state/instants.ts';
import { amountOf, cents, orderFigures } from '../state/order-figures.ts';
import type { LineRecord, OrderRecord, RefundRecord, TransactionRecord } from '../state/order-records.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';
import { lineBody } from '../webhooks/order-body.ts';
import { restTime } from '../webhooks/rest-time.ts';
import { orderChanged } from './touch.ts';

export interface RefundRequest {
  /** Major units; default: all that was received. */
  amount?: string;
  /** Units taken out of the order: index of the line. */
  lines?: { line: number; quantity?: number }[];
  note?: string;
}

/** Gives money back; fires `refunds/create`. A refund without lines leaves the goods in the order. */
export function refundOrder(shop: ShopState, order: OrderRecord, request: RefundRequest = {}): OrderRecord {
  const refund = recordRefund(shop, order, request);
  orderChanged(shop, order, [{ topic: 'refunds/create', body: refundBody(shop, order, refund) }]);
  return order;
}

/** Writes the refund into the order without telling anyone. */
export function recordRefund(shop: ShopState, order: OrderRecord, request: RefundRequest): RefundRecord {
  const { received, refunded } = orderFigures(order);
  const amount = request.amount === undefined ? received - refunded : cents(request.amount);
  if (amount < 0 || amount > received - refunded) {
    throw new StoreRefusal(`${order.name} has ${amountOf(received - refunded)} ${order.currency} to give back`);
  }
  const at = wholeSecond(shop.now());
  const transaction: TransactionRecord | null =
    amount === 0
      ? null
      : {
          kind: 'OrderTransaction',
          id: shop.nextId(),
          transactionKind: 'REFUND',
          status: 'SUCCESS',
          amount: amountOf(amount),
          currency: order.currency,
          gateway: 'manual',
          createdAt: at,
          processedAt: at,
        };
  const lines = (request.lines ?? []).map(({ line: index, quantity }) => {
    const line = order.lines[index];
    if (!line) {
      throw new StoreRefusal(`${order.name} has no line ${index}`);
    }
    const units = quantity ?? line.currentQuantity;
    takeOut(order, line, units);
    return { id: shop.nextId(), line, quantity: units };
  });
  if (transaction) {
    order.transactions.push(transaction);
  }
  const refund: RefundRecord = { id: shop.nextId(), createdAt: at, note: request.note ?? null, lines, transaction };
  order.refunds.push(refund);
  return refund;
}

/** Units leave the order and its open fulfilment orders. */
export function takeOut(order: OrderRecord, line: LineRecord, units: number): void {
  if (units < 0 || units > line.currentQuantity) {
    throw new StoreRefusal(`${line.title} has ${line.currentQuantity} units in ${order.name}`);
  }
  line.currentQuantity -= units;
  let left = units;
  for (const fulfillmentOrder of order.fulfillmentOrders) {
    for (const held of fulfillmentOrder.lines.filter((entry) => entry.line === line)) {
      const taken = Math.min(left, held.remainingQuantity);
      held.remainingQuantity -= taken;
      held.totalQuantity -= taken;
      left -= taken;
    }
    if (fulfillmentOrder.lines.every((entry) => entry.remainingQuantity === 0)) {
      if (fulfillmentOrder.status !== 'CANCELLED') {
        fulfillmentOrder.status = 'CLOSED';
      }
    }
  }
}

/** A line inside a refund is told without what the order has of it now. */
function refundedLineBody(line: LineRecord, order: OrderRecord): Record<string, unknown> {
  const { attributed_staffs: _staffs, current_quantity: _quantity, ...body } = lineBody(line, order);
  return body;
}

function refundBody(shop: ShopState, order: OrderRecord, refund: RefundRecord): Record<string, unknown> {
  const at = restTime(refund.createdAt, shop.ianaTimezone);
  return {
    id: BigInt(refund.id),
    admin_graphql_api_id: gid('Refund', refund.id),
    order_id: BigInt(order.id),
    created_at: at,
    processed_at: at,
    note: refund.note,
    user_id: null,
    restock: false,
    duties: [],
    order_adjustments: [],
    refund_line_items: refund.lines.map(({ id, line, quantity }) => ({
      id: BigInt(id),
      quantity,
      line_item_id: BigInt(line.id),
      location_id: null,
      restock_type: 'no_restock',
      subtotal: Number(line.unitPrice) * quantity,
      total_tax: 0,
      line_item: refundedLineBody(line, order),
    })),
    transactions: refund.transaction
      ? [
          {
            id: BigInt(refund.transaction.id),
            admin_graphql_api_id: gid('OrderTransaction', refund.transaction.id),
            order_id: BigInt(order.id),
            kind: 'refund',
            gateway: refund.transaction.gateway,
            status: 'success',
            amount: refund.transaction.amount,
            currency: order.currency,
            created_at: at,
            processed_at: at,
            test: order.test,
          },
        ]
      : [],
  };
}
