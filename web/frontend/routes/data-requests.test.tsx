import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../testing/render-panel.tsx';
import { busyWorld } from '../testing/sample-world.ts';

test('Home tells of a customer’s request, which is marked as answered on its screen', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/');
  expect(await screen.findByText('1 customer asked for their data')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'See the requests' }));
  expect(await screen.findByText('Answer by 19 Dec 2026')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mark request 7 as answered' }));
  await waitFor(() => expect(screen.queryByText('Answer by 19 Dec 2026')).toBeNull());
  expect(world.dataRequests[0]?.answeredBy).toBe('staff 81290011');
});

test('an order that is stored is a link, another one is its id', async () => {
  await renderPanel(busyWorld(), '/data-requests');
  expect(await screen.findByRole('link', { name: '#1001' })).toBeTruthy();
  expect(screen.getByText('6480113009999 (nothing stored)')).toBeTruthy();
});
