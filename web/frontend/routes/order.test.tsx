import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../testing/render-panel.tsx';
import { orderIdOf } from '../testing/sample-orders.ts';
import { busyWorld } from '../testing/sample-world.ts';

test('who calls about a parcel is found on a phone right below its delivery', async () => {
  await renderPanel(busyWorld(), `/deliveries/${orderIdOf(1001)}`);
  await screen.findByRole('heading', { name: 'Customer' });
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.slice(1, 5)).toEqual(['Delivery 1001', 'Customer', 'Route', 'What happened']);
});
