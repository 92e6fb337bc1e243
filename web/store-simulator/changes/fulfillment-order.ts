import { buildHold } from '../state/build-fulfillment-orders.ts';
import { findLocation } from '../state/find-location.ts';
import type { FulfillmentOrderRecord } from '../state/fulfillment-records.ts';
import { gid } from '../state/gid.ts';
import { instant } from '../state/instants.ts';
import { StoreRefusal } from '../state/refusal.ts';
import type { ShopEvent, ShopState } from '../state/shop-state.ts';
import { type ChosenLine, partOff } from './part-off.ts';

/** What a person or Shopify does to a fulfilment order. `lines` left out: all of it. */
export type FulfillmentOrderChange =
  | { action: 'hold'; reason?: string; reasonNotes?: string; lines?: ChosenLine[] }
  | { action: 'releaseHold' }
  /** A SCHEDULED one opens. */
  | { action: 'open' }
  | { action: 'reschedule'; fulfillAt: number | string }
  /** The merchant marks it in progress. */
  | { action: 'reportProgress' }
  /** "Prepare for delivery" in the admin: Shopify tells of it, and shows it nowhere in the API. */
  | { action: 'prepareForLocalDelivery' }
  | { action: 'move'; location: string; lines?: ChosenLine[] }
  | { action: 'split'; lines: ChosenLine[] }
  /** What was split comes together again: all of its order's at its location in its status. */
  | { action: 'merge' }
  | { action: 'cancel' };

const shown = (fulfillmentOrder: FulfillmentOrderRecord) => ({
  id: gid('FulfillmentOrder', fulfillmentOrder.id),
  status: fulfillmentOrder.status.toLowerCase(),
});

/** Carries out one change and fires its `fulfillment_orders/*` topic alone: the order itself did not change. */
export function changeFulfillmentOrder(
  shop: ShopState,
  fulfillmentOrder: FulfillmentOrderRecord,
  change: FulfillmentOrderChange,
): FulfillmentOrderRecord {
  fulfillmentOrder.updatedAt = shop.now();
  shop.publish([applyChange(shop, fulfillmentOrder, change)]);
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
    case 'hold':
      expect('OPEN', 'SCHEDULED', 'ON_HOLD');
      return hold(shop, fulfillmentOrder, change);
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
      return move(shop, fulfillmentOrder, change);
    case 'split':
      expect('OPEN', 'IN_PROGRESS', 'ON_HOLD');
      return split(shop, fulfillmentOrder, change.lines);
    case 'merge':
      expect('OPEN', 'IN_PROGRESS');
      return merge(fulfillmentOrder);
    case 'cancel':
      expect('OPEN', 'SCHEDULED', 'ON_HOLD', 'IN_PROGRESS');
      fulfillmentOrder.status = 'CANCELLED';
      for (const line of fulfillmentOrder.lines) {
        line.remainingQuantity = 0;
      }
      return named('cancelled');
  }
}

/** A hold on a part keeps the id; the rest goes into a new fulfilment order that stays open. */
function hold(
  shop: ShopState,
  fulfillmentOrder: FulfillmentOrderRecord,
  change: Extract<FulfillmentOrderChange, { action: 'hold' }>,
): ShopEvent {
  const rest = change.lines ? partOff(shop, fulfillmentOrder, allBut(fulfillmentOrder, change.lines)) : null;
  const placed = buildHold(shop, { reason: change.reason ?? 'OTHER', reasonNotes: change.reasonNotes ?? null });
  fulfillmentOrder.status = 'ON_HOLD';
  fulfillmentOrder.holds = [...fulfillmentOrder.holds, placed];
  return {
    topic: 'fulfillment_orders/placed_on_hold',
    body: {
      fulfillment_order: shown(fulfillmentOrder),
      remaining_fulfillment_order: rest && shown(rest),
      created_fulfillment_hold: { id: gid('FulfillmentHold', placed.id), reason: placed.reason.toLowerCase() },
    },
  };
}

function allBut({ lines }: FulfillmentOrderRecord, chosen: readonly ChosenLine[]): ChosenLine[] {
  return lines.flatMap(({ remainingQuantity }, line) => {
    const named = chosen.find((one) => one.line === line);
    const quantity = remainingQuantity - (named ? (named.quantity ?? remainingQuantity) : 0);
    return quantity > 0 ? [{ line, quantity }] : [];
  });
}

/** The chosen goods get a fulfilment order of their own at the same location. */
function split(shop: ShopState, original: FulfillmentOrderRecord, lines: readonly ChosenLine[]): ShopEvent {
  const apart = partOff(shop, original, lines);
  return {
    topic: 'fulfillment_orders/split',
    body: {
      fulfillment_order: shown(original),
      remaining_fulfillment_order: shown(apart),
      split_line_items: apart.lines.map((line) => ({
        id: gid('FulfillmentOrderLineItem', line.id),
        quantity: line.totalQuantity,
      })),
    },
  };
}

/** The goods of the others go into this one, a line of the order stands in it once, and the others are closed. */
function merge(into: FulfillmentOrderRecord): ShopEvent {
  const { order, location, status } = into;
  const others = order.fulfillmentOrders.filter(
    (one) => one !== into && one.location === location && one.status === status,
  );
  for (const entry of others.flatMap(({ lines }) => lines)) {
    const same = into.lines.find(({ line }) => line === entry.line);
    if (same) {
      same.totalQuantity += entry.remainingQuantity;
      same.remainingQuantity += entry.remainingQuantity;
    } else {
      into.lines.push({ ...entry, totalQuantity: entry.remainingQuantity });
    }
    entry.totalQuantity -= entry.remainingQuantity;
    entry.remainingQuantity = 0;
  }
  for (const other of others) {
    other.status = 'CLOSED';
    other.lines = other.lines.filter(({ totalQuantity }) => totalQuantity > 0);
  }
  return {
    topic: 'fulfillment_orders/merged',
    body: { fulfillment_order: shown(into), merge_intents: others.map((one) => ({ fulfillment_order: shown(one) })) },
  };
}

/**
 * All of an untouched fulfilment order moves as it is: the same id at another location. What is fulfilled stays where it
 * was, so that a part, or the rest beside fulfilled goods, moves into a new one.
 */
function move(
  shop: ShopState,
  original: FulfillmentOrderRecord,
  { location, lines }: Extract<FulfillmentOrderChange, { action: 'move' }>,
): ShopEvent {
  const source = original.location;
  const destination = findLocation(shop, location);
  const untouched = original.lines.every(({ remainingQuantity, totalQuantity }) => remainingQuantity === totalQuantity);
  const moved = untouched && lines === undefined ? original : partOff(shop, original, lines ?? allBut(original, []));
  moved.location = destination;
  const at = (fulfillmentOrder: FulfillmentOrderRecord) => gid('Location', fulfillmentOrder.location.id);
  return {
    topic: 'fulfillment_orders/moved',
    body: {
      original_fulfillment_order: { ...shown(original), assigned_location_id: at(original) },
      moved_fulfillment_order: { ...shown(moved), assigned_location_id: at(moved) },
      destination_location_id: at(moved),
      source_location: { id: gid('Location', source.id) },
      fulfillment_order_line_items_requested: [],
    },
  };
}
