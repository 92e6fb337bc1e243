import { findLocation } from './find-location.ts';
import type { DeliveryMethodRecord, FulfillmentOrderRecord, HoldRecord } from './fulfillment-records.ts';
import { instant } from './instants.ts';
import type { NewFulfillmentOrder, NewOrder } from './new-order.ts';
import { liveShippingLines } from './order-figures.ts';
import type { OrderRecord } from './order-records.ts';
import type { LocationRecord } from './records.ts';
import { StoreRefusal } from './refusal.ts';
import type { ShopState } from './shop-state.ts';

/**
 * Routes an order: as spelt out, else one fulfilment order per location, those lines apart that do not ship
 * (`NONE`), as Shopify splits them.
 */
export function buildFulfillmentOrders(shop: ShopState, order: OrderRecord, typed: NewOrder): FulfillmentOrderRecord[] {
  if (typed.fulfillmentOrders) {
    return typed.fulfillmentOrders.map((spelt) => buildFulfillmentOrder(shop, order, spelt));
  }
  const shippingMethod = typed.methodType === undefined ? 'SHIPPING' : typed.methodType;
  const groups = new Map<string, NewFulfillmentOrder>();
  for (const [index, line] of order.lines.entries()) {
    const location = locationOf(shop, typed.lines?.[index]?.location);
    const key = `${location.id} ${line.requiresShipping}`;
    const group = groups.get(key) ?? {
      location: location.id,
      status: typed.status ?? 'OPEN',
      methodType: line.requiresShipping ? shippingMethod : 'NONE',
      ...(line.requiresShipping && typed.deliveryMethod ? { deliveryMethod: typed.deliveryMethod } : {}),
      fulfillAt: typed.fulfillAt ?? null,
      holds: typed.holds ?? [],
      lines: [],
    };
    group.lines.push({ line: index });
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => buildFulfillmentOrder(shop, order, group));
}

/** One fulfilment order over lines of the order. */
export function buildFulfillmentOrder(
  shop: ShopState,
  order: OrderRecord,
  spelt: NewFulfillmentOrder,
): FulfillmentOrderRecord {
  const lines = spelt.lines.map(({ line: index, quantity }) => {
    const line = order.lines[index];
    if (!line) {
      throw new StoreRefusal(`the order has no line ${index}`);
    }
    const units = quantity ?? line.quantity;
    return {
      kind: 'FulfillmentOrderLineItem' as const,
      id: shop.nextId(),
      line,
      totalQuantity: units,
      remainingQuantity: units,
    };
  });
  return {
    kind: 'FulfillmentOrder',
    id: shop.nextId(),
    order,
    status: spelt.status ?? 'OPEN',
    requestStatus: 'UNSUBMITTED',
    location: locationOf(shop, spelt.location),
    hasLocation: true,
    deliveryMethod: buildDeliveryMethod(shop, order, spelt),
    destinationPhone: spelt.deliveryMethod?.destinationPhone ?? null,
    fulfillAt: spelt.fulfillAt == null ? null : instant(spelt.fulfillAt),
    fulfillBy: null,
    holds: (spelt.holds ?? []).map((hold) => buildHold(shop, hold)),
    lines,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
  };
}

function buildDeliveryMethod(
  shop: ShopState,
  order: OrderRecord,
  { methodType = 'SHIPPING', deliveryMethod: typed = {} }: NewFulfillmentOrder,
): DeliveryMethodRecord | null {
  if (methodType === null) {
    return null;
  }
  const shippingLine = methodType === 'NONE' ? undefined : liveShippingLines(order)[0];
  const { phone = null, instructions = null, minDeliveryDateTime, maxDeliveryDateTime } = typed;
  const asked = methodType === 'LOCAL' || phone !== null || instructions !== null;
  return {
    id: shop.nextId(),
    methodType,
    presentedName: typed.presentedName === undefined ? (shippingLine?.title ?? null) : typed.presentedName,
    serviceCode: typed.serviceCode === undefined ? (shippingLine?.code ?? null) : typed.serviceCode,
    minDeliveryDateTime: minDeliveryDateTime == null ? null : instant(minDeliveryDateTime),
    maxDeliveryDateTime: maxDeliveryDateTime == null ? null : instant(maxDeliveryDateTime),
    additionalInformation: asked ? { phone, instructions } : null,
  };
}

/** A hold with the words that the admin shows for its reason. */
export function buildHold(
  shop: ShopState,
  hold: { reason: string; displayReason?: string; reasonNotes?: string | null },
): HoldRecord {
  const words = hold.reason.toLowerCase().replaceAll('_', ' ');
  return {
    kind: 'FulfillmentHold',
    id: shop.nextId(),
    reason: hold.reason,
    displayReason: hold.displayReason ?? words.charAt(0).toUpperCase() + words.slice(1),
    reasonNotes: hold.reasonNotes ?? null,
  };
}

function locationOf(shop: ShopState, idOrName: string | undefined): LocationRecord {
  if (idOrName) {
    return findLocation(shop, idOrName);
  }
  const first = [...shop.locations.values()].find((location) => location.isActive);
  if (!first) {
    throw new StoreRefusal('the shop has no active location');
  }
  return first;
}
