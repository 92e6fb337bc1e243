import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { problemOf } from '../testing/fake-api.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { rowOf, sampleDelivery, sampleOrder } from '../testing/sample-orders.ts';
import { manualMode } from '../testing/sample-reasons.ts';
import { busyWorld, emptyWorld } from '../testing/sample-world.ts';

test('every row that is badged "Needs you" is counted and listed under "Needs you"', async () => {
  const { user } = await renderPanel(busyWorld(), '/deliveries');
  await screen.findByRole('link', { name: '#1001' });
  const badged = () =>
    screen
      .getAllByRole('row')
      .filter((row) => within(row).queryAllByText('Needs you').length > 0)
      .map((row) => within(row).getByRole('link').textContent);
  const needing = badged();
  expect(needing).toContain('#1006');
  await user.click(screen.getByRole('button', { name: `Needs you ${needing.length}` }));
  await screen.findByRole('button', { name: `Needs you ${needing.length}`, pressed: true });
  expect(badged()).toEqual(needing);
});

test.each([
  ['searches once the typing has stopped', () => undefined, 1],
  // What a press on an order does at once; the screen follows when its scripts have come.
  ['leaves the press on an order alone', () => history.pushState(null, '', '/deliveries/987654321001'), 0],
])('a name that is typed %s', async (_case, meanwhile, searches) => {
  const world = busyWorld();
  await renderPanel(world, '/deliveries');
  const field = await screen.findByLabelText('Search');
  const { pathname } = location;
  onTestFinished(() => history.replaceState(null, '', pathname));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.change(field, { target: { value: 'Zanele' } });
  meanwhile();
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(world.calls.filter(({ path }) => path === '/api/deliveries/search')).toHaveLength(searches);
});

test.each([
  ['an order number', '\u202a#1004\u202c'],
  ['a reference', '1004-2\u200b'],
])('%s that is pasted with marks that nobody sees is searched for without them, once', async (_case, pasted) => {
  const world = busyWorld();
  await renderPanel(world, '/deliveries');
  const field = await screen.findByLabelText('Search');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const before = world.calls.length;
  fireEvent.change(field, { target: { value: pasted } });
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  const seen = pasted.replace(/[\u202a\u202c\u200b]/g, '');
  const searched = world.calls
    .slice(before)
    .map(({ path, body }) => new URL(path, location.href).searchParams.get('query') ?? Object(body).text);
  expect(searched).toEqual([seen]);
});

test('a name is typed on after a space and a pause, and what another press searches for is taken over', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/deliveries');
  const field = await screen.findByLabelText('Search');
  const searches = () => world.calls.flatMap(({ path, body }) => (path.endsWith('/search') ? [body] : []));
  await user.type(field, 'Thandi ');
  await waitFor(() => expect(searches()).toHaveLength(1));
  await user.type(field, 'Mokoena');
  expect(field).toHaveProperty('value', 'Thandi Mokoena');
  await waitFor(() => expect(searches().at(-1)).toMatchObject({ text: 'Thandi Mokoena' }));
  await user.clear(field);
  await user.type(field, 'Nobody at all');
  // Typed slowly, the first word alone finds nobody, and that answer's button goes with the next search.
  await waitFor(() => expect(searches().at(-1)).toMatchObject({ text: 'Nobody at all' }));
  await user.click((await screen.findAllByRole('button', { name: 'Show all' }))[0] as HTMLElement);
  await waitFor(() => expect(field).toHaveProperty('value', ''));
});

const placed = (count: number) =>
  Array.from({ length: count }, (_, index) => rowOf(sampleOrder(2000 + index, 'placed')));

test('a page that was opened by its address leads back to the first', async () => {
  const world = emptyWorld();
  world.deliveries = placed(30);
  const { user } = await renderPanel(world, '/deliveries?cursor=25');
  await user.click(await screen.findByRole('button', { name: 'Previous' }));
  await screen.findByRole('link', { name: '#2000' });
});

test('a page whose orders have moved up gives way to the first', async () => {
  const world = emptyWorld();
  world.deliveries = placed(25);
  await renderPanel(world, '/deliveries?cursor=25');
  await screen.findByRole('link', { name: '#2000' });
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
});

test('a view that cannot be read leaves the search, the views and the filters, without figures of another', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/deliveries');
  await screen.findByRole('link', { name: '#1001' });
  world.failing.set('GET /api/deliveries', problemOf(500, 'Broken'));
  await user.click(screen.getByRole('button', { name: 'Booked 2' }));
  await screen.findByText('The deliveries could not be loaded');
  expect(screen.getByLabelText('Search')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Date, location and sorting' })).toBeTruthy();
  await screen.findByRole('button', { name: 'Booked', pressed: true });
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  world.failing.clear();
  await user.click(screen.getByRole('button', { name: 'All' }));
  await screen.findByRole('link', { name: '#1001' });
  expect(screen.queryByText('The deliveries could not be loaded')).toBeNull();
});

