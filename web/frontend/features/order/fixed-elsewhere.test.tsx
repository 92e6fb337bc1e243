import type { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { MappedField } from '#api-contract/order.ts';
import { problemOf } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf } from '../../testing/sample-orders.ts';
import { sampleReason } from '../../testing/sample-reasons.ts';
import { busyWorld } from '../../testing/sample-world.ts';

const orderId = orderIdOf(1002);
const sent = (world: ReturnType<typeof busyWorld>) =>
  world.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/send')).map(({ body }) => body);

/** The order's preview with other fields. */
function change(world: ReturnType<typeof busyWorld>, fields: Record<string, Partial<MappedField>>) {
  const preview = world.previews.get(orderId);
  if (!preview) throw new Error('there is no preview');
  const deliveries = preview.deliveries.map((delivery) => ({
    ...delivery,
    fields: delivery.fields.map((field) => ({ ...field, ...fields[field.field] })),
  }));
  world.previews.set(orderId, { ...preview, deliveries });
}

test('a form asks for what is wrong by now, where the order was changed in Shopify meanwhile', async () => {
  const world = busyWorld();
  const { client } = await renderPanel(world, `/deliveries/${orderId}`);
  expect(await screen.findByLabelText("Recipient's phone")).toHaveProperty('value', '');
  const problem = 'The shipping address has no street.';
  const phone = { value: '0829876543', problem: null };
  change(world, { dropoff_contact_phone: phone, dropoff_address: { value: null, problem } });
  const order = world.orders.get(orderId);
  if (!order) throw new Error('there is no order');
  const reason = { ...sampleReason('dropoff_street_missing', problem), field: 'dropoff_address' };
  world.orders.set(orderId, { ...order, reason, updatedAt: '2026-11-21T11:59:00Z' });
  // As the page does by itself every few seconds.
  await client.refetchQueries({ queryKey: ['order', orderId], exact: true });
  await waitFor(() => expect(screen.getByLabelText("Recipient's phone")).toHaveProperty('value', '0829876543'));
  expect(screen.getByLabelText('Delivery address').getAttribute('aria-invalid')).toBe('true');
});

test('what was put right elsewhere, where the order itself did not change, stops the second press no more', async () => {
  const world = busyWorld();
  const problem = 'The location Woodstock shop has no phone number.';
  change(world, {
    dropoff_contact_phone: { value: '0829876543', problem: null },
    pickup_contact_phone: { value: null, problem },
  });
  const { user, toasts } = await renderPanel(world, `/deliveries/${orderId}`);
  const phone = await screen.findByLabelText('Phone at pickup');
  expect(phone.getAttribute('aria-invalid')).toBe('true');
  change(world, { pickup_contact_phone: { value: '0214471234', problem: null } });
  const press = async () => user.click(screen.getByRole('button', { name: /^Fix and send|^Send again/ }));
  await press();
  expect(sent(world)).toEqual([]);
  await waitFor(() => expect(phone.isConnected).toBe(false));
  await press();
  await waitFor(() => expect(toasts).toEqual(['Sending']));
  expect(sent(world)).toEqual([{ mode: 'again' }]);
});

/** Changes the preview, and reads the order anew as the page does by itself. */
async function changeMeanwhile(
  { world, client }: { world: ReturnType<typeof busyWorld>; client: QueryClient },
  fields: Record<string, Partial<MappedField>>,
) {
  change(world, fields);
  await client.refetchQueries({ queryKey: ['order', orderId] });
}

/** What is wrong with the order is in no field by now. */
function nothingAtFault(world: ReturnType<typeof busyWorld>) {
  const order = world.orders.get(orderId);
  if (!order) throw new Error('there is no order');
  const reason = sampleReason('location_closed', 'The location is closed.');
  const deliveries = order.deliveries.map((delivery) => ({ ...delivery, reason }));
  world.orders.set(orderId, { ...order, reason, deliveries });
}

const pressSend = (user: UserEvent) => user.click(screen.getByRole('button', { name: /^Fix and send|^Send again/ }));

