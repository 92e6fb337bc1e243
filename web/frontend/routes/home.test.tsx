import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Overview, overview } from '#api-contract/overview.ts';
import { overviewKey } from '../shared/api/get-overview.ts';
import { problemOf } from '../testing/fake-api.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { orderIdOf } from '../testing/sample-orders.ts';
import { busyWorld, emptyWorld } from '../testing/sample-world.ts';

const statuses = overview.shape.status.options;
const byHand: Partial<Overview> = { status: 'manual', toSend: 20 };
const titles: Record<Overview['status'], RegExp> = {
  working: /^Running/,
  manual: /^You send orders yourself/,
  key_unchecked: /not proven yet/,
  test_mode: /^Test mode: paid orders do NOT get a driver/,
  paused: /^Paused/,
  no_key: /the API key$/,
  key_refused: /refuses the API key/,
  service_down: /does not answer/,
  address_wrong: /cannot be reached/,
  reads_refused: /may not read your orders/,
  settings_unread: /from a newer version/,
  scopes_missing: /may no longer do all/,
  reconnect: /connection to Shopify has ended/,
};

test.each(statuses)('the status %s is the first thing that is said', async (status) => {
  const world = busyWorld();
  world.overview = { ...world.overview, status };
  await renderPanel(world, '/');
  expect(await screen.findByRole('heading', { level: 2, name: titles[status] })).toBeTruthy();
});

test('a test of the key that proves nothing says what it came to', async () => {
  const world = busyWorld();
  world.overview = { ...world.overview, status: 'key_unchecked' };
  world.courierTest = { ok: false, kind: 'unreachable', message: 'The delivery service could not be reached.' };
  const { user } = await renderPanel(world, '/');
  await user.click(await screen.findByRole('button', { name: 'Test key' }));
  expect(await screen.findByText('The connection does not work')).toBeTruthy();
  expect(screen.getByText(/^The service could not be reached, so we do not know/)).toBeTruthy();
});

test('pausing and resuming is one press each', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/');
  await user.click(await screen.findByRole('button', { name: 'Pause' }));
  await user.click(await screen.findByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(world.settings.paused).toBe(false));
  expect(await screen.findByText(/^Running/)).toBeTruthy();
});

test('a press counts while Home is being read again', async () => {
  const world = busyWorld();
  world.overview = { ...world.overview, status: 'paused', paused: true };
  const { user, client } = await renderPanel(world, '/');
  const resume = await screen.findByRole('button', { name: 'Resume' });
  world.failing.set('GET /api/overview', 'hang');
  void client.invalidateQueries();
  await waitFor(() => expect(client.isFetching()).toBeGreaterThan(0));
  await user.click(resume);
  await waitFor(() => expect(world.calls).toContainEqual(expect.objectContaining({ body: { paused: false } })));
});

test('what an order lacks is typed in its row, and sent with one press', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/');
  await user.type(await screen.findByLabelText("Recipient's phone"), '082 123 4567{Enter}');
  const sent = () => world.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/send'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ mode: 'again', corrections: { dropoff_contact_phone: '082 123 4567' } });
});

test('an order that is missing since longer than a day is said, and counted among the paid orders below', async () => {
  const world = busyWorld();
  world.overview = { ...world.overview, last7d: { ...world.overview.last7d, unexplained: 1 } };
  const { user } = await renderPanel(world, '/');
  expect(await screen.findByText('1 paid order is missing')).toBeTruthy();
  expect(screen.getByText(/^Shopify has it as paid/)).toBeTruthy();
  const missing = () => screen.getByText('Missing').textContent;
  expect(missing()).toBe('1Missing');
  await user.click(screen.getByRole('button', { name: '24 hours' }));
  await waitFor(() => expect(missing()).toBe('0Missing'));
});

/** What became doubtful after booking, in the order of its slots. */
const doubted = (...whats: Overview['changed'][number]['what'][]): Overview['changed'] =>
  whats.map((what, at) => {
    const number = 2001 + at;
    return { orderId: orderIdOf(number), orderName: `#${number}`, orderReference: `${number}`, what, slot: null };
  });

