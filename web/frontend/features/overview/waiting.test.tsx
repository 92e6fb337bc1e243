import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overviewKey } from '../../shared/api/get-overview.ts';
import { problemOf } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf } from '../../testing/sample-orders.ts';
import { phoneMissing, phoneTooLong, sampleReason } from '../../testing/sample-reasons.ts';
import { busyWorld } from '../../testing/sample-world.ts';

const sent = (world: ReturnType<typeof busyWorld>) =>
  world.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/send'));

test('a missing phone is typed on Home and sent with one press', async () => {
  const world = busyWorld();
  const { user, toasts } = await renderPanel(world, '/');
  await user.type(await screen.findByLabelText("Recipient's phone"), '082 123 4567');
  await user.click(screen.getByRole('button', { name: 'Fix and send order #1002' }));
  await waitFor(() => expect(toasts).toEqual(['Sending']));
  expect(sent(world)).toMatchObject([
    {
      path: `/api/orders/${orderIdOf(1002)}/send`,
      body: { mode: 'again', corrections: { dropoff_contact_phone: '082 123 4567' } },
    },
  ]);
});

test('a wrong phone stands in its field as the buyer gave it, with what is wrong with it', async () => {
  const world = busyWorld();
  const [first, second] = world.overview.waiting;
  if (!first || !second) throw new Error('the sample has too few orders');
  const wrong = { ...second, reason: phoneTooLong, given: '08612345678' };
  world.overview = { ...world.overview, waiting: [first, wrong] };
  const { user, toasts } = await renderPanel(world, '/');
  const phone = await screen.findByLabelText("Recipient's phone");
  expect(phone).toHaveProperty('value', '08612345678');
  expect(screen.getByText(/^“08612345678” has 11 digits/)).toBeTruthy();
  const press = screen.getByRole('button', { name: 'Fix and send order #1002' });
  await user.click(press);
  expect(document.activeElement).toBe(phone);
  expect(sent(world)).toEqual([]);
  await user.clear(phone);
  await user.type(phone, '0861234567');
  await user.click(press);
  await waitFor(() => expect(toasts).toEqual(['Sending']));
});

const cityMissing = sampleReason('dropoff_city_missing', 'The shipping address has no city.');

test.each([
  ['as the buyer gave it stands there as he corrected it meanwhile', '', '40 Kloof Street'],
  ['that is being corrected stays as it is typed', ', Gardens', '4 Kloof Street, Gardens'],
])('an address %s', async (_name, typed, expected) => {
  const world = busyWorld();
  const [, second] = world.overview.waiting;
  if (!second) throw new Error('the sample has too few orders');
  const given = (address: string) => {
    const waiting = [{ ...second, reason: cityMissing, field: 'dropoff_address' as const, given: address }];
    world.overview = { ...world.overview, waiting, waitingCount: 1 };
  };
  given('4 Kloof Street');
  const { user, client } = await renderPanel(world, '/');
  const address = await screen.findByLabelText('Delivery address');
  if (typed !== '') await user.type(address, typed);
  given('40 Kloof Street');
  await client.refetchQueries({ queryKey: overviewKey });
  await waitFor(() => expect(address).toHaveProperty('value', expected));
  await user.click(screen.getByRole('button', { name: 'Fix and send order #1002' }));
  const corrections = { dropoff_address: expected };
  await waitFor(() => expect(sent(world)).toMatchObject(typed === '' ? [] : [{ body: { corrections } }]));
});

test('what cannot be used is said beside the field, by the panel and by the API', async () => {
  const world = busyWorld();
  const errors = [{ field: 'dropoff_contact_phone', message: 'No such number.' }];
  world.onSend = () => problemOf(400, 'Not usable', { errors });
  const { user } = await renderPanel(world, '/');
  const phone = await screen.findByLabelText("Recipient's phone");
  const press = screen.getByRole('button', { name: 'Fix and send order #1002' });
  await user.type(phone, '082 123 456');
  await user.click(press);
  expect(screen.getByText(/^Enter a South African number of 10 digits/)).toBeTruthy();
  expect(document.activeElement).toBe(phone);
  expect(sent(world)).toEqual([]);
  await user.type(phone, '7');
  await user.click(press);
  expect(await screen.findByText('No such number.')).toBeTruthy();
});

test('what was refused because somebody else was first is still said once the order waits no more', async () => {
  const world = busyWorld();
  const refusal = 'The delivery is already booked. Nothing was sent.';
  world.onSend = () => problemOf(409, 'Not sent', { detail: refusal });
  const { user, client } = await renderPanel(world, '/');
  const phone = await screen.findByLabelText("Recipient's phone");
  await user.type(phone, '0821234567');
  await user.click(screen.getByRole('button', { name: 'Fix and send order #1002' }));
  await screen.findByText(refusal);
  world.overview = { ...world.overview, waiting: [], waitingCount: 0 };
  // As the page does by itself every few seconds.
  await client.refetchQueries({ queryKey: overviewKey });
  await waitFor(() => expect(phone.isConnected).toBe(false));
  // Said anew a paint after its form has gone.
  expect(await screen.findByText(refusal)).toBeTruthy();
  expect(screen.getByText('#1002: The order was not sent')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Dismiss notification' }));
  expect(screen.queryByText(refusal)).toBeNull();
});

test('orders with one cause stand under it together, with the buyer, the age and the latest time', async () => {
  const world = busyWorld();
  const [, second] = world.overview.waiting;
  if (!second) throw new Error('the sample has no second order');
  const late = {
    ...second,
    orderId: '9',
    orderName: '#1009',
    deadlineAt: '2026-11-20T13:00:00Z',
    reason: phoneMissing,
  };
  world.overview = { ...world.overview, waiting: [...world.overview.waiting, late], waitingCount: 31 };
  await renderPanel(world, '/');
  const cause = (await screen.findByRole('heading', { name: phoneMissing.message })).closest('li');
  if (!cause) throw new Error('the cause is no row');
  const [first, other] = within(cause).getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^#1002 · Thandi Nkosi.*Paid 21 Nov, 10:41 \(.+\) · /);
  expect(other?.textContent).toContain('The latest time to send was 20 Nov, 15:00');
  expect(screen.getByRole('link', { name: 'See all 31' })).toBeTruthy();
});
