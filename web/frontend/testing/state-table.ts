import type { DeliveryView, OrderView } from '#api-contract/order.ts';
import type { Overview } from '#api-contract/overview.ts';
import { problemOf } from './fake-api.ts';
import { orderIdOf, phoneMissing, phoneTooLong, previewOf, sampleDelivery, sampleOrder } from './sample-orders.ts';
import { busyWorld } from './sample-world.ts';
import type { World } from './world.ts';

/** How things may stand, a screen that must say so, and what stands first there. */
export interface ShownState {
  name: string;
  path: string;
  world: () => World;
  /** First heading below the title. */
  first: RegExp;
  /** The primary press; none where there is nothing to do. */
  primary?: string;
}

const home = (changes: Partial<Overview>) => () => {
  const world = busyWorld();
  return { ...world, overview: { ...world.overview, ...changes } };
};
const well = busyWorld().overview;
const uncompared = { ...well.last7d, unexplained: null };
const broken = problemOf(503, 'Not available', { detail: 'The database is down.' });

export const shownStates: ShownState[] = [
  { name: 'running', path: '/', world: home({}), first: /^Running\. Paid orders/, primary: 'Fix' },
  {
    name: 'wrong-key',
    path: '/',
    world: home({ status: 'key_refused' }),
    first: /refuses the API key/,
    primary: 'Enter API key',
  },
  {
    name: 'unproven-key',
    path: '/',
    world: home({ status: 'key_unchecked' }),
    first: /not proven yet/,
    primary: 'Test key',
  },
  {
    ...{ name: 'test-mode', path: '/', first: /^Test mode: paid orders do NOT get a driver/, primary: 'End test mode' },
    world: home({ status: 'test_mode', testMode: true }),
  },
  {
    name: 'by-hand',
    path: '/',
    world: home({ status: 'manual', toSend: 30 }),
    first: /^30 orders wait/,
    primary: 'Send orders',
  },
  { name: 'paused', path: '/', world: home({ status: 'paused', paused: true }), first: /^Paused/, primary: 'Resume' },
  {
    name: 'reconnect',
    path: '/',
    world: home({ status: 'reconnect' }),
    first: /Shopify has ended/,
    primary: 'Reconnect',
  },
  {
    name: 'service-down',
    path: '/',
    world: home({ status: 'service_down' }),
    first: /does not answer/,
    primary: 'Fix',
  },
  {
    ...{ name: 'behind', path: '/', first: /^Last compared with Shopify on 21 Nov/, primary: 'Fix' },
    world: home({ last24h: uncompared, last7d: uncompared, comparedAt: '2026-11-21T06:04:00Z' }),
  },
  {
    ...{ name: 'missing', path: '/', first: /^1 paid order is missing/, primary: 'Fix' },
    world: home({ last7d: { ...well.last7d, unexplained: 1 } }),
  },
];

const orderOf = (changes: Partial<OrderView>) => () => {
  const world = busyWorld();
  const order = { ...sampleOrder(1042, 'placed'), ...changes };
  world.orders.set(order.orderId, order);
  world.previews.set(order.orderId, previewOf(order));
  return world;
};
const alarm = (field: string, placed: string, now: string): Partial<DeliveryView> => ({
  ...{ alarm: 'a1', drift: [{ field, placed, now, closed: null }] },
});
const delivered = (...changes: Partial<DeliveryView>[]) =>
  orderOf({ deliveries: changes.map((change) => sampleDelivery('1042', change)) });
const path = `/deliveries/${orderIdOf(1042)}`;
const seenAt = '2026-11-21T13:12:00Z';
const refused: Partial<DeliveryView> = { orderReference: '1042-2', state: 'needs_attention', reason: phoneMissing };

/** The same for what becomes of one order. */
export const orderStates: ShownState[] = [
  { name: 'booked', path, world: delivered({}), first: /^A driver is booked: Sat 21 Nov/ },
  {
    ...{ name: 'cancelled-after-booking', path, primary: 'Cancel the driver' },
    ...{
      world: delivered(alarm('order', 'to be delivered', 'cancelled')),
      first: /cancelled, but a driver is still booked/,
    },
  },
  {
    ...{ name: 'address-changed', path, first: /^The order changed after the driver was booked/ },
    world: delivered(alarm('dropoff_address', '4 Kloof Street, Gardens', '40 Kloof Street, Gardens')),
  },
  {
    ...{ name: 'two-drivers', path, first: /^2 drivers are booked/, primary: 'Cancel the first' },
    world: delivered({}, { orderReference: '1042-R2' }),
  },
  {
    ...{ name: 'one-of-two-refused', path, first: /^1 of 2 parcels has no driver/, primary: 'Fix and send' },
    world: orderOf({
      ...{ state: 'needs_attention', reason: phoneMissing },
      deliveries: [sampleDelivery('1042'), sampleDelivery('1042-2', refused)],
    }),
  },
  { name: 'test-order', path, world: delivered({ testMode: true }), first: /^Test only: no driver comes/ },
  {
    ...{ name: 'delivered', path, first: /^Delivered 21 Nov, 15:12/ },
    world: delivered({ progress: 'delivered', progressAt: seenAt, serviceState: 'DELIVERED' }),
  },
  {
    ...{ name: 'failed', path, first: /^The delivery failed/ },
    world: delivered({ progress: 'failed', progressAt: seenAt, ...alarm('delivery', 'to be delivered', 'failed') }),
  },
  {
    ...{ name: 'phone-at-fault', path, first: /does not have ten digits/, primary: 'Fix and send' },
    world: orderOf({
      ...{ state: 'needs_attention', reason: phoneTooLong },
      deliveries: [sampleDelivery('1042', { state: 'needs_attention', reason: phoneTooLong, slot: null })],
    }),
  },
];

/** Every call of the API fails from now on, as behind a proxy whose app is down. */
export function takeDown(world: World): void {
  for (const call of ['GET /api/overview', 'GET /api/deliveries']) world.failing.set(call, broken);
}
