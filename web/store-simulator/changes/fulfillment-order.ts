import { buildFulfillmentOrder, buildHold } from '../state/build-fulfillment-orders.ts';
import { findLocation } from '../state/find-location.ts';
import type { FulfillmentOrderRecord } from '../state/fulfillment-records.ts';
import { gid } from '../state/gid.ts';
import { instant } from '../state/instants.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopEvent, ShopState } from '../state/shop-state.ts';
import { orderChanged } from './touch.ts';

/** What a person or Shopify does to a fulfilment order. */
export type FulfillmentOrderChange =
  | { action: 'hold'; reason?: string; reasonNotes?: string }
  | { action: 'releaseHold' }
  /** A SCHEDULED one opens. */
  | { action: 'open' }
  | { action: 'reschedule'; fulfillAt: number | string }
  /** The merchant marks it in progress. */
  | { action: 'reportProgress' }
  /** "Prepare for delivery" in the admin: Shopify tells of it, and shows it nowhere in the API. */
  | { action: 'prepareForLocalDelivery' }
  | { action: 'move'; location: string }
  | { action: 'cancel' };

const shown = (fulfillmentOrder: FulfillmentOrderRecord) => ({
  id: gid('FulfillmentOrder', fulfillmentOrder.id),
  status: fulfillmentOrder.status.toLowerCase(),
});

/** Carries out one change and fires its `fulfillment_orders/*` topic and `orders/updated`. */
export function changeFulfillmentOrder(
  shop: ShopState,
  fulfillmentOrder: FulfillmentOrderRecord,
  change: FulfillmentOrderChange,
): FulfillmentOrderRecord {
  fulfillmentOrder.updatedAt = shop.now();
  const event = applyChange(shop, fulfillmentOrder, change);
  orderChanged(shop, fulfillmentOrder.order, [event]);
  return fulfillmentOrder;
}

function applyChange(
  shop: ShopState,
  fulfillmentOrder: FulfillmentOrderRecord,
  change: FulfillmentOrderChange,
): ShopEvent {
  const named = (topic: string): ShopEvent => ({
    topic: `fulfillment_orders/${topic}`,
    body: { fulfillment_order: shown(fulfillmentOrder) },
  });
  const expect = (...statuses: string[]) => {
    if (!statuses.includes(fulfillmentOrder.status)) {
      throw new StoreRefusal(`the fulfilment order is ${fulfillmentOrder.status}; ${change.action} needs ${statuses}`);
    }
  };
  switch (change.action) {
    case 'hold': {
      expect('OPEN', 'SCHEDULED', 'ON_HOLD');
      const hold = buildHold(shop, { reason: change.reason ?? 'OTHER', reasonNotes: change.reasonNotes ?? null });
      fulfillmentOrder.status = 'ON_HOLD';
      fulfillmentOrder.holds.push(hold);
      const created = { id: gid('FulfillmentHold', hold.id), reason: hold.reason.toLowerCase() };
      const event = named('placed_on_hold');
      return { ...event, body: { ...event.body, created_fulfillment_hold: created } };
    }
    case 'releaseHold':
      expect('ON_HOLD');
      fulfillmentOrder.holds = [];
      fulfillmentOrder.status = 'OPEN';
      return named('hold_released');
    case 'open':
      expect('SCHEDULED');
      fulfillmentOrder.status = 'OPEN';
      return named('scheduled_fulfillment_order_ready');
    case 'reschedule':
      expect('SCHEDULED');
      fulfillmentOrder.fulfillAt = instant(change.fulfillAt);
      return named('rescheduled');
    case 'reportProgress':
      expect('OPEN');
      fulfillmentOrder.status = 'IN_PROGRESS';
      return named('progress_reported');
    case 'prepareForLocalDelivery':
      expect('OPEN', 'IN_PROGRESS');
      return named('line_items_prepared_for_local_delivery');
    case 'move':
      expect('OPEN', 'SCHEDULED', 'ON_HOLD');
      return move(shop, fulfillmentOrder, change.location);
    case 'cancel':
      expect('OPEN', 'SCHEDULED', 'ON_HOLD', 'IN_PROGRESS');
      fulfillmentOrder.status = 'CANCELLED';
      for (const line of fulfillmentOrder.lines) {
        line.remainingQuantity = 0;
      }
      return named('cancelled');
  }
}

/** What remains goes into a new fulfilment order at the other location; the old one closes. */
function move(shop: ShopState, original: FulfillmentOrderRecord, location: string): ShopEvent {
  const { order } = original;
  const moved = buildFulfillmentOrder(shop, order, {
    location: findLocation(shop, location).id,
    status: original.status,
    fulfillAt: original.fulfillAt,
    lines: original.lines
      .filter((entry) => entry.remainingQuantity > 0)
      .map((entry) => ({ line: order.lines.indexOf(entry.line), quantity: entry.remainingQuantity })),
  });
  moved.deliveryMethod = original.deliveryMethod;
  moved.destinationPhone = original.destinationPhone;
  moved.holds = original.holds;
  original.holds = [];
  original.status = 'CLOSED';
  for (const line of original.lines) {
    line.remainingQuantity = 0;
  }
  order.fulfillmentOrders.push(moved);
  shop.fulfillmentOrders.set(moved.id, moved);
  const at = (fulfillmentOrder: FulfillmentOrderRecord) => gid('Location', fulfillmentOrder.location.id);
  return {
    topic: 'fulfillment_orders/moved',
    body: {
      original_fulfillment_order: { ...shown(original), assigned_location_id: at(original) },
      moved_fulfillment_order: { ...shown(moved), assigned_location_id: at(moved) },
      destination_location_id: at(moved),
      source_location: { id: at(original) },
      fulfillment_order_line_items_requested: [],
    },
  };
}
