import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { locationSettings } from '#api-contract/settings.ts';
import { problemOf } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld } from '../../testing/sample-world.ts';
import type { World } from '../../testing/world.ts';

const saved = (world: World) => world.calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
/** The save bar's buttons are drawn by the admin, so they are pressed as App Bridge does. */
const save = () => document.querySelector<HTMLButtonElement>('ui-save-bar button[variant=primary]')?.click();
const offer = 'Offer same-day delivery at checkout';
const refusal = problemOf(409, 'Not done', {
  ...{ type: 'urn:same-day-delivery:problem:write-shipping-missing', field: 'checkoutRate.enabled' },
  ...{ detail: 'Shopify has not let the app add a rate at checkout.', nextStep: 'Switch it on again and approve it.' },
});

test('it is off, and shows its price only once it is on; without one it is not saved', async () => {
  const world = busyWorld();
  const { user, scopes } = await renderPanel(world, '/settings');
  const box = await screen.findByLabelText(offer);
  expect(box).toHaveProperty('checked', false);
  expect(screen.queryByLabelText('Free from this value of goods')).toBeNull();
  await user.click(box);
  expect(screen.getByLabelText('Price').getAttribute('aria-invalid')).toBe('true');
  save();
  expect([scopes.asked, saved(world)]).toEqual([[], []]);
});

test('Shopify asks for the scope when it is switched on, once, and what was typed is saved', async () => {
  const world = busyWorld();
  const { user, scopes, toasts } = await renderPanel(world, '/settings');
  await user.click(await screen.findByLabelText(offer));
  await user.type(screen.getByLabelText('Price'), '79,5');
  await user.type(screen.getByLabelText('Free from this value of goods'), '1500');
  await user.click(screen.getByRole('button', { name: 'Add postcodes' }));
  await user.type(screen.getByLabelText('From postcode'), '7700');
  await user.type(screen.getByLabelText('To postcode'), '7999');
  await user.type(screen.getByLabelText('Price here'), '120');
  save();
  await waitFor(() => expect(toasts).toEqual(['Settings saved']));
  const bands = [{ from: '7700', to: '7999', price: 120 }];
  expect(saved(world)).toEqual([{ checkoutRate: { enabled: true, price: 79.5, freeAbove: 1500, bands } }]);
  expect(scopes.asked).toEqual([['write_shipping']]);
  await user.click(screen.getByRole('button', { name: 'Remove the price for 7700 to 7999' }));
  save();
  await waitFor(() => expect(saved(world)).toHaveLength(2));
  expect(saved(world)[1]).toEqual({ checkoutRate: { bands: [] } });
  expect(scopes.asked).toHaveLength(1);
});

test('a merchant who refuses the scope reads beside the box what that means; nothing is taken for saved', async () => {
  const world = busyWorld();
  world.failing.set('PUT /api/settings', refusal);
  const { user, scopes, toasts } = await renderPanel(world, '/settings');
  scopes.answer = 'declined-all';
  await user.click(await screen.findByLabelText(offer));
  await user.type(screen.getByLabelText('Price'), '50');
  save();
  expect(await screen.findByText('The settings were not saved')).toBeTruthy();
  expect(screen.getAllByText(refusal.detail)).toHaveLength(2);
  expect(screen.getByText('Switch it on again and approve it.')).toBeTruthy();
  const box = screen.getByLabelText(offer);
  expect([box.getAttribute('aria-invalid'), toasts]).toEqual(['true', []]);
  expect(world.settings.checkoutRate.enabled).toBe(false);
});

const never = 'No buyer is offered it as things stand';
test.each([
  ['while orders go by themselves', (_world: World) => undefined, null],
  ['by hand', (world: World) => (world.overview = { ...world.overview, status: 'manual' }), /^You send each order/],
  ['while paused', (world: World) => (world.overview = { ...world.overview, status: 'paused' }), /^The app is paused/],
  [
    'while the key is refused',
    (world: World) => (world.overview = { ...world.overview, status: 'key_refused' }),
    /^Orders cannot/,
  ],
  [
    'where no hour is left for it',
    (world: World) => (world.overview = { ...world.overview, offerHours: false }),
    /no time is left to offer it/,
  ],
  ['for tags', (world: World) => world.settings.automation.includeTags.push('vip'), /certain tags/],
])('it says whether anybody is offered it %s', async (_name, prepare, expected) => {
  const world = busyWorld();
  prepare(world);
  const { user } = await renderPanel(world, '/settings');
  await user.click(await screen.findByLabelText(offer));
  expect(screen.queryByText(never) === null).toBe(expected === null);
  if (expected) expect(screen.getByText(expected)).toBeTruthy();
});

test('it says that nothing ends the day at checkout, until a cut-off or opening hours do', async () => {
  const world = busyWorld();
  world.settings = { ...world.settings, locations: {} };
  world.settings.automation.cutOff = null;
  const { user, client } = await renderPanel(world, '/settings');
  const title = /^Neither a daily cut-off nor opening hours/;
  expect(screen.queryByText(title)).toBeNull();
  await user.click(await screen.findByLabelText(offer));
  expect(screen.getByText(title)).toBeTruthy();
  await user.type(screen.getByLabelText('Daily cut-off'), '15:00');
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  await user.clear(screen.getByLabelText('Daily cut-off'));
  expect(await screen.findByText(title)).toBeTruthy();
  const hours = [{ day: 'monday', open: '08:00', close: '17:00' }];
  world.settings = { ...world.settings, locations: { 9001: locationSettings.parse({ hours }) } };
  await client.invalidateQueries();
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  expect(screen.queryByText('Checkout may promise more than your rules keep')).toBeNull();
});

test('it says that goods of locations that the rules leave out are promised it too', async () => {
  const world = busyWorld();
  world.settings.automation.cutOff = '15:00';
  world.settings.automation.locationIds = ['9001'];
  const { user } = await renderPanel(world, '/settings');
  await user.click(await screen.findByLabelText(offer));
  expect(screen.getByText(/^Your rules send from some locations only/)).toBeTruthy();
  expect(screen.queryByText(/^Neither a daily cut-off/)).toBeNull();
});

test('the refusal is said in the language of the panel', async () => {
  const world = busyWorld();
  world.failing.set('PUT /api/settings', refusal);
  const { user } = await renderPanel(world, '/settings', 'af');
  await user.click(await screen.findByLabelText('Bied aflewering op dieselfde dag by die betaalpunt aan'));
  await user.type(screen.getByLabelText('Prys'), '50');
  save();
  expect(await screen.findByText(/^Skakel dit weer aan/)).toBeTruthy();
});
