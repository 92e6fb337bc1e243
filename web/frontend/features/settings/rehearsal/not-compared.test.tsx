import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problemOf } from '../../../testing/fake-api.ts';
import { renderPanel } from '../../../testing/render-panel.tsx';
import { busyWorld } from '../../../testing/sample-world.ts';

const save = () => document.querySelector<HTMLButtonElement>('ui-save-bar button[variant=primary]')?.click();

test.each(['/rehearsal', '/settings'])(
  'Save on %s leads to what is wrong, also where it was folded away',
  async (path) => {
    const world = busyWorld();
    const { user } = await renderPanel(world, path);
    const conditions = await screen.findByRole('button', { name: 'Further conditions' });
    await user.click(conditions);
    await user.type(await screen.findByLabelText('Worth at least'), 'abc');
    await user.click(conditions);
    save();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'), { timeout: 3000 });
    expect(world.calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  },
);

test('no difference is counted before the changed rules were tried', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/rehearsal');
  await screen.findAllByText(/would be sent\./);
  world.slow.set('POST /api/rehearsal', new Promise(() => undefined));
  await user.click(screen.getByLabelText('None: I send each order myself'));
  await waitFor(() => expect(world.calls.filter(({ path }) => path === '/api/rehearsal').length).toBe(2), {
    timeout: 3000,
  });
  expect(document.querySelector('#main')?.textContent).not.toMatch(/\d+ differs? from your current rules/);
});

test('no difference is counted from what could not be read', async () => {
  const world = busyWorld();
  world.failing.set('POST /api/rehearsal', problemOf(409, 'Gone wrong'));
  const { user } = await renderPanel(world, '/rehearsal');
  await screen.findByText(/Gone wrong/);
  world.failing.delete('POST /api/rehearsal');
  await user.click(screen.getByLabelText('None: I send each order myself'));
  await screen.findAllByText(/would be sent\./, {}, { timeout: 3000 });
  expect(document.querySelector('#main')?.textContent).not.toMatch(/\d+ differs? from your current rules/);
});
