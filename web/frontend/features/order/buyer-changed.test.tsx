import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderView } from '#api-contract/order.ts';
import { alarm } from '../../testing/order-state.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf, previewOf, sampleDelivery, sampleOrder } from '../../testing/sample-orders.ts';
import { sampleReason } from '../../testing/sample-reasons.ts';
import { busyWorld } from '../../testing/sample-world.ts';

const orderId = orderIdOf(1001);
const booked = (...changes: Parameters<typeof sampleDelivery>[1][]): OrderView => ({
  ...sampleOrder(1001, 'placed'),
  deliveries: changes.map((change) => sampleDelivery('1001', change)),
});
const moved = alarm('request', 'dropoff_contact_phone', '0821234567', '0839876543');
const closed = { at: '2026-11-21T09:30:00Z', by: 'staff 81290011' };
const kept = { alarm: null, drift: (moved.drift ?? []).map((item) => ({ ...item, closed })) };
const held = sampleOrder(1001, 'held', sampleReason('edit_window', 'The order may still change.'));

/** The order's page, left open while the order and its buyer's number become others; how often Shopify was read for it. */
async function leftOpen(before: OrderView, after: OrderView): Promise<number> {
  const world = busyWorld();
  world.orders.set(orderId, before);
  const preview = previewOf(before);
  world.previews.set(orderId, preview);
  const { client } = await renderPanel(world, `/deliveries/${orderId}`);
  await screen.findByRole('link', { name: 'Call 082 123 4567' });
  world.orders.set(orderId, { ...after, updatedAt: '2026-11-21T11:59:00Z' });
  world.previews.set(orderId, { ...preview, buyer: { ...preview.buyer, phone: '083 987 6543' } });
  // As the page does by itself every few seconds.
  await client.refetchQueries({ queryKey: ['order', orderId], exact: true });
  await expect.poll(() => client.isFetching()).toBe(0);
  return world.calls.filter(({ path }) => path.endsWith('/preview')).length;
}

test.each<[what: string, before: OrderView, after: OrderView]>([
  ['an order that changed after booking', booked({}), booked(moved)],
  ['a change that was taken back after it was kept', booked(kept), booked({})],
  ['a delivery that was called off', booked({}), { ...booked({ state: 'cancelled' }), state: 'cancelled' }],
  ['an order that waits', held, held],
])('a page that is left open shows, and dials, the buyer’s number of now: %s', async (_what, before, after) => {
  expect(await leftOpen(before, after)).toBe(2);
  const call = await screen.findByRole('link', { name: 'Call 083 987 6543' });
  expect(call.getAttribute('href')).toBe('tel:0839876543');
});

test.each<[what: string, before: OrderView, after: OrderView]>([
  ['a driver who gets further', booked({}), booked({ progress: 'on_its_way', serviceState: 'COLLECTED' })],
  ['a note that was written', booked({ noteWritten: false, noteState: 'pending' }), booked({})],
  ['a change that somebody keeps as booked', booked(moved), booked(kept)],
  ['an order that is being sent', sampleOrder(1001, 'queued'), sampleOrder(1001, 'placing')],
])('what says nothing new of the buyer costs no reading of Shopify: %s', async (_what, before, after) => {
  expect(await leftOpen(before, after)).toBe(1);
});
