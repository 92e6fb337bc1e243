import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noLongerShown } from '#api-contract/drift.ts';
import { alarm, booked, changed } from '../../testing/order-state.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf } from '../../testing/sample-orders.ts';
import type { World } from '../../testing/world.ts';

const path = `/deliveries/${orderIdOf(1042)}`;
const ended = alarm('order_ended', 'order', 'to be delivered', 'cancelled');

const gone = alarm('order_ended', 'order', 'to be delivered', noLongerShown);

function endedWorld(end = ended, what: Parameters<typeof changed>[0] = 'ended'): World {
  const world = booked({ slot: null, ...end }, changed(what))();
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
  [
    'the order that Shopify no longer shows, on Home',
    '/',
    () => endedWorld(gone, 'gone'),
    /^#1042: no longer shown by Shopify, but a driver is still booked for a time that was not given$/,
  ],
  [
    'that order',
    path,
    () => endedWorld(gone, 'gone'),
    'Shopify no longer shows this order, but a driver is still booked for a time that was not given',
  ],
  ['its order, with nothing wrong', path, booked({ slot: null }), 'A driver is booked: time not given'],
  ['the list', '/deliveries', booked({ slot: null }), 'Booked, time not given'],
] as const)('a driver without a time reads as a sentence: %s', async (_name, at, world, words) => {
  await renderPanel(world(), at);
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
});
