import { buildFulfillmentOrder } from '../state/build-fulfillment-orders.ts';
import { buildLine } from '../state/build-line.ts';
import type { NewLine } from '../state/new-order.ts';
import type { OrderRecord } from '../state/order-records.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';
import { restTime } from '../webhooks/rest-time.ts';
import { takeOut } from './refund.ts';
import { orderChanged } from './touch.ts';

export interface OrderEdit {
  add?: NewLine[];
  /** Index of the line; quantity left out: all of it. */
  remove?: { line: number; quantity?: number }[];
}

/** Edits the items of an order: what is added is unpaid and gets fulfilment orders; fires `orders/edited`. */
export function editOrder(shop: ShopState, order: OrderRecord, edit: OrderEdit): OrderRecord {
  const removals = (edit.remove ?? []).map(({ line: index, quantity }) => {
    const line = order.lines[index];
    if (!line) {
      throw new StoreRefusal(`${order.name} has no line ${index}`);
    }
    const units = quantity ?? line.currentQuantity;
    takeOut(order, line, units);
    return { id: BigInt(line.id), delta: units };
  });
  const additions = (edit.add ?? []).map((typed) => {
    const line = buildLine(shop, typed, order.currency);
    order.lines.push(line);
    const fulfillmentOrder = buildFulfillmentOrder(shop, order, {
      ...(typed.location ? { location: typed.location } : {}),
      methodType: line.requiresShipping
        ? (order.fulfillmentOrders[0]?.deliveryMethod?.methodType ?? 'SHIPPING')
        : 'NONE',
      lines: [{ line: order.lines.length - 1 }],
    });
    order.fulfillmentOrders.push(fulfillmentOrder);
    shop.fulfillmentOrders.set(fulfillmentOrder.id, fulfillmentOrder);
    return { id: BigInt(line.id), delta: line.quantity };
  });
  order.edited = true;
  const at = restTime(shop.now(), shop.ianaTimezone);
  orderChanged(shop, order, [
    {
      topic: 'orders/edited',
      body: {
        order_edit: {
          id: BigInt(shop.nextId()),
          app_id: null,
          created_at: at,
          committed_at: at,
          notify_customer: false,
          order_id: BigInt(order.id),
          staff_note: '',
          user_id: null,
          line_items: { additions, removals },
          discounts: { line_item: { additions: [], removals: [] } },
          shipping_lines: { additions: [], removals: [] },
        },
      },
    },
  ]);
  return order;
}
