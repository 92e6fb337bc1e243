import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld } from '../../testing/sample-world.ts';

const saveBar = () => document.querySelector('ui-save-bar');
const save = () => saveBar()?.querySelector<HTMLButtonElement>('button[variant=primary]')?.click();
const saved = (world: ReturnType<typeof busyWorld>) =>
  world.calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));

test('what is typed while a save is under way stays, and is saved with the next', async () => {
  const world = busyWorld();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  world.slow.set('PUT /api/settings', answered);
  const { user, toasts } = await renderPanel(world, '/settings');
  const weight = await screen.findByLabelText('Weight');
  await user.clear(weight);
  await user.type(weight, '2,5');
  const live = screen.getByLabelText('API key');
  await user.type(live, 'live-0001');
  save();
  await waitFor(() => expect(saved(world)).toHaveLength(1));
  const height = screen.getByLabelText('Height');
  await user.clear(height);
  await user.type(height, '40');
  await user.type(screen.getByLabelText('Test API key'), 'test-0002');
  answer();
  await waitFor(() => expect(toasts).toEqual(['Settings saved']));
  // The toast is there before the screen is drawn anew.
  await waitFor(() => expect(live).toHaveProperty('value', ''));
  expect([weight, height].map((field) => (field as HTMLInputElement).value)).toEqual(['2,5', '40']);
  expect(saveBar()?.getAttribute('data-shown')).toBe('yes');
  save();
  await waitFor(() => expect(toasts).toHaveLength(2));
  expect(saved(world)).toEqual([
    { parcel: { weightKg: 2.5 }, courier: { apiKey: 'live-0001' } },
    { parcel: { heightM: 0.4 }, courier: { testApiKey: 'test-0002' } },
  ]);
  await waitFor(() => expect(saveBar()?.getAttribute('data-shown')).toBe('no'));
});
