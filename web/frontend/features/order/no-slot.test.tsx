import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alarm, booked, changed } from '../../testing/order-state.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf } from '../../testing/sample-orders.ts';
import type { World } from '../../testing/world.ts';

const path = `/deliveries/${orderIdOf(1042)}`;
const ended = alarm('order_ended', 'order', 'to be delivered', 'cancelled');

function endedWorld(): World {
  const world = booked({ slot: null, ...ended }, changed('ended'))();
  world.overview.changed = world.overview.changed.map((one) => ({ ...one, slot: null }));
  return world;
}

test.each([
  ['Home', '/', endedWorld, /^#1042: cancelled, but a driver is still booked for a time that was not given$/],
  [
    'its order',
    path,
    endedWorld,
    'The order was cancelled, but a driver is still booked for a time that was not given',
  ],
  ['its order, with nothing wrong', path, booked({ slot: null }), 'A driver is booked: time not given'],
  ['the list', '/deliveries', booked({ slot: null }), 'Booked, time not given'],
] as const)('a driver without a time reads as a sentence: %s', async (_name, at, world, words) => {
  await renderPanel(world(), at);
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
});
