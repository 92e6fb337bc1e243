import { screen, waitFor } from '@testing-library/react';
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

test('what the server refused is said beside its field until another value stands there', async () => {
  const world = busyWorld();
  const fields = ['fragileTag', 'instructions.attributeNames.0', 'courier.testApiKey'];
  const errors = fields.map((field) => ({ field, message: `${field} cannot be used` }));
  const detail = 'fragileTag: fragileTag cannot be used';
  world.failing.set('PUT /api/settings', problemOf(400, 'Not usable', { errors, detail }));
  const { user } = await renderPanel(world, '/settings');
  const tag = await screen.findByLabelText('Tag of fragile products');
  const attributes = screen.getByLabelText('Order details that the driver should see');
  const key = screen.getByLabelText('Test API key');
  await user.type(tag, '!');
  await user.type(attributes, 'Gate{Enter}');
  await user.type(key, 'k');
  document.querySelector<HTMLButtonElement>('ui-save-bar button[variant=primary]')?.click();
  const wrong = () => [tag, attributes, key].map((field) => field.getAttribute('aria-invalid') === 'true');
  await waitFor(() => expect(wrong()).toEqual([true, true, true]));
  expect(screen.getByText('Not usable.')).toBeTruthy();
  expect(screen.queryByText(detail)).toBeNull();
  await user.type(tag, '?');
  expect(wrong()).toEqual([false, true, true]);
  await user.type(attributes, 'Floor{Enter}');
  await user.type(key, 'ey');
  expect(wrong()).toEqual([false, false, false]);
  await user.type(key, '{Backspace}{Backspace}');
  expect(wrong()).toEqual([false, false, true]);
});

test('what was thrown away on Try rules is not said any more to be unsaved', async () => {
  const world = busyWorld();
  world.failing.set('PUT /api/settings', problemOf(503, 'Busy'));
  const { user } = await renderPanel(world, '/rehearsal');
  await user.click(await screen.findByLabelText('None: I send each order myself'));
  document.querySelector<HTMLButtonElement>('ui-save-bar button[variant=primary]')?.click();
  await screen.findByText('The settings were not saved');
  document.querySelector<HTMLButtonElement>('ui-save-bar button:not([variant])')?.click();
  await waitFor(() => expect(screen.queryByText('The settings were not saved')).toBeNull());
});
