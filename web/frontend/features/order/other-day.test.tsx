import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf, sampleDelivery, sampleOrder } from '../../testing/sample-orders.ts';
import { busyWorld } from '../../testing/sample-world.ts';

test.each([
  ['delivery_day', 'Day of delivery', 0],
  ['delivery_method', 'Delivery method', 0],
  ['dropoff_address', 'Delivery address', 1],
])(
  'a change of %s: a new driver of today is offered, but not for another day or method',
  async (field, label, times) => {
    const world = busyWorld();
    const drift = [{ about: 'request' as const, field, placed: '2026-11-21', now: '2026-11-25', closed: null }];
    const deliveries = [sampleDelivery('1001', { drift, alarm: 'a1001' })];
    world.orders.set(orderIdOf(1001), { ...sampleOrder(1001, 'placed'), deliveries });
    await renderPanel(world, `/deliveries/${orderIdOf(1001)}`);
    expect(await screen.findByText('2026-11-25')).toBeTruthy();
    expect(screen.getAllByText(label).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Cancel this delivery' })).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: 'Cancel and book again' })).toHaveLength(times);
  },
);
