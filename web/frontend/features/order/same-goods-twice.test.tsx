import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DriftView } from '#api-contract/drift.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf, sampleDelivery } from '../../testing/sample-orders.ts';
import { busyWorld } from '../../testing/sample-world.ts';

const gone = (placed: string): DriftView => ({
  about: 'goods_gone',
  field: 'items: Mug',
  placed,
  now: '0',
  closed: null,
});
const phone: DriftView = {
  about: 'request',
  field: 'dropoff_contact_phone',
  placed: '0821234567',
  now: '0839876543',
  closed: null,
};

test('two lines of the same goods that are gone are two rows, also once another difference has ended', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const world = busyWorld();
  const orderId = orderIdOf(1001);
  const order = world.orders.get(orderId);
  if (!order) throw new Error('there is no order');
  const show = (drift: DriftView[], alarm: string) =>
    world.orders.set(orderId, { ...order, deliveries: [sampleDelivery('1001', { drift, alarm })] });
  show([phone, gone('1'), gone('2')], 'a1');
  const { client } = await renderPanel(world, `/deliveries/${orderId}`);
  const rows = () =>
    screen
      .queryAllByRole('row')
      .map(({ textContent }) => textContent ?? '')
      .filter((text) => text.includes('Mug'));
  await waitFor(() => expect(rows()).toHaveLength(2));
  show([gone('1'), gone('2')], 'a2');
  await client.invalidateQueries();
  await waitFor(() => expect(screen.queryByText('0839876543')).toBeNull());
  expect(rows()).toHaveLength(2);
});
