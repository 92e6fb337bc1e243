import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { locationSettings } from '#api-contract/settings.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld } from '../../testing/sample-world.ts';

/** The save bar's buttons are drawn by the admin, so they are pressed as App Bridge does. */
const press = (selector: string) => document.querySelector<HTMLButtonElement>(`ui-save-bar ${selector}`)?.click();

/** Settings whose first location is open on Monday, the field of that day, and what was saved of it. */
async function withMonday() {
  const world = busyWorld();
  const [first] = world.locations.locations;
  if (!first) throw new Error('the sample has no location');
  const hours = [{ day: 'monday' as const, open: '08:00', close: '17:00' }];
  world.settings = { ...world.settings, locations: { [first.id]: locationSettings.parse({ hours }) } };
  const { user, toasts } = await renderPanel(world, '/settings');
  const [field] = (await screen.findAllByLabelText('Monday')) as HTMLInputElement[];
  if (!field) throw new Error('no Monday');
  const stored = () => world.settings.locations[first.id]?.hours;
  return { user, toasts, field, stored };
}

test('one digit of an opening hour is corrected', async () => {
  const { user, toasts, field, stored } = await withMonday();
  await user.click(field);
  field.setSelectionRange(1, 2);
  await user.keyboard('{Delete}');
  expect(field.value).toBe('0:00-17:00');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.keyboard('9');
  expect(field.value).toBe('09:00-17:00');
  press('button[variant=primary]');
  await waitFor(() => expect(toasts).toEqual(['Settings saved']));
  expect(stored()).toEqual([{ day: 'monday', open: '09:00', close: '17:00' }]);
});

test('a digit that was only taken away is no midnight, and discarding brings it back', async () => {
  const { user, field } = await withMonday();
  await user.click(field);
  field.setSelectionRange(1, 2);
  await user.keyboard('{Delete}');
  await user.tab();
  expect(field.value).toBe('0:00-17:00');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  press('button:not([variant])');
  await waitFor(() => expect(field.value).toBe('08:00-17:00'));
});

test('an hour of one digit has its nought once the field is left', async () => {
  const { user, toasts, field, stored } = await withMonday();
  await user.clear(field);
  await user.type(field, '7:30 - 9:00');
  await user.tab();
  expect(field.value).toBe('07:30-09:00');
  press('button[variant=primary]');
  await waitFor(() => expect(toasts).toEqual(['Settings saved']));
  expect(stored()).toEqual([{ day: 'monday', open: '07:30', close: '09:00' }]);
});

test('an example stands in one field only: a day without hours does not read as open', async () => {
  await withMonday();
  const [example] = screen.getAllByPlaceholderText('08:00-17:00');
  expect(example).toBe(screen.getAllByLabelText('Monday')[0]);
  const [sunday] = screen.getAllByLabelText('Sunday');
  expect(sunday?.getAttribute('placeholder') ?? '').toBe('');
});
