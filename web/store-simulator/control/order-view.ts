import { gid } from '../state/gid.ts';
import { financialStatus, fulfillmentStatus } from '../state/order-figures.ts';
import type { OrderRecord } from '../state/order-records.ts';
import type { AddressRecord } from '../state/records.ts';
import type { ShopState } from '../state/shop-state.ts';

/** An order as tests and other processes see it: plain JSON, instants RFC 3339. */
export interface OrderView {
  id: string;
  gid: string;
  number: number;
  name: string;
  confirmationNumber: string;
  note: string | null;
  tags: string[];
  phone: string | null;
  customAttributes: { key: string; value: string | null }[];
  financialStatus: string;
  fulfillmentStatus: string;
  processedAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  customerId: string | null;
  shippingAddress: AddressRecord | null;
  metafields: { namespace: string; key: string; type: string; value: string }[];
  lines: { id: string; title: string; quantity: number; currentQuantity: number; fulfilledQuantity: number }[];
  fulfillmentOrders: {
    id: string;
    status: string;
    methodType: string | null;
    presentedName: string | null;
    locationId: string;
    locationName: string;
    lines: { id: string; title: string; requiresShipping: boolean; totalQuantity: number; remainingQuantity: number }[];
  }[];
  fulfillments: {
    id: string;
    tracking: { company: string | null; number: string | null; url: string | null }[];
    events: { status: string; message: string | null }[];
  }[];
}

const instant = (ms: number) => new Date(ms).toISOString();

export function viewOrder(shop: ShopState, order: OrderRecord): OrderView {
  const metafields = [...(shop.metafields.get(gid('Order', order.id))?.values() ?? [])];
  return {
    id: order.id,
    gid: gid('Order', order.id),
    number: order.number,
    name: order.name,
    confirmationNumber: order.confirmationNumber,
    note: order.note,
    tags: [...order.tags],
    phone: order.phone,
    customAttributes: order.customAttributes.map((attribute) => ({ ...attribute })),
    financialStatus: financialStatus(order),
    fulfillmentStatus: fulfillmentStatus(order),
    processedAt: instant(order.processedAt),
    updatedAt: instant(order.updatedAt),
    cancelledAt: order.cancelledAt === null ? null : instant(order.cancelledAt),
    customerId: order.customer?.id ?? null,
    shippingAddress: order.shippingAddress ? { ...order.shippingAddress } : null,
    metafields: metafields.map(({ namespace, key, type, value }) => ({ namespace, key, type, value })),
    lines: order.lines.map(({ id, title, quantity, currentQuantity, fulfilledQuantity }) => ({
      id,
      title,
      quantity,
      currentQuantity,
      fulfilledQuantity,
    })),
    fulfillmentOrders: order.fulfillmentOrders.map((fulfillmentOrder) => ({
      id: fulfillmentOrder.id,
      status: fulfillmentOrder.status,
      methodType: fulfillmentOrder.deliveryMethod?.methodType ?? null,
      presentedName: fulfillmentOrder.deliveryMethod?.presentedName ?? null,
      locationId: fulfillmentOrder.location.id,
      locationName: fulfillmentOrder.location.name,
      lines: fulfillmentOrder.lines.map(({ id, line, totalQuantity, remainingQuantity }) => ({
        id,
        title: line.title,
        requiresShipping: line.requiresShipping,
        totalQuantity,
        remainingQuantity,
      })),
    })),
    fulfillments: order.fulfillments.map(({ id, tracking, events }) => ({
      id,
      tracking,
      events: events.map(({ status, message }) => ({ status, message })),
    })),
  };
}
