import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from './testing/render-panel.tsx';
import { busyWorld } from './testing/sample-world.ts';

test('a choice of language is not taken back by a reading that was begun before it', async () => {
  const world = busyWorld();
  world.overview = { ...world.overview, language: 'en' };
  const { client, user } = await renderPanel(world, '/settings');
  const menu = await screen.findByLabelText('Show the app in');
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const answered = Promise.withResolvers<void>();
  world.slow.set('GET /api/overview', answered.promise);
  void client.refetchQueries({ queryKey: ['overview'] });
  await user.selectOptions(menu, 'Afrikaans');
  await screen.findByRole('heading', { level: 1, name: 'Instellings' });
  answered.resolve();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole('heading', { level: 1, name: 'Instellings' })).toBeTruthy();
});

test('what was saved is not taken back by a reading that was begun before it', async () => {
  const world = busyWorld();
  const { client, user } = await renderPanel(world, '/settings');
  const box = await screen.findByRole('radio', { name: /None: I send each order myself/ });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const answered = Promise.withResolvers<void>();
  world.slow.set('GET /api/settings', answered.promise);
  void client.refetchQueries({ queryKey: ['settings'] });
  await waitFor(() => expect(client.isFetching()).toBe(1));
  world.slow.delete('GET /api/settings');
  await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  await waitFor(() => expect(world.settings.automation.mode).toBe('manual'));
  answered.resolve();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(box).toHaveProperty('checked', true);
});