test('what is being typed stays, with the keyboard in it, where something else about the order changed', async () => {
  const world = busyWorld();
  const { client, user } = await renderPanel(world, `/deliveries/${orderId}`);
  const phone = await screen.findByLabelText("Recipient's phone");
  await user.type(phone, '082 123');
  const problem = 'The shipping address has no street.';
  await changeMeanwhile({ world, client }, { dropoff_address: { value: null, problem } });
  expect((await screen.findByLabelText('Delivery address')).getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(phone);
  await user.keyboard(' 4567');
  expect(phone).toHaveProperty('value', '082 123 4567');
  await changeMeanwhile({ world, client }, { dropoff_address: { value: '4 Kloof Street, Cape Town', problem: null } });
  await waitFor(() => expect(screen.queryByLabelText('Delivery address')).toBeNull());
  await pressSend(user);
  await waitFor(() => expect(sent(world)).toHaveLength(1));
  expect(sent(world)).toEqual([{ mode: 'again', corrections: { dropoff_contact_phone: '082 123 4567' } }]);
});

test('another value than the one that somebody else corrected meanwhile is still the one that is sent', async () => {
  const world = busyWorld();
  const { client, user } = await renderPanel(world, `/deliveries/${orderId}`);
  const phone = await screen.findByLabelText("Recipient's phone");
  await user.type(phone, '082 123 456');
  nothingAtFault(world);
  await changeMeanwhile(
    { world, client },
    { dropoff_contact_phone: { value: '0829876543', problem: null, origin: 'billing address' } },
  );
  expect(await screen.findByText(/billing address/)).toBeTruthy();
  expect(document.activeElement).toBe(phone);
  await user.keyboard('7');
  expect(phone).toHaveProperty('value', '082 123 4567');
  await pressSend(user);
  await waitFor(() => expect(sent(world)).toHaveLength(1));
  expect(sent(world)).toEqual([{ mode: 'again', corrections: { dropoff_contact_phone: '082 123 4567' } }]);
});

test('a field that was typed in and emptied again shows what somebody else corrected', async () => {
  const world = busyWorld();
  const { client, user } = await renderPanel(world, `/deliveries/${orderId}`);
  await user.type(await screen.findByLabelText("Recipient's phone"), '0{Backspace}');
  nothingAtFault(world);
  await changeMeanwhile({ world, client }, { dropoff_contact_phone: { value: '0829876543', problem: null } });
  await waitFor(() => expect(screen.queryByLabelText("Recipient's phone")).toBeNull());
  await pressSend(user);
  await waitFor(() => expect(sent(world)).toEqual([{ mode: 'again' }]));
});

test('a correction that was sent is no change any more, however it is written by now', async () => {
  const world = busyWorld();
  const problem = 'The service refused the address.';
  world.onSend = (order) => {
    change(world, {
      dropoff_contact_phone: { value: '0821234567', problem: null },
      dropoff_address: { value: '4 Kloof Street', problem },
    });
    return { ...order, reason: { ...sampleReason('address_refused', problem), field: 'dropoff_address' } };
  };
  const { user } = await renderPanel(world, `/deliveries/${orderId}`);
  await user.type(await screen.findByLabelText("Recipient's phone"), '082 123 4567');
  await pressSend(user);
  const address = await screen.findByLabelText('Delivery address');
  await user.type(address, ', Cape Town');
  await pressSend(user);
  await waitFor(() => expect(sent(world)).toHaveLength(2));
  expect(sent(world)[1]).toEqual({ mode: 'again', corrections: { dropoff_address: '4 Kloof Street, Cape Town' } });
});

test('what the server refused and somebody else put right since stops the next press no more', async () => {
  const world = busyWorld();
  change(world, { dropoff_contact_phone: { value: '0829876543', problem: null } });
  const errors = [{ field: 'pickup_contact_phone', message: 'This number is not in use.' }];
  world.onSend = () => problemOf(422, 'Something must be corrected first', { errors });
  const { client, user } = await renderPanel(world, `/deliveries/${orderId}`);
  await user.click(await screen.findByRole('button', { name: /^Send again|^Fix and send/ }));
  expect(await screen.findByText('This number is not in use.')).toBeTruthy();
  await changeMeanwhile({ world, client }, { pickup_contact_phone: { value: '0215551234', problem: null } });
  await waitFor(() => expect(screen.queryByText('This number is not in use.')).toBeNull());
  await pressSend(user);
  await waitFor(() => expect(sent(world)).toHaveLength(2));
});

test('a value that is wrong under the closed other details is shown by the press that it stops', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, `/deliveries/${orderId}`);
  await user.type(await screen.findByLabelText("Recipient's phone"), '082 123 4567');
  const others = screen.getByRole('button', { name: 'Other details' });
  await user.click(others);
  await user.type(await screen.findByLabelText('Delivery coordinates (optional)'), 'at the gate');
  await user.click(others);
  await waitFor(() => expect(screen.queryByLabelText('Delivery coordinates (optional)')).toBeNull());
  await pressSend(user);
  const wrong = await screen.findByLabelText('Delivery coordinates (optional)');
  expect(wrong.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(wrong));
  expect(sent(world)).toEqual([]);
});

