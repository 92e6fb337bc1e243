import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf } from '../../testing/sample-orders.ts';
import { busyWorld } from '../../testing/sample-world.ts';
import { orderKey } from './api/order-call.ts';

const orderId = orderIdOf(1002);
const path = `/api/orders/${encodeURIComponent(orderId)}`;

test('an answer that was read before a press does not take back what the press came to', async () => {
  const world = busyWorld();
  const { client, user } = await renderPanel(world, `/deliveries/${orderId}`);
  await user.type(await screen.findByLabelText("Recipient's phone"), '082 123 4567');
  const answered = Promise.withResolvers<void>();
  world.slow.set(`GET ${path}`, answered.promise);
  // As the page does by itself every few seconds.
  void client.refetchQueries({ queryKey: orderKey(orderId), exact: true });
  await user.click(screen.getByRole('button', { name: 'Fix and send' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Fix and send' })).toBeNull());
  answered.resolve();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole('button', { name: 'Fix and send' })).toBeNull();
});
