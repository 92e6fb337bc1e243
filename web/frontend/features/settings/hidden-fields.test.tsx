import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld } from '../../testing/sample-world.ts';

const save = () => document.querySelector<HTMLButtonElement>('ui-save-bar button[variant=primary]')?.click();
const saved = (world: ReturnType<typeof busyWorld>) =>
  world.calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
const faults = () => [...document.querySelectorAll('#main ul a[href^="#"]')].map(({ textContent }) => textContent);
type User = Awaited<ReturnType<typeof renderPanel>>['user'];

/** Leaves a field empty that must not be, and hides it. */
async function emptyMinutes(user: User): Promise<void> {
  await user.click(await screen.findByLabelText(/^Some time after payment/));
  await user.clear(screen.getByLabelText('Wait for'));
  await user.click(screen.getByLabelText('As soon as the order is paid'));
}

test('a rate that is taken back takes its unfinished lines along', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/settings');
  const offer = await screen.findByLabelText('Offer same-day delivery at checkout');
  await user.click(offer);
  await user.click(screen.getByRole('button', { name: 'Add postcodes' }));
  await user.click(offer);
  await user.type(screen.getByLabelText('Tag of fragile products'), '!');
  save();
  await waitFor(() => expect(saved(world)).toEqual([{ fragileTag: 'fragile!' }]));
});

test('minutes that no longer count keep nothing from being saved', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/settings');
  await emptyMinutes(user);
  await user.type(screen.getByLabelText('Tag of fragile products'), '!');
  save();
  await waitFor(() => expect(saved(world)).toEqual([{ fragileTag: 'fragile!' }]));
});

test('nor from being tried and kept', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/rehearsal');
  await emptyMinutes(user);
  await user.click(screen.getByLabelText('None: I send each order myself'));
  save();
  await waitFor(() => expect(saved(world)).toEqual([{ automation: { mode: 'manual' } }]));
});

test('opening hours and postcodes that are no such thing are marked, each with a link to it', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/settings');
  const [monday] = await screen.findAllByLabelText('Monday');
  const [tuesday] = screen.getAllByLabelText('Tuesday');
  await user.type(monday as HTMLElement, '8-17');
  await user.type(tuesday as HTMLElement, '08:00-17:00');
  await user.click(screen.getByLabelText('Offer same-day delivery at checkout'));
  await user.type(screen.getByLabelText('Price'), '50');
  await user.click(screen.getByRole('button', { name: 'Add postcodes' }));
  await user.type(screen.getByLabelText('From postcode'), '8001');
  save();
  await waitFor(() => expect(faults()).toEqual(['Monday', 'To postcode', 'Price here']));
  expect(saved(world)).toEqual([]);
});
