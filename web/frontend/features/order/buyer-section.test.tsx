import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf } from '../../testing/sample-orders.ts';
import { busyWorld } from '../../testing/sample-world.ts';

test.each([
  ['021 447 1234 ext 12', 'tel:0214471234'],
  ['021 447 1234x12', 'tel:0214471234'],
  ['021 447 1234 (ext 12)', 'tel:0214471234'],
  ['021 447 1234, ext. 12', 'tel:0214471234'],
  ['021 447 1234 #12', 'tel:0214471234'],
  ['(021) 447 1234;12', 'tel:0214471234'],
  ['O82 123 4567', 'tel:0821234567'],
  ['27 082 123 4567', 'tel:+27821234567'],
  ['+44 (0)20 7946 0018', 'tel:+442079460018'],
  ['12 34', 'tel:1234'],
  ['+27 (0)82 123 4567', 'tel:+27821234567'],
  ['０８２ １２３ ４５６７', 'tel:0821234567'],
  ['+44 20 7946 0018', 'tel:+442079460018'],
  ['+44 20 7946 0018 (John)', 'tel:+442079460018'],
  ['082 123 4567 (John)', 'tel:0821234567'],
  ["082 123 4567 J. O. O'Brien", 'tel:0821234567'],
  ['082 123 4567 (2nd floor)', 'tel:0821234567'],
  ['Cell no: 082 123 4567', 'tel:0821234567'],
  ['Home 021 447 1234', 'tel:0214471234'],
  ['c/o 082 123 4567', 'tel:0821234567'],
  ['O8O OOO 4567', 'tel:0800004567'],
  ['(0)21 447 1234', 'tel:0214471234'],
  ['021/447 1234', 'tel:0214471234'],
  ['021-447-1234/5', 'tel:0214471234'],
  ['082 123 4567 / 021 555 1234', 'tel:0821234567'],
  ['082 123 4567 or +27 21 555 1234', 'tel:0821234567'],
  ['+27 82 123 4567 +27 21 555 1234', 'tel:+27821234567'],
  ['0027 82 123 4567 021 555 1234', 'tel:+27821234567'],
  ['027 712 1234', 'tel:0277121234'],
  ['0044 20 7946 0018', 'tel:00442079460018'],
  ['447 1234/5', 'tel:4471234'],
])('a press on the buyer’s number %s dials %s', async (phone, dialled) => {
  const world = busyWorld();
  const id = orderIdOf(1001);
  const preview = world.previews.get(id);
  if (!preview) throw new Error('the sample has no preview');
  world.previews.set(id, { ...preview, buyer: { ...preview.buyer, phone } });
  await renderPanel(world, `/deliveries/${id}`);
  const call = await screen.findByRole('link', { name: `Call ${phone}` });
  expect(call.getAttribute('href')).toBe(dialled);
});

test('where the driver was sent to another address than the order names, both stand there', async () => {
  const world = busyWorld();
  const id = orderIdOf(1001);
  const preview = world.previews.get(id);
  if (!preview) throw new Error('the sample has no preview');
  const corrected = {
    field: 'dropoff_address',
    value: '12 Kloof Street, Gardens',
    origin: 'as it was sent',
    problem: null,
  };
  const deliveries = preview.deliveries.map((delivery) => ({
    ...delivery,
    fields: delivery.fields.map((one) => (one.field === 'dropoff_address' ? corrected : one)),
  }));
  const { unmount } = await renderPanel(world, `/deliveries/${id}`);
  await screen.findByText('Recipient');
  expect(screen.queryByText('Sent to')).toBeNull();
  unmount();
  world.previews.set(id, { ...preview, deliveries });
  await renderPanel(world, `/deliveries/${id}`);
  expect((await screen.findByText('Sent to')).parentElement?.textContent).toBe('Sent to12 Kloof Street, Gardens');
  expect(screen.getByText(/^4 Kloof Street, Flat 7/)).toBeTruthy();
});
