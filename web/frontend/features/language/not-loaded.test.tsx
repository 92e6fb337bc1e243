import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld } from '../../testing/sample-world.ts';

vi.mock('../../locales/zu.json', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('where the texts of the language that is chosen do not come, nothing is kept and that is said', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/settings');
  await user.selectOptions(await screen.findByLabelText('Show the app in'), 'zu');
  expect((await screen.findByRole('alert')).textContent).toContain('Your language was not kept');
  expect(world.calls.filter(({ path }) => path === '/api/language')).toEqual([]);
});
