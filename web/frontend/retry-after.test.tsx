import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { problemOf } from './testing/fake-api.ts';
import { renderPanel } from './testing/render-panel.tsx';
import { orderIdOf } from './testing/sample-orders.ts';
import { busyWorld } from './testing/sample-world.ts';

test('what the server cannot do yet is said at once, and asked again by itself when the server says', async () => {
  const world = busyWorld();
  world.failing.set('GET /api/settings', problemOf(503, 'Shopify does not answer'));
  world.retryAfterSeconds = 0.2;
  const asked = () => world.calls.filter(({ path }) => path === '/api/settings').length;
  const { promise: later, resolve: answerFurther } = Promise.withResolvers<void>();
  vi.spyOn(world.slow, 'get').mockImplementation((call) =>
    call === 'GET /api/settings' && asked() > 1 ? later : undefined,
  );
  await renderPanel(world, '/settings');
  expect(await screen.findByText('Shopify does not answer.')).toBeTruthy();
  expect(screen.getByText('The app tries again by itself.')).toBeTruthy();
  answerFurther();
  await waitFor(() => expect(asked()).toBeGreaterThan(2));
  expect(screen.getByText('Shopify does not answer.')).toBeTruthy();
  world.failing.clear();
  await waitFor(() => expect(screen.queryByText('Not ready yet')).toBeNull());
  expect(screen.getAllByText('API key').length).toBeGreaterThan(0);
});

test.each([
  ['says what a person can do meanwhile', 'shopify-shop-closed', 'Check the plan of the store in Shopify.', 1],
  ['asks for no press where it tries by itself', 'shopify-unavailable', 'Try again in a moment.', 0],
])('a wait %s', async (_name, code, nextStep, times) => {
  const world = busyWorld();
  const type = `urn:same-day-delivery:problem:${code}`;
  world.failing.set('GET /api/settings', problemOf(503, 'Shopify does not let us in', { type, nextStep }));
  world.retryAfterSeconds = 0.2;
  await renderPanel(world, '/settings');
  expect(await screen.findByText('The app tries again by itself.')).toBeTruthy();
  expect(screen.queryAllByText(nextStep)).toHaveLength(times);
});

test.each([
  ['/api/locations', 'GET /api/locations', '/settings'],
  [`/api/orders/${encodeURIComponent(orderIdOf(1006))}/preview`, '', `/deliveries/${orderIdOf(1006)}`],
  ['/api/rehearsal', 'POST /api/rehearsal', '/rehearsal'],
])('what says nothing of its wait asks twice more at most: %s', async (called, call, screenPath) => {
  const world = busyWorld();
  world.failing.set(call || `GET ${called}`, problemOf(503, 'Shopify does not answer'));
  world.retryAfterSeconds = 0.02;
  await renderPanel(world, screenPath);
  await screen.findAllByRole('button', { name: 'Try again' });
  expect(world.calls.filter(({ path }) => path === called)).toHaveLength(3);
});
