import type { DriftItem } from '#api-contract/drift.ts';
import type { DeliveryView, OrderView } from '#api-contract/order.ts';
import type { Overview } from '#api-contract/overview.ts';
import { orderIdOf, previewOf, rowOf, sampleDelivery, sampleOrder } from './sample-orders.ts';
import { phoneMissing } from './sample-reasons.ts';
import { busyWorld } from './sample-world.ts';
import type { Shown } from './shown-state.ts';
import type { World } from './world.ts';

const path = `/deliveries/${orderIdOf(1042)}`;
export const seenAt = '2026-11-21T13:12:00Z';
export const refused: Partial<DeliveryView> = {
  ...{ orderReference: '1042-2', state: 'needs_attention', reason: phoneMissing },
  ...{ deliveryId: null, slot: null, serviceState: null, distanceEstimateMetres: null, timeEstimateSeconds: null },
  ...{ noteWritten: false, noteState: 'pending', attempts: [] },
};

/** A busy shop whose newest order is that one, and what Home knows of it. */
export function worldOf(changes: Partial<OrderView>, overview: Partial<Overview> = {}): World {
  const world = busyWorld();
  const order = { ...sampleOrder(1042, changes.state ?? 'placed'), ...changes };
  world.orders.set(order.orderId, order);
  world.previews.set(order.orderId, previewOf(order));
  const rows = order.deliveries.map((delivery) =>
    rowOf({ ...order, deliveries: [delivery], state: delivery.state, reason: delivery.reason }),
  );
  world.deliveries = [...rows, ...world.deliveries];
  world.overview = { ...world.overview, ...overview };
  return world;
}

export const booked =
  (changes: Partial<DeliveryView>, overview: Partial<Overview> = {}): (() => World) =>
  () =>
    worldOf({ deliveries: [sampleDelivery('1042', changes)] }, overview);

export const alarm = (
  about: DriftItem['about'],
  field: string,
  placed: string,
  now: string,
): Partial<DeliveryView> => ({
  ...{ alarm: 'a1', drift: [{ about, field, placed, now, closed: null }] },
});
export const changed = (what: Overview['changed'][number]['what'], orderReference = '1042'): Partial<Overview> => {
  const { slot } = sampleDelivery(orderReference);
  const order = { orderId: orderIdOf(1042), orderName: '#1042', orderReference };
  return { changed: [{ ...order, what, slot }, ...busyWorld().overview.changed], driftAlarms: 2 };
};
export const waiting = (reason: OrderView['reason'], given: string | null): Partial<Overview> => {
  const [first, ...others] = busyWorld().overview.waiting;
  const order = { orderId: orderIdOf(1042), orderName: '#1042', orderReference: '1042' };
  return first && reason
    ? {
        changed: [],
        driftAlarms: 0,
        waiting: [{ ...first, ...order, reason, field: 'dropoff_contact_phone', given }, ...others],
      }
    : {};
};

export const says = (first: RegExp, primary?: string): { order: Shown } => ({
  order: { path, place: 'heading', first, ...(primary === undefined ? {} : { primary }) },
});
export const listed = (first: RegExp): { deliveries: Shown } => ({
  deliveries: { path: '/deliveries', place: 'row', first: new RegExp(`#1042.*${first.source}`) },
});
export const waits = (first: RegExp, primary = 'Decide on order'): { home: Shown } => ({
  home: { path: '/', place: 'waiting', first, primary },
});
