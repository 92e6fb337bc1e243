import { buildFulfillmentOrder } from '../state/build-fulfillment-orders.ts';
import { buildLine, buildShippingLine } from '../state/build-line.ts';
import type { NewFulfillmentOrder, NewLine, NewShippingLine } from '../state/new-order.ts';
import type { LineRecord, OrderRecord } from '../state/order-records.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopState } from '../state/shop-state.ts';
import { restTime } from '../webhooks/rest-time.ts';
import { takeOut } from './refund.ts';
import { orderChanged } from './touch.ts';

export interface OrderEdit {
  add?: (NewLine & Pick<NewFulfillmentOrder, 'status' | 'fulfillAt' | 'holds'>)[];
  /** More of a line: into its open fulfilment order, else into a new one where the line was. */
  increase?: { line: number; by?: number }[];
  /** Index of the line; quantity left out: all of it. */
  remove?: { line: number; quantity?: number }[];
  /** Takes the place of every shipping line there is. What checkout kept with the goods stays as it is. */
  shippingLine?: Pick<NewShippingLine, 'title' | 'price'>;
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
  const increases = (edit.increase ?? []).map(({ line: index, by = 1 }) => {
    const line = order.lines[index];
    if (!line) {
      throw new StoreRefusal(`${order.name} has no line ${index}`);
    }
    increase(shop, order, line, by);
    return { id: BigInt(line.id), delta: by };
  });
  const additions = (edit.add ?? []).map(({ status, fulfillAt, holds, ...typed }) => {
    const line = buildLine(shop, typed, order.currency);
    order.lines.push(line);
    const fulfillmentOrder = buildFulfillmentOrder(shop, order, {
      ...(typed.location ? { location: typed.location } : {}),
      methodType: line.requiresShipping
        ? (order.fulfillmentOrders[0]?.deliveryMethod?.methodType ?? 'SHIPPING')
        : 'NONE',
      lines: [{ line: order.lines.length - 1 }],
      ...(status ? { status } : {}),
      ...(fulfillAt === undefined ? {} : { fulfillAt }),
      ...(holds ? { holds } : {}),
    });
    order.fulfillmentOrders.push(fulfillmentOrder);
    shop.fulfillmentOrders.set(fulfillmentOrder.id, fulfillmentOrder);
    return { id: BigInt(line.id), delta: line.quantity };
  });
  const shippingLines = edit.shippingLine
    ? replaceShippingLines(shop, order, edit.shippingLine)
    : { additions: [], removals: [] };
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
          line_items: { additions: [...additions, ...increases], removals },
          discounts: { line_item: { additions: [], removals: [] } },
          shipping_lines: shippingLines,
        },
      },
    },
  ]);
  return order;
}

function increase(shop: ShopState, order: OrderRecord, line: LineRecord, by: number): void {
  line.quantity += by;
  line.currentQuantity += by;
  const holding = order.fulfillmentOrders.filter((one) => one.lines.some((entry) => entry.line === line));
  const open = holding.find(({ status }) => status === 'OPEN');
  const entry = open?.lines.find((one) => one.line === line);
  if (entry) {
    entry.totalQuantity += by;
    entry.remainingQuantity += by;
    return;
  }
  const before = holding.at(-1);
  const fulfillmentOrder = buildFulfillmentOrder(shop, order, {
    ...(before ? { location: before.location.id } : {}),
    lines: [{ line: order.lines.indexOf(line), quantity: by }],
  });
  if (before) {
    fulfillmentOrder.deliveryMethod = before.deliveryMethod;
    fulfillmentOrder.destinationPhone = before.destinationPhone;
  }
  order.fulfillmentOrders.push(fulfillmentOrder);
  shop.fulfillmentOrders.set(fulfillmentOrder.id, fulfillmentOrder);
}

/** As the order editing of the API: the old ones stay with the order as removed, the new one is a custom line. */
function replaceShippingLines(shop: ShopState, order: OrderRecord, typed: Pick<NewShippingLine, 'title' | 'price'>) {
  const removed = order.shippingLines.filter(({ isRemoved }) => !isRemoved);
  for (const line of removed) line.isRemoved = true;
  const added = buildShippingLine(shop, { ...typed, code: 'custom', source: null });
  order.shippingLines.push(added);
  return { additions: [{ id: BigInt(added.id) }], removals: removed.map(({ id }) => ({ id: BigInt(id) })) };
}
