import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld } from '../../testing/sample-world.ts';

const saveBar = () => document.querySelector('ui-save-bar');
const saved = (world: ReturnType<typeof busyWorld>) =>
  world.calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
const save = () => saveBar()?.querySelector<HTMLButtonElement>('button[variant=primary]')?.click();

test('what somebody else, or a switch on Home, changed meanwhile is shown, and saving takes none of it back', async () => {
  const world = busyWorld();
  const { user, client, toasts } = await renderPanel(world, '/settings');
  const tag = await screen.findByLabelText('Tag of fragile products');
  world.settings = { ...world.settings, paused: true, fragileTag: 'glass' };
  // As Home's switches do, and as a screen does that is opened again.
  await client.invalidateQueries();
  await waitFor(() => expect(tag).toHaveProperty('value', 'glass'));
  expect(saveBar()?.getAttribute('data-shown')).toBe('no');

  const weight = screen.getByLabelText('Weight');
  await user.clear(weight);
  await user.type(weight, '2,5');
  const { automation } = world.settings;
  world.settings = { ...world.settings, fragileTag: 'china', automation: { ...automation, testMode: true } };
  await client.invalidateQueries();
  await waitFor(() => expect(tag).toHaveProperty('value', 'china'));
  expect(weight).toHaveProperty('value', '2,5');
  save();
  await waitFor(() => expect(toasts).toEqual(['Settings saved']));
  expect(saved(world)).toEqual([{ parcel: { weightKg: 2.5 } }]);
});

test('rules that are tried take back no other rule that was saved meanwhile', async () => {
  const world = busyWorld();
  const { user, client, toasts } = await renderPanel(world, '/rehearsal');
  await user.click(await screen.findByLabelText('None: I send each order myself'));
  const { automation } = world.settings;
  world.settings = { ...world.settings, automation: { ...automation, testMode: true } };
  await client.invalidateQueries();
  await waitFor(() => expect(client.getQueryData(['settings'])).toMatchObject({ automation: { testMode: true } }));
  save();
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(saved(world)).toEqual([{ automation: { mode: 'manual' } }]);
});
