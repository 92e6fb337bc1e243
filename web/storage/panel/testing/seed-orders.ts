import type { DeliveryState } from '#api-contract/order.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { OrderRecord } from '#deliveries/order.ts';
import type { DeliveryId, LocationId, OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { booked, exampleDelivery, exampleRecord } from '#testing/deliveries/example-delivery.ts';
import type { Storage } from '../../open-storage.ts';

const states: DeliveryState[] = ['placed', 'placed', 'placed', 'needs_attention', 'held', 'skipped'];
const start = Date.parse('2026-11-21T06:00:00Z');

/**
 * Orders for tests of the panel's queries, numbered from 1000: every fourth has two deliveries, every sixth none; many
 * share the same instants.
 *
 * @returns rows of the panel's list
 */
export async function seedOrders(
  { orders }: Pick<Storage, 'orders'>,
  shop: ShopDomain,
  count: number,
): Promise<number> {
  let rows = 0;
  for (let index = 0; index < count; index += 1) {
    const order = orderRecord(shop, index);
    const wanted = index % 4 === 3 ? 2 : 1;
    const parts = order.state === 'skipped' ? 0 : wanted;
    const deliveries = Array.from({ length: parts }, (_, part) => deliveryRecord(order, part));
    await orders.change(shop, order.orderId, () => ({
      change: { order, deliveries, paidAtShopify: true },
      result: null,
    }));
    rows += Math.max(1, parts);
  }
  return rows;
}

/** An order that rests, with a state of its index. */
export function orderRecord(shop: ShopDomain, index: number): OrderRecord {
  const number = 1000 + index;
  const at = start + Math.floor(index / 5) * 1000;
  return exampleRecord({
    shop,
    orderId: `${9_000_000 + ((index * 37) % 1000)}` as OrderId,
    ...{ number, name: `#${number}`, customerName: `Customer ${number} of ${shop}` },
    state: states[index % states.length] ?? 'placed',
    locationIds: ['1'],
    ...{ processedAt: at, paidAt: at, shopifyUpdatedAt: at, firstSeenAt: at, updatedAt: at },
  });
}

/** A delivery of that order, from its `part`th location. */
export function deliveryRecord(order: OrderRecord, part: number): DeliveryRecord {
  const { shop, orderId, state, updatedAt } = order;
  const orderReference = (part === 0 ? `${order.number}` : `${order.number}-${part + 1}`) as OrderReference;
  const isPlaced = state === 'placed';
  return exampleDelivery({
    ...{ shop, orderId, orderReference, account: shop, state },
    ...{ locationKey: `${part + 1}`, locationId: `${part + 1}` as LocationId, locationName: 'Main Street', lines: [] },
    request: {
      ...{ pickup_address: 'a', pickup_contact_name: 'b', pickup_contact_phone: '0821234567' },
      ...{ dropoff_address: 'c', dropoff_contact_name: 'd', dropoff_contact_phone: '0821234567' },
      ...{ customer_identifier: '1', order_reference: orderReference, items: [] },
    },
    ...{ body: '{}', fence: 1, attempts: 1, dueAt: null },
    service: isPlaced ? bookedAt(updatedAt, orderReference) : null,
    placedAt: isPlaced ? updatedAt : null,
    ...{ createdAt: updatedAt, updatedAt },
  });
}

/** By a service that says little. */
const bookedAt = (at: number, orderReference: OrderReference): DeliveryRecord['service'] =>
  booked({
    deliveryId: `D-${orderReference}` as DeliveryId,
    slot: { start: new Date(at + 3_600_000).toISOString(), end: null },
    ...{ distanceEstimateMetres: 1000, timeEstimateSeconds: 600, state: null, orderReference, raw: '' },
    ...{ customerIdentifier: null, pickupAddress: null, dropoffAddress: null, dropoffContactPhone: null },
  });