test('an address that the API refuses offers all deliveries instead of asking for ever', async () => {
  const { user } = await renderPanel(busyWorld(), '/deliveries?from=2026-02-31');
  await screen.findByText('The deliveries could not be loaded');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByLabelText('Search')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await screen.findByRole('link', { name: '#1001' });
});

test("a page of something before the app is not saved as the merchant's file", async () => {
  const { user, toasts } = await renderPanel(busyWorld(), '/deliveries');
  const answer = globalThis.fetch;
  const page = () => new Response('<!doctype html><h1>Sign in</h1>', { headers: { 'Content-Type': 'text/html' } });
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.startsWith('/api/deliveries.csv') ? Promise.resolve(page()) : answer(address, init),
  );
  const saved = vi.spyOn(URL, 'createObjectURL');
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await screen.findByText('The app gave an answer that could not be read');
  expect([saved.mock.calls, toasts]).toEqual([[], []]);
});

test('a search by name is not exported, and that is said until the search is another', async () => {
  const { user } = await renderPanel(busyWorld(), '/deliveries');
  const asked = vi.spyOn(globalThis, 'fetch');
  await user.type(await screen.findByLabelText('Search'), 'Nobody');
  await screen.findByText('Nothing found for “Nobody”');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('A search by name or phone is not exported');
  expect(asked.mock.calls.filter(([address]) => String(address).includes('.csv'))).toEqual([]);
  await user.clear(screen.getByLabelText('Search'));
  await waitFor(() => expect(screen.queryByText('A search by name or phone is not exported')).toBeNull());
});

test('where a view does not come, no orders of the former one stand under it', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/deliveries');
  await screen.findByRole('link', { name: '#1004' });
  world.failing.set('GET /api/deliveries', problemOf(503, 'Busy', { detail: 'The database does not answer.' }));
  world.retryAfterSeconds = 0.2;
  await user.click(screen.getByRole('button', { name: 'Booked 2' }));
  await screen.findByText('The database does not answer.');
  expect(screen.queryAllByRole('link', { name: /^#/ })).toEqual([]);
  expect(screen.getByText('The app tries again by itself.')).toBeTruthy();
  world.failing.clear();
  await screen.findByRole('link', { name: '#1006' });
  expect(screen.queryByRole('link', { name: '#1004' })).toBeNull();
});

test('a view that is refused stays refused, with its press, and is not asked for again and again', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/deliveries');
  await screen.findByRole('link', { name: '#1004' });
  world.failing.set('GET /api/deliveries', problemOf(400, 'Refused', { detail: 'The books are closed.' }));
  const asked = () => world.calls.filter(({ path }) => path.includes('state=placed')).length;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await user.click(screen.getByRole('button', { name: 'Booked 2' }));
  const press = await screen.findByRole('button', { name: 'Show all' });
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect([press.isConnected, asked()]).toEqual([true, 1]);
});

test('where nothing is left to send, that is said, and the list is read anew', async () => {
  const world = busyWorld();
  const orders = [2000, 2001].map((number) => sampleOrder(number, 'skipped', manualMode));
  world.deliveries = [...orders.map((order) => rowOf(order)), ...world.deliveries];
  const { user, toasts } = await renderPanel(world, '/deliveries?view=to_send');
  const press = await screen.findByRole('button', { name: 'Send 2 orders' });
  world.deliveries = world.deliveries.filter(({ reason }) => reason?.code !== manualMode.code);
  await user.click(press);
  await waitFor(() => expect(press.isConnected).toBe(false));
  expect(toasts).toEqual(['No order is left to send']);
});

test('a location to which the list is narrowed is named though it is not listed, and can be taken away', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/deliveries?locationId=4711');
  const menu = await screen.findByLabelText<HTMLSelectElement>('Location');
  expect(menu.selectedOptions[0]?.textContent).toBe('Location 4711');
  await user.selectOptions(menu, 'Every location');
  await waitFor(() => expect(world.calls.at(-1)?.path).not.toContain('locationId'));
});

test('two deliveries of one order have boxes of two names', async () => {
  const world = busyWorld();
  const order = sampleOrder(1042, 'placed');
  const rows = ['1042', '1042-R2'].map((reference) => rowOf({ ...order, deliveries: [sampleDelivery(reference)] }));
  world.deliveries = [...rows, ...world.deliveries];
  const { user, toasts } = await renderPanel(world, '/deliveries');
  await user.click(await screen.findByRole('checkbox', { name: 'Select #1042 1042-R2' }));
  expect(screen.getByRole('checkbox', { name: 'Select #1042 1042', checked: false })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Select #1001' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(toasts).toEqual(['Sending 1 order']);
});

test.each([
  ['alone says what it looks at', '/deliveries?query=1999', /^We looked for order numbers/],
  [
    'in a view leads out of that view, too',
    '/deliveries?query=1999&view=needs_you',
    /^Change the search or the filters/,
  ],
])('a search that finds nothing %s', async (_case, path, text) => {
  await renderPanel(busyWorld(), path);
  expect(await screen.findByText('Nothing found for “1999”')).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});
