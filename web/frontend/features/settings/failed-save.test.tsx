import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problemOf } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld } from '../../testing/sample-world.ts';

test('a save that fails puts the keyboard on what became of it, not on another notice above', async () => {
  const world = busyWorld();
  for (const call of ['PUT /api/language', 'PUT /api/settings']) world.failing.set(call, problemOf(503, 'Busy'));
  const { user } = await renderPanel(world, '/settings');
  await user.selectOptions(await screen.findByLabelText('Show the app in'), 'af');
  await screen.findByText('Your language was not kept');
  await user.type(screen.getByLabelText('Tag of fragile products'), '!');
  document.querySelector<HTMLButtonElement>('ui-save-bar button[variant=primary]')?.click();
  await screen.findByText('The settings were not saved');
  await expect.poll(() => document.activeElement?.textContent).toContain('The settings were not saved');
});
