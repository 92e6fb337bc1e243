import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problemOf } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld } from '../../testing/sample-world.ts';

const save = () => document.querySelector<HTMLButtonElement>('ui-save-bar button[variant=primary]')?.click();
const accepted = { ok: true, kind: 'accepted', message: 'The key is accepted.' } as const;
const refused = { ok: false, kind: 'key', message: 'Unauthorized.' } as const;

test.each([
  ['red', 'good', refused, accepted, 'The connection works'],
  ['green', 'bad', accepted, refused, 'The connection does not work'],
] as const)(
  'a %s verdict goes with its key: the %s one in its place is tested too',
  async (_was, _is, first, second, said) => {
    const world = { ...busyWorld(), courierTest: first };
    const { user } = await renderPanel(world, '/settings');
    const key = await screen.findByLabelText('API key');
    await user.type(key, 'first-0001');
    save();
    const verdicts = () =>
      screen.queryAllByText(/^The connection (works|does not work)$/).map((one) => one.textContent);
    await waitFor(() => expect(verdicts()).toHaveLength(1));
    world.courierTest = second;
    await user.type(key, 'second-0002');
    save();
    await screen.findByText('A key is set. It ends in 0002.');
    await waitFor(() => expect(verdicts()).toEqual([said]));
  },
);

test('a verdict goes with a key that is removed', async () => {
  const world = { ...busyWorld(), courierTest: accepted };
  const { user } = await renderPanel(world, '/settings');
  await user.click(
    (await screen.findAllByRole('button', { name: /^Test connection with the API key/ }))[0] as HTMLElement,
  );
  await screen.findByText('The connection works');
  await user.click(screen.getByRole('button', { name: 'Disconnect the API key' }));
  await user.click(screen.getByRole('button', { name: 'Remove key' }));
  await waitFor(() => expect(world.settings.courier.apiKey.set).toBe(false));
  await waitFor(() => expect(screen.queryByText('The connection works')).toBeNull());
});

test('a key that could not be removed is said to be there still', async () => {
  const world = busyWorld();
  world.failing.set('PUT /api/settings', problemOf(503, 'Busy'));
  const { user } = await renderPanel(world, '/settings');
  await user.click(await screen.findByRole('button', { name: 'Disconnect the API key' }));
  await user.click(screen.getByRole('button', { name: 'Remove key' }));
  await screen.findByText('The key was not removed');
  expect(screen.getByText('A key is set. It ends in 7f3a.')).toBeTruthy();
});
