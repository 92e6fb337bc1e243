import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf } from '../../testing/sample-orders.ts';
import { busyWorld } from '../../testing/sample-world.ts';

const id = encodeURIComponent(orderIdOf(1001));

test('of a press whose answer is lost nobody says that it was not done', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, `/deliveries/${orderIdOf(1001)}`);
  world.failing.set(`POST /api/orders/${id}/cancel`, 'lost');
  await user.click(await screen.findByRole('button', { name: /^Cancel this delivery/ }));
  await user.click(screen.getByRole('button', { name: 'Cancel delivery 1001' }));
  expect(await screen.findByText('It is not known whether it was done')).toBeTruthy();
  expect(screen.queryByText('The delivery was not cancelled')).toBeNull();
});
