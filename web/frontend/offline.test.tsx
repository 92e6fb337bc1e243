import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPanel } from './testing/render-panel.tsx';
import { orderIdOf } from './testing/sample-orders.ts';
import { busyWorld } from './testing/sample-world.ts';

afterEach(() => connect(true));

/** As a browser tells a page that the phone has lost its connection, or has one again. */
function connect(isConnected: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isConnected);
  window.dispatchEvent(new Event(isConnected ? 'online' : 'offline'));
}

const changes = ({ calls }: ReturnType<typeof busyWorld>) => calls.filter(({ method }) => method !== 'GET');

test('a press without a connection is said to have failed, and does nothing once there is one', async () => {
  const world = busyWorld();
  const { user, client } = await renderPanel(world, '/');
  const pause = await screen.findByRole('button', { name: 'Pause' });
  connect(false);
  await user.click(pause);
  expect(await screen.findByText('No connection to the app')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pause' })).toHaveProperty('disabled', false);
  connect(true);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(changes(world)).toEqual([]);
});

test.each([
  ['Home', '/'],
  ['the deliveries', '/deliveries'],
  ['an order', `/deliveries/${orderIdOf(1006)}`],
  ['Settings', '/settings'],
])('%s that is opened without a connection says so, and is there as soon as there is one', async (_name, path) => {
  const { client } = await renderPanel(busyWorld(), path, 'en', { isImpatient: true });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  connect(false);
  void client.resetQueries();
  expect((await screen.findAllByText(/^No answer came from the app/)).length).toBeGreaterThan(0);
  connect(true);
  await waitFor(() => expect(screen.queryByText(/^No answer came from the app/)).toBeNull());
});

test('what is shown is said to be old while there is no connection', async () => {
  const { client } = await renderPanel(busyWorld(), '/', 'en', { isImpatient: true });
  await screen.findByText(/^Updated /);
  connect(false);
  void client.invalidateQueries();
  expect(await screen.findByText(/^The app did not answer when it was last asked/)).toBeTruthy();
  connect(true);
  await waitFor(() => expect(screen.queryByText(/^The app did not answer/)).toBeNull());
});