test.each<[string, Partial<Overview>, string]>([
  [
    'a driver who comes for a cancelled order',
    { changed: doubted('address', 'failed', 'ended') },
    'Decide on order #2003',
  ],
  ['a second driver', { changed: doubted('goods', 'second_driver') }, 'Decide on order #2002'],
  ['a driver who comes for nothing, by hand', { ...byHand, changed: doubted('ended') }, 'Decide on order #2001'],
  ['a driver who comes for goods on hold', { changed: doubted('address', 'on_hold') }, 'Decide on order #2002'],
  ['a driver with the old address', { changed: doubted('address') }, 'Decide on order #2001'],
  ['what waits to be sent by hand', { ...byHand, changed: doubted('address') }, 'Send orders'],
  ['what cannot be sent', { changed: [] }, 'Fix #1003'],
])('the press of Home leads to the worst: %s', async (_name, changes, press) => {
  const world = busyWorld();
  world.overview = { ...world.overview, driftAlarms: 3, ...changes };
  await renderPanel(world, '/');
  const links = await screen.findAllByRole('link', { name: press });
  expect(links[0]?.className).toContain('variantPrimary');
  const order = press.replace(/^(Fix|Decide on order) /, '');
  const rows = screen.getAllByRole('heading', { level: 3 });
  if (order !== 'Send orders' && world.overview.changed.length > 0)
    expect(rows[0]?.textContent).toMatch(new RegExp(`^${order}: `));
});

test('where orders were not compared with Shopify lately, nothing is said to be accounted for', async () => {
  const world = busyWorld();
  const unknown = { ...world.overview.last7d, unexplained: null };
  world.overview = { ...world.overview, last24h: unknown, last7d: unknown, comparedAt: '2026-11-21T06:04:00Z' };
  await renderPanel(world, '/');
  expect(await screen.findByText(/^Last compared with Shopify on 21 Nov, 08:04/)).toBeTruthy();
  expect(screen.queryByText(/accounted for/)).toBeNull();
});

test('the first comparison with Shopify is said to be under way', async () => {
  const world = busyWorld();
  const unknown = { ...world.overview.last7d, unexplained: null };
  world.overview = { ...world.overview, last24h: unknown, last7d: unknown, comparedAt: null };
  await renderPanel(world, '/');
  expect(await screen.findByText(/compared with Shopify for the first time/)).toBeTruthy();
  expect(screen.getByText('not yet')).toBeTruthy();
});

test('within what 19 of 20 were booked is said only where so many were', async () => {
  const world = busyWorld();
  const { client } = await renderPanel(world, '/');
  expect(await screen.findByText('19 of 20 booked within')).toBeTruthy();
  world.overview = { ...world.overview, paidToPlacedSeconds: { median: 11, p95: null } };
  await client.invalidateQueries({ queryKey: overviewKey });
  await waitFor(() => expect(screen.queryByText('19 of 20 booked within')).toBeNull());
});

test('the set-up guide shows the first open step, places the test order and can be hidden', async () => {
  const world = emptyWorld();
  world.overview = { ...world.overview, setup: { ...world.overview.setup, testKeySet: true, testKeyAccepted: true } };
  world.courierTest = { ok: true, message: 'Delivery T-1, today 14:00.', kind: null };
  const { user } = await renderPanel(world, '/');
  await user.click(await screen.findByRole('button', { name: 'Book test order' }));
  expect(await screen.findByText('Delivery T-1, today 14:00.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Hide guide' }));
  await waitFor(() => expect(screen.queryByText('Set-up guide')).toBeNull());
});

test('where the test order was the last step, the guide stays to say what became of it', async () => {
  const world = emptyWorld();
  const keys = { testKeySet: true, testKeyAccepted: true, keySet: true, keyAccepted: true };
  const setup = { ...world.overview.setup, ...keys, locationsComplete: true, mailConfirmed: null, firstPlaced: true };
  world.overview = { ...world.overview, setup };
  world.courierTest = { ok: true, message: 'Delivery T-1, today 14:00.', kind: null };
  const { user } = await renderPanel(world, '/');
  const press = await screen.findByRole('button', { name: 'Book test order' });
  world.overview = { ...world.overview, setup: { ...setup, testOrderPlaced: true } };
  await user.click(press);
  expect(await screen.findByText('5 of 5 steps done')).toBeTruthy();
  expect(screen.getByText('Delivery T-1, today 14:00.')).toBeTruthy();
  world.overview = { ...world.overview, setup: { ...setup, testOrderPlaced: true, dismissed: true } };
  await user.click(screen.getByRole('button', { name: 'Hide guide' }));
  await waitFor(() => expect(screen.queryByText('Set-up guide')).toBeNull());
});

test('a new shop is told one next step: that of its guide, and the key where that is hidden', async () => {
  const world = emptyWorld();
  const { user, container } = await renderPanel(world, '/');
  const step = await screen.findByRole('link', { name: 'Enter test key' });
  const primary = () => [...container.querySelectorAll('[class*="variantPrimary"]')].map((one) => one.textContent);
  expect(primary()).toEqual(['Enter test key']);
  expect(step.getAttribute('href')).toBe('/settings#keys');
  await user.click(screen.getByRole('button', { name: 'Hide guide' }));
  await waitFor(() => expect(primary()).toEqual(['Enter API key']));
});