test('a press that is refused because somebody else was first shows their order at once, and what was refused', async () => {
  const world = busyWorld();
  const booked = world.orders.get(orderIdOf(1001));
  if (!booked) throw new Error('there is no order');
  const refusal = 'The delivery is already booked. Nothing was sent.';
  const { user } = await renderPanel(world, `/deliveries/${orderId}`);
  const press = async () => {
    world.onSend = () => problemOf(409, 'Not sent', { detail: refusal });
    await user.type(await screen.findByLabelText("Recipient's phone"), '0825550171');
    world.orders.set(orderId, { ...booked, orderId, orderName: '#1002' });
    await user.click(screen.getByRole('button', { name: 'Fix and send' }));
    await waitFor(() => expect(screen.queryByLabelText("Recipient's phone")).toBeNull(), { timeout: 5_000 });
    expect(screen.getByText(refusal)).toBeTruthy();
  };
  const unfixed = world.orders.get(orderId);
  await press();
  await user.click(screen.getByRole('button', { name: 'Dismiss notification' }));
  expect(screen.queryByText(refusal)).toBeNull();

  if (unfixed) world.orders.set(orderId, unfixed);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await press();
  const answer = Promise.withResolvers<void>();
  world.slow.set(`POST /api/orders/${encodeURIComponent(orderId)}/refresh`, answer.promise);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(screen.queryByText(refusal)).toBeNull());
  answer.resolve();
});

test('what was refused is not said of the order as it is after another press', async () => {
  const world = busyWorld();
  const booked = world.orders.get(orderIdOf(1001));
  if (!booked) throw new Error('there is no order');
  const refusal = 'The delivery service does not answer. Nothing was sent.';
  world.onSend = () => problemOf(503, 'Not sent', { detail: refusal });
  const { user, toasts } = await renderPanel(world, `/deliveries/${orderId}`);
  await user.type(await screen.findByLabelText("Recipient's phone"), '0825550171');
  await user.click(screen.getByRole('button', { name: 'Fix and send' }));
  await screen.findByText(refusal);
  world.orders.set(orderId, { ...booked, orderId, orderName: '#1002' });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(toasts).toEqual(['Read again from the delivery service']));
  await waitFor(() => expect(screen.queryByLabelText("Recipient's phone")).toBeNull());
  expect(screen.queryByText(refusal)).toBeNull();
});

test('folding a part away takes what was refused in it along', async () => {
  const world = busyWorld();
  const refusal = 'The driver is on the way. Nothing was called off.';
  const { user } = await renderPanel(world, `/deliveries/${orderIdOf(1001)}`);
  const fold = await screen.findByRole('button', { name: 'Send as a new delivery' });
  world.onSend = () => problemOf(409, 'Not sent', { detail: refusal });
  await user.click(fold);
  await user.type(await screen.findByLabelText('Reason'), 'Parcel lost');
  await user.click(screen.getByRole('button', { name: /^Book another driver/ }));
  await screen.findByText(refusal);
  await user.click(fold);
  await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
  expect(screen.queryByText(refusal)).toBeNull();
});

test('a refused point is shown beside its address, which is what people know', async () => {
  const world = busyWorld();
  change(world, { dropoff_contact_phone: { value: '0829876543', problem: null } });
  const order = world.orders.get(orderId);
  if (!order) throw new Error('there is no order');
  const reason = sampleReason('refused_by_service', 'The delivery service refused this delivery. It is not booked.', {
    field: 'dropoff_coordinates',
    serviceMessage: 'dropoff_coordinates: outside the area',
  });
  const deliveries = order.deliveries.map((delivery) => ({ ...delivery, reason }));
  world.orders.set(orderId, { ...order, reason, deliveries });
  const { user } = await renderPanel(world, `/deliveries/${orderId}`);
  await screen.findByRole('button', { name: 'Other details' });
  expect(
    await screen.findByText(/^Correct this and press Fix and send: Delivery address, Delivery coordinates\.$/),
  ).toBeTruthy();
  const address = screen.getByLabelText('Delivery address');
  expect(address.getAttribute('aria-invalid')).not.toBe('true');
  await user.clear(address);
  await user.type(address, '12 Kloof Street, Gardens');
  await user.click(screen.getByRole('button', { name: 'Fix and send' }));
  await waitFor(() => expect(sent(world)).toHaveLength(1));
  expect(sent(world)).toMatchObject([{ corrections: { dropoff_address: '12 Kloof Street, Gardens' } }]);
});
