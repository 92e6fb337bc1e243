import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problemOf } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld } from '../../testing/sample-world.ts';

test('the panel opens in the language that the person chose before, whatever the admin speaks', async () => {
  const world = busyWorld();
  world.overview = { ...world.overview, language: 'zu' };
  await renderPanel(world, '/', 'af');
  expect(await screen.findByText('Izikhathi zanamuhla')).toBeTruthy();
  expect(document.documentElement.lang).toBe('zu');
});

test('a language is chosen in Settings, used at once and kept; who reads it is told that nobody has checked it', async () => {
  const world = busyWorld();
  const { user, toasts } = await renderPanel(world, '/settings');
  const menu = await screen.findByLabelText('Show the app in');
  expect(screen.queryByText(/native speaker/)).toBeNull();
  await user.selectOptions(menu, 'Afrikaans');
  expect(await screen.findByText(/moedertaalspreker/)).toBeTruthy();
  expect(await screen.findByRole('heading', { level: 1, name: 'Instellings' })).toBeTruthy();
  expect(toasts).toEqual(['Jou taal is bewaar']);
  expect(world.overview.language).toBe('af');
});

test('a choice that could not be kept says so, and the panel stays as it was', async () => {
  const world = busyWorld();
  world.failing.set('PUT /api/language', problemOf(409, 'Unknown'));
  const { user } = await renderPanel(world, '/settings');
  await user.selectOptions(await screen.findByLabelText('Show the app in'), 'isiZulu');
  await waitFor(() => expect(screen.getByText('Your language was not kept')).toBeTruthy());
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
});