test('the guide takes the shop’s own contact for e-mails in one press, and says that its link is to be pressed', async () => {
  const world = emptyWorld();
  const ready = { testKeySet: true, testKeyAccepted: true, keySet: true, keyAccepted: true };
  const setup = { ...world.overview.setup, ...ready, testOrderPlaced: true, locationsComplete: true };
  world.overview = { ...world.overview, setup: { ...setup, mailConfirmed: false } };
  const { user } = await renderPanel(world, '/');
  const press = await screen.findByRole('button', { name: 'Use owner@kettles.example' });
  world.mailAddress = {
    ...world.mailAddress,
    address: 'owner@kettles.example',
    contact: null,
    linkSentAt: '2026-11-21T09:30:00Z',
  };
  await user.click(press);
  expect(await screen.findByText(/We sent a link to owner@kettles\.example/)).toBeTruthy();
  expect(world.calls.filter(({ method, path }) => method === 'PUT' && path === '/api/settings')).toMatchObject([
    { body: { notifications: { email: 'owner@kettles.example' } } },
  ]);
});

test('beside an order to see to, the guide leads to nothing else', async () => {
  const world = busyWorld();
  world.overview = { ...world.overview, setup: { ...world.overview.setup, mailConfirmed: false } };
  const { container } = await renderPanel(world, '/');
  await screen.findByRole('button', { name: 'Use owner@kettles.example' });
  const primary = [...container.querySelectorAll('[class*="variantPrimary"]')].map((one) => one.textContent);
  expect(primary).toEqual(['Decide on order #1006']);
});

test('a failing overview says so and can be tried again', async () => {
  const world = busyWorld();
  world.failing.set('GET /api/overview', problemOf(400, 'Broken', { detail: 'The books are closed.' }));
  const { user } = await renderPanel(world, '/');
  expect(await screen.findByText('The books are closed.')).toBeTruthy();
  world.failing.clear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Running/)).toBeTruthy();
});

test("a press in the admin's menu opens the screen without loading the panel anew", async () => {
  await renderPanel(busyWorld(), '/');
  await screen.findByText(/^Running/);
  const link = document.querySelector('ui-nav-menu a[href="/settings"]');
  const press = new CustomEvent('shopify:navigate', { bubbles: true, cancelable: true });
  link?.dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
  expect(await screen.findByLabelText('Prefix before the order number')).toBeTruthy();
});

test('a slot over midnight keeps its beginning, and the day on which it ends', async () => {
  const world = busyWorld();
  const [slot] = world.overview.day;
  if (!slot) throw new Error('the sample has no slot');
  const text = 'Sat 21 Nov 2026, 22:00 – Sun 22 Nov 2026, 01:00';
  world.overview = { ...world.overview, day: [{ ...slot, slot: { ...slot.slot, text } }] };
  await renderPanel(world, '/');
  expect(await screen.findByText('22:00 – Sun 22 Nov 2026, 01:00')).toBeTruthy();
});

test('a session that has ended is not called an app that does not answer', async () => {
  const world = busyWorld();
  const { client } = await renderPanel(world, '/');
  await screen.findByText(/^Running/);
  world.down = problemOf(401, 'No session');
  await client.refetchQueries({ queryKey: overviewKey });
  await screen.findByText(/^Not up to date: last read at/);
  expect(screen.getByText('Open this app again from your Shopify admin.')).toBeTruthy();
  expect(screen.queryByText(/^The app did not answer/)).toBeNull();
  expect(screen.queryByText(/check your connection/)).toBeNull();
});

test('in the evening the packing list of a slot of tomorrow is one press away, once for all of its parcels', async () => {
  const world = busyWorld();
  const slot = {
    ...{ start: '2026-11-23T05:00:00Z', end: '2026-11-23T07:00:00Z' },
    text: 'Mon 23 Nov 2026, 07:00–09:00',
  };
  const { nextSlots } = world.overview;
  world.overview = { ...world.overview, day: [], nextSlots: nextSlots.map((one) => ({ ...one, slot })) };
  await renderPanel(world, '/');
  const lists = await screen.findAllByRole('link', { name: 'Packing list' });
  expect(lists.map((link) => link.getAttribute('href'))).toEqual([
    expect.stringMatching(/\/packing-list\?start=2026-11-23T05/),
  ]);
});
