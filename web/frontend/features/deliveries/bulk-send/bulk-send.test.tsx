import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { bulkSendBody } from '#api-contract/bulk-send.ts';
import { problemOf } from '../../../testing/fake-api.ts';
import { renderPanel } from '../../../testing/render-panel.tsx';
import { rowOf, sampleOrder } from '../../../testing/sample-orders.ts';
import { manualMode, phoneMissing } from '../../../testing/sample-reasons.ts';
import { busyWorld, emptyWorld } from '../../../testing/sample-world.ts';

const batches = (world: ReturnType<typeof emptyWorld>) =>
  world.calls
    .filter(({ path }) => path === '/api/orders/send')
    .map(({ body }) => bulkSendBody.parse(body).orderIds.length);

const sendButton = () => screen.getByRole('button', { name: 'Send' });

function manyOrders(length: number) {
  const world = emptyWorld();
  world.deliveries = Array.from({ length }, (_, index) => {
    const isFaulty = index % 15 === 0;
    return rowOf(sampleOrder(2000 + index, isFaulty ? 'needs_attention' : 'held', isFaulty ? phoneMissing : null));
  });
  return world;
}

test('a hundred orders go in batches, and the seven that failed are named with their reason', async () => {
  const world = manyOrders(100);
  const { user } = await renderPanel(world, '/deliveries');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 25+ orders' }));
  await screen.findByRole('checkbox', { name: '100 selected', checked: true });
  await user.click(sendButton());

  expect(await screen.findByText('93 being sent, 7 not sent')).toBeTruthy();
  expect(batches(world)).toEqual([25, 25, 25, 25]);
  expect(screen.getAllByText(new RegExp(phoneMissing.message)).length).toBeGreaterThanOrEqual(7);
});

test('no order of a paused shop is called sent: it waits, and the notice says for what', async () => {
  const world = manyOrders(3);
  world.overview = { ...world.overview, status: 'paused', paused: true };
  const { user } = await renderPanel(world, '/deliveries');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(sendButton());
  expect(await screen.findByText('0 being sent, 3 not sent')).toBeTruthy();
  expect(screen.getAllByText(/Sending is paused for this shop/)).toHaveLength(2);
});

test('of more orders than one press can send it is said how many are selected, before the press', async () => {
  const world = manyOrders(260);
  const { user } = await renderPanel(world, '/deliveries');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 25+ orders' }));
  await screen.findByRole('checkbox', { name: '250 selected', checked: true });
  await user.click(sendButton());
  await screen.findByText(/^\d+ being sent, \d+ not sent$/);
  expect(batches(world).reduce((sum, one) => sum + one, 0)).toBe(250);
});

test('until the whole list is there the press says that it is under way, and a failure leaves what was selected', async () => {
  const world = manyOrders(100);
  const list = Promise.withResolvers<void>();
  world.slow.set('GET /api/deliveries?limit=250', list.promise);
  const { user, toasts } = await renderPanel(world, '/deliveries');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 25+ orders' }));
  const press = sendButton();
  await user.click(press);
  expect(press.getAttribute('aria-busy')).toBe('true');
  await user.click(press);
  list.resolve();
  expect(await screen.findByText('93 being sent, 7 not sent')).toBeTruthy();
  expect([toasts, batches(world)]).toEqual([['Sending 100 orders'], [25, 25, 25, 25]]);
  await screen.findByRole('checkbox', { name: 'Select all on this page', checked: false });

  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 25+ orders' }));
  world.failing.set('GET /api/deliveries', problemOf(400, 'Refused', { detail: 'The books are closed.' }));
  await user.click(sendButton());
  await screen.findByText('The books are closed.');
  expect(screen.getByRole('checkbox', { name: '100 selected', checked: true })).toBeTruthy();
});

test('while all that was selected is being gathered, nothing looks as if it could be left out', async () => {
  const world = manyOrders(100);
  const list = Promise.withResolvers<void>();
  world.slow.set('GET /api/deliveries?limit=250', list.promise);
  const { user } = await renderPanel(world, '/deliveries');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 25+ orders' }));
  await user.click(sendButton());
  await user.click(screen.getByRole('checkbox', { name: 'Select #2001' }));
  expect(screen.getByRole('checkbox', { name: '100 selected', checked: true })).toBeTruthy();
  list.resolve();
  await screen.findByText('93 being sent, 7 not sent');
  expect(batches(world)).toEqual([25, 25, 25, 25]);
  await user.click(await screen.findByRole('checkbox', { name: 'Select #2001', checked: false }));
  expect(screen.getByRole('checkbox', { name: 'Select #2001', checked: true })).toBeTruthy();
});

test('what was selected is forgotten when other orders are shown', async () => {
  const { user } = await renderPanel(manyOrders(100), '/deliveries');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 25+ orders' }));
  await user.click(screen.getByRole('button', { name: /^On hold/ }));
  await screen.findByRole('checkbox', { name: 'Select all on this page', checked: false });
  await user.click(screen.getByRole('button', { name: /^All/ }));
  await screen.findByRole('checkbox', { name: 'Select all on this page', checked: false });
});

test('a batch that is refused fails its own orders only', async () => {
  const world = busyWorld();
  world.failing.set('POST /api/orders/send', problemOf(503, 'Busy', { detail: 'Try again in a minute.' }));
  const { user } = await renderPanel(world, '/deliveries');
  await user.click(await screen.findByRole('checkbox', { name: 'Select #1004' }));
  await user.click(sendButton());
  expect(await screen.findByText('0 being sent, 1 not sent')).toBeTruthy();
  expect(screen.getByText(/Try again in a minute/)).toBeTruthy();
});

test('of a batch without an answer nobody says that it was not sent', async () => {
  const { user } = await renderPanel(busyWorld(), '/deliveries');
  await user.click(await screen.findByRole('checkbox', { name: 'Select #1004' }));
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.startsWith('/api/orders/send') ? Promise.reject(new TypeError('Failed to fetch')) : answer(address, init),
  );
  await user.click(sendButton());
  expect(await screen.findByText("We didn't get an answer for 1 order; 0 being sent, 0 not sent")).toBeTruthy();
  expect(screen.getByText(/No answer came from the app/)).toBeTruthy();
});

test('the screen can be left while sending, and the result is there on return', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/deliveries');
  await user.click(await screen.findByRole('checkbox', { name: 'Select #1004' }));
  await user.click(sendButton());
  await user.click(screen.getByRole('link', { name: '#1001' }));
  await screen.findByText('Delivery 1001');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Deliveries' }));
  expect(await screen.findByText('1 order is being sent')).toBeTruthy();
});

test('what waits for a hand is sent 250 at a time, as the press says, and a press meanwhile starts nothing', async () => {
  const world = emptyWorld();
  world.deliveries = Array.from({ length: 300 }, (_, at) => rowOf(sampleOrder(2000 + at, 'skipped', manualMode)));
  const answer = Promise.withResolvers<void>();
  world.slow.set('POST /api/orders/send', answer.promise);
  const { user, toasts } = await renderPanel(world, '/deliveries?view=to_send');
  const press = await screen.findByRole('button', { name: 'Send 250 orders' });
  await user.click(press);
  await screen.findByText('0 of 250 done');
  await user.click(press);
  expect(toasts).toEqual(['Sending 250 orders']);
  answer.resolve();
  expect(await screen.findByText('250 orders are being sent')).toBeTruthy();
});
