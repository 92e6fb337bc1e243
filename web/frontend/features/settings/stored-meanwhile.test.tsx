import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { locationSettings } from '#api-contract/settings.ts';
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

test('who saves one day, tag or closed day later takes back none that another saved after the form was opened', async () => {
  const world = busyWorld();
  const [first] = world.locations.locations;
  if (!first) throw new Error('the sample has no location');
  const { user, toasts } = await renderPanel(world, '/settings');
  const [monday] = await screen.findAllByLabelText('Monday');
  const [closed] = screen.getAllByLabelText('Closed days');
  await user.type(monday as HTMLElement, '08:00-17:00');
  await user.type(closed as HTMLElement, '2026-12-25{Enter}');
  await user.type(screen.getByLabelText('Order details that the driver should see'), 'Floor{Enter}');
  // Nobody tells this form.
  const tuesday = { day: 'tuesday' as const, open: '09:00', close: '13:00' };
  const elsewhere = locationSettings.parse({ hours: [tuesday], closedDays: ['2026-12-16'], contactName: 'Thabo' });
  const instructions = { attributeNames: ['Gate code'] };
  world.settings = { ...world.settings, instructions, locations: { [first.id]: elsewhere } };
  save();
  await waitFor(() => expect(toasts).toEqual(['Settings saved']));
  expect(world.settings.locations[first.id]).toEqual({
    ...elsewhere,
    hours: [{ day: 'monday', open: '08:00', close: '17:00' }, tuesday],
    closedDays: ['2026-12-25', '2026-12-16'],
  });
  expect(world.settings.instructions.attributeNames).toEqual(['Floor', 'Gate code']);
  expect(screen.getAllByLabelText('Tuesday')[0]).toHaveProperty('value', '09:00-13:00');
  expect(saveBar()?.getAttribute('data-shown')).toBe('no');
});

test('rules that are tried take back no tag that another saved after they were opened', async () => {
  const world = busyWorld();
  const { user, toasts } = await renderPanel(world, '/rehearsal');
  await user.click(await screen.findByRole('button', { name: 'Further conditions' }));
  await user.type(screen.getByLabelText('Only orders with one of these tags'), 'vip{Enter}');
  const { automation } = world.settings;
  world.settings = { ...world.settings, automation: { ...automation, includeTags: ['today'] } };
  save();
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(world.settings.automation.includeTags).toEqual(['vip', 'today']);
});
