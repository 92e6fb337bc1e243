import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeliveryView } from '#api-contract/order.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf, sampleDelivery } from '../../testing/sample-orders.ts';
import { sampleReason } from '../../testing/sample-reasons.ts';
import { busyWorld } from '../../testing/sample-world.ts';

const orderId = orderIdOf(1001);

const offerOf = async (reference: string) => {
  const section = await screen.findByRole('region', { name: `Delivery ${reference}` });
  return within(section).queryByRole('button', { name: 'Send as a new delivery' });
};

test.each<[name: string, old: Partial<DeliveryView>, newer: string]>([
  ['is booked beside its newer one', {}, '1001-R2'],
  ['was cancelled and sent anew', { state: 'cancelled' }, '1001-R2'],
  [
    'goes out under another reference',
    { state: 'cancelled', reason: sampleReason('reference_replaced', 'These goods go out under SHOP-1001.') },
    'SHOP-1001',
  ],
])('a delivery that %s is not offered to be sent once more', async (_name, old, newer) => {
  const world = busyWorld();
  const order = world.orders.get(orderId);
  if (!order) throw new Error('there is no order');
  const first = sampleDelivery('1001', { isCurrent: false, ...old });
  world.orders.set(orderId, { ...order, deliveries: [first, sampleDelivery(newer)] });
  await renderPanel(world, `/deliveries/${orderId}`);
  expect(await offerOf('1001')).toBeNull();
  expect(await offerOf(newer)).not.toBeNull();
});

test('what is booked is offered to be sent once more where its newer one was cancelled', async () => {
  const world = busyWorld();
  const order = world.orders.get(orderId);
  if (!order) throw new Error('there is no order');
  const cancelled = sampleDelivery('1001-R2', { state: 'cancelled', isCurrent: false });
  world.orders.set(orderId, { ...order, deliveries: [sampleDelivery('1001'), cancelled] });
  await renderPanel(world, `/deliveries/${orderId}`);
  expect(await offerOf('1001')).not.toBeNull();
  expect(await offerOf('1001-R2')).toBeNull();
});
