import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MappedField } from '#api-contract/order.ts';
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
