import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { problemOf } from '../../testing/fake-api.ts';
import { alarm, booked, changed, refused, worldOf } from '../../testing/order-state.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf, previewOf, sampleDelivery, sampleOrder } from '../../testing/sample-orders.ts';
import { cancelling, cancelRefused, phoneMissing, probablyPlaced, sampleReason } from '../../testing/sample-reasons.ts';
import { busyWorld } from '../../testing/sample-world.ts';
import type { World } from '../../testing/world.ts';
import { orderKey } from './api/order-call.ts';

const sent = (world: ReturnType<typeof busyWorld>) =>
  world.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/send')).map(({ body }) => body);

test('a missing phone is typed and sent with one press, and only the phone is corrected', async () => {
  const world = busyWorld();
  const { user, toasts } = await renderPanel(world, `/deliveries/${orderIdOf(1002)}`);

  const phone = await screen.findByLabelText("Recipient's phone");
  await user.type(phone, '082 123 4567');
  await user.click(screen.getByRole('button', { name: 'Fix and send' }));

  await waitFor(() => expect(toasts).toEqual(['Sending']));
  expect(sent(world)).toEqual([{ mode: 'again', corrections: { dropoff_contact_phone: '082 123 4567' } }]);
});

test('an unusable phone is refused while it is typed, and nothing is sent', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, `/deliveries/${orderIdOf(1002)}`);

  await user.type(await screen.findByLabelText("Recipient's phone"), '082 123 456');
  await user.click(screen.getByRole('button', { name: 'Fix and send' }));

  expect(screen.getByText('Enter a South African number of 10 digits, such as 082 123 4567.')).toBeTruthy();
  expect(sent(world)).toEqual([]);
});

test('a refusal of the API stays on the screen with what to do', async () => {
  const world = busyWorld();
  world.onSend = () =>
    problemOf(409, 'Would double', { detail: 'It is being sent by somebody else.', nextStep: 'Wait a moment.' });
  const { user } = await renderPanel(world, `/deliveries/${orderIdOf(1002)}`);

  await user.type(await screen.findByLabelText("Recipient's phone"), '0821234567');
  await user.click(screen.getByRole('button', { name: 'Fix and send' }));

  expect(await screen.findByText('It is being sent by somebody else.')).toBeTruthy();
  expect(screen.getByText('Wait a moment.')).toBeTruthy();
});

test('a taken reference is solved by a prefix: saved, then sent again', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, `/deliveries/${orderIdOf(1003)}`);

  const prefix = await screen.findByLabelText('Prefix');
  expect(prefix).toHaveProperty('value', 'ROOI-');
  await user.click(screen.getByRole('button', { name: 'Save prefix and send' }));

  await waitFor(() => expect(sent(world)).toEqual([{ mode: 'again' }]));
  expect(world.settings.reference.prefix).toBe('ROOI-');
});

test('where a driver may be booked, no prefix is offered and nothing is corrected: it is looked up, or sent anew', async () => {
  const world = busyWorld();
  const order = sampleOrder(1003, 'needs_attention', probablyPlaced);
  const deliveries = order.deliveries.map((delivery) => ({ ...delivery, inDoubt: true }));
  world.orders.set(order.orderId, { ...order, deliveries });
  const { user } = await renderPanel(world, `/deliveries/${order.orderId}`);

  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent(world)).toEqual([{ mode: 'again', orderReference: '1003' }]));
  expect(screen.queryByLabelText('Prefix')).toBeNull();
  expect(screen.queryByLabelText("Recipient's phone")).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Send as a new delivery' }));
  expect(await screen.findByText('A driver may be booked already as 1003')).toBeTruthy();
  await user.type(screen.getByLabelText('Reason'), 'The service has none');
  await user.click(screen.getByRole('button', { name: 'Book another driver as 1003-R2' }));
  await waitFor(() => expect(sent(world)).toHaveLength(2));
});

test('a reference that was replaced before offers no prefix for what is wrong now', async () => {
  const world = busyWorld();
  const order = sampleOrder(1002, 'needs_attention', phoneMissing);
  const replaced = sampleReason('reference_replaced', 'These goods go out under SHOP-1002.');
  const old = sampleDelivery('OLD-1002', { state: 'cancelled', reason: replaced });
  world.orders.set(order.orderId, { ...order, deliveries: [old, ...order.deliveries] });
  await renderPanel(world, `/deliveries/${order.orderId}`);
  expect(await screen.findByLabelText("Recipient's phone")).toBeTruthy();
  expect(screen.queryByLabelText('Prefix')).toBeNull();
});

test('a new delivery needs a reason and carries the reference that the preview showed', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, `/deliveries/${orderIdOf(1001)}`);

  await user.click(await screen.findByRole('button', { name: 'Send as a new delivery' }));
  const send = await screen.findByRole('button', { name: 'Book another driver as 1001-R2' });
  await user.click(send);
  expect(screen.getByText('Say why another driver is needed.')).toBeTruthy();
  expect(sent(world)).toEqual([]);

  await user.type(screen.getByLabelText('Reason'), 'Parcel lost');
  await user.click(send);
  await waitFor(() =>
    expect(sent(world)).toEqual([
      { mode: 'new', orderReference: '1001', newReference: '1001-R2', reason: 'Parcel lost' },
    ]),
  );
});

test('a reason that was typed for a new delivery is there again after that part was folded away', async () => {
  const { user } = await renderPanel(busyWorld(), `/deliveries/${orderIdOf(1001)}`);
  const fold = await screen.findByRole('button', { name: 'Send as a new delivery' });
  await user.click(fold);
  await user.type(await screen.findByLabelText('Reason'), 'Parcel lost');
  await user.click(fold);
  await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
  await user.click(fold);
  expect(((await screen.findByLabelText('Reason')) as HTMLInputElement).value).toBe('Parcel lost');
});

test('the customer stands beside the order, to call and to find, and is asked for once', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, `/deliveries/${orderIdOf(1001)}`);
  const asked = () => world.calls.filter(({ path }) => path.endsWith('/preview')).length;

  const call = await screen.findByRole('link', { name: 'Call 082 123 4567' });
  expect(call.getAttribute('href')).toBe('tel:0821234567');
  const map = screen.getByRole('link', { name: 'Show on a map' });
  expect(map.getAttribute('href')).toContain('4%20Kloof%20Street');
  expect(map.getAttribute('rel')).toContain('noreferrer');
  expect(screen.getByText('2 × Rooibos tea – 500 g')).toBeTruthy();
  expect(screen.getByRole('img', { name: /^From 12 Albert Road.* to 4 Kloof Street/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show the request' }));
  expect(await screen.findByText('shipping line, normalised from +27 82 123 4567')).toBeTruthy();
  expect(asked()).toBe(1);
});

test('a change after booking shows what was booked and what it is now', async () => {
  await renderPanel(busyWorld(), `/deliveries/${orderIdOf(1006)}`);
  const table = await screen.findByRole('table', { name: 'The order changed after the driver was booked' });
  expect(within(table).getByText('4 Kloof Street, Gardens, Cape Town')).toBeTruthy();
  expect(within(table).getByText('40 Kloof Street, Gardens, Cape Town')).toBeTruthy();
});

test('goods that a rule left out beside a booked driver are sent under their own reference', async () => {
  const without = alarm('goods_without_driver', 'goods: Rusks', '0', '1 (Woodstock shop)');
  const left = { ...refused, state: 'skipped' as const };
  const world = worldOf({ deliveries: [sampleDelivery('1042', without), sampleDelivery('1042-2', left)] });
  const preview = world.previews.get(orderIdOf(1042));
  const [own] = preview?.deliveries ?? [];
  if (preview && own) preview.deliveries = [own, { ...own, orderReference: '1042-2', state: 'skipped' }];
  const { user } = await renderPanel(world, `/deliveries/${orderIdOf(1042)}`);
  await user.click(await screen.findByRole('button', { name: /^Send these goods/ }));
  await waitFor(() => expect(sent(world)).toEqual([{ mode: 'goods', newReference: '1042-2' }]));
});

test('an alarm is closed with Done, and then says who closed it and when', async () => {
  const world = busyWorld();
  const { user, toasts } = await renderPanel(world, `/deliveries/${orderIdOf(1006)}`);
  await user.click(await screen.findByRole('button', { name: 'Keep delivery 1006 as booked' }));
  await waitFor(() => expect(toasts).toEqual(['Kept as booked']));
  expect(await screen.findByText('Kept: a staff member, 21 Nov, 11:30')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /as booked$/ })).toBeNull();
  const closed = world.calls.filter(({ path }) => path.endsWith('/acknowledge')).map(({ body }) => body);
  expect(closed).toEqual([{ orderReference: '1006', alarm: 'a1006' }]);
});

test('an alarm that changed meanwhile is not closed, and the page says so', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, `/deliveries/${orderIdOf(1006)}`);
  const done = await screen.findByRole('button', { name: 'Keep delivery 1006 as booked' });
  const order = world.orders.get(orderIdOf(1006));
  if (order) {
    const deliveries = order.deliveries.map((delivery) => ({ ...delivery, alarm: 'a newer one' }));
    world.orders.set(order.orderId, { ...order, deliveries });
  }
  await user.click(done);
  expect(await screen.findByText('This was not kept')).toBeTruthy();
});

test.each([
  ['too_long', 'Not written: the note would be longer than Shopify allows. The details stand in the metafield.'],
  ['off', 'Not written: writing the note is switched off under Settings'],
  ['refused', 'Not written: Shopify refused it'],
  ['pending', 'Not written yet'],
] as const)('what came of the note is said for good: %s', async (noteState, text) => {
  const world = busyWorld();
  const order = sampleOrder(1001, 'placed');
  const deliveries = [sampleDelivery('1001', { noteState, noteWritten: false })];
  world.orders.set(order.orderId, { ...order, deliveries });
  await renderPanel(world, `/deliveries/${order.orderId}`);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('what Shopify refused after placing stands in one notice, with its words and what to do', async () => {
  const world = busyWorld();
  const order = sampleOrder(1001, 'placed');
  const nextStep = 'Press Refresh: it is added again.';
  const refusals = [
    sampleReason('tag_refused', 'Shopify refused the tag.', { nextStep, serviceMessage: 'Shopify says: too many' }),
    sampleReason('fulfilment_refused', 'Shopify refused the fulfilment.', { nextStep: null }),
  ];
  world.orders.set(order.orderId, { ...order, deliveries: [sampleDelivery('1001', { refusals })] });
  await renderPanel(world, `/deliveries/${order.orderId}`);
  expect(await screen.findByText('Some things could not be written into the order')).toBeTruthy();
  expect(screen.getByText(`Shopify refused the tag. “Shopify says: too many” ${nextStep}`)).toBeTruthy();
  expect(screen.getByText('Shopify refused the fulfilment.')).toBeTruthy();
});

test('cancelling asks once more and then shows the delivery as cancelled', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, `/deliveries/${orderIdOf(1001)}`);
  await user.click(await screen.findByRole('button', { name: 'Cancel this delivery' }));
  await user.click(screen.getByRole('button', { name: 'Cancel delivery 1001' }));
  expect(await screen.findByText('The delivery is cancelled')).toBeTruthy();
  const cancelled = world.calls.filter(({ path }) => path.endsWith('/cancel')).map(({ body }) => body);
  expect(cancelled).toEqual([{ orderReference: '1001' }]);
});

test.each([
  ['the order', `/deliveries/${orderIdOf(1042)}`],
  ['Home', '/'],
])('the question before a driver is cancelled has the keyboard, and its press is next: %s', async (_name, at) => {
  const world = booked(alarm('order_ended', 'order', 'to be delivered', 'cancelled'), changed('ended'))();
  const { user } = await renderPanel(world, at);
  (await screen.findByRole('button', { name: /^Cancel the driver/ })).focus();
  await user.keyboard('{Enter}');
  const confirm = await screen.findByRole('button', { name: 'Cancel delivery 1042' });
  await waitFor(() =>
    expect(document.activeElement?.textContent).toMatch(/^This cancels .*; then this driver does not come\./),
  );
  await user.tab();
  expect(document.activeElement).toBe(confirm);
});

test.each([
  ['what stands first', `/deliveries/${orderIdOf(1042)}`, 'Cancel the driver'],
  ['the delivery', `/deliveries/${orderIdOf(1042)}`, 'Cancel this delivery'],
  ['Home', '/', 'Cancel the driver of order #1042'],
])(
  'what the service has not cancelled yet is said to be under way, and no more asked about: %s',
  async (_name, at, name) => {
    const ended = alarm('order_ended', 'order', 'to be delivered', 'cancelled');
    const world = booked({ ...ended, reason: cancelling, cancelling: true }, changed('ended'))();
    const { user, toasts } = await renderPanel(world, at);
    await user.click(await screen.findByRole('button', { name }));
    await user.click(await screen.findByRole('button', { name: 'Cancel delivery 1042' }));
    await expect.poll(() => toasts).toEqual(['The delivery is being cancelled']);
    await waitFor(() => expect(screen.queryByText(/^This cancels the booking/)).toBeNull());
    expect(screen.queryByRole('button', { name: 'Cancel delivery 1042' })).toBeNull();
  },
);

test.each([
  ['once it is confirmed', 'on_hold', () => undefined],
  ['once another is booked beside it', 'fraud_risk', (world: World) => bookBeside(world, '1042-R2')],
] as const)('the question about one driver does not become one about another, %s', async (_name, about, change) => {
  const parcels = ['1042', '1042-2'].map((reference) =>
    sampleDelivery(reference, { ...alarm(about, about, 'none', 'high'), alarm: `a-${reference}` }),
  );
  const world = worldOf({ deliveries: about === 'on_hold' ? parcels : parcels.toReversed() });
  const { user, client, toasts } = await renderPanel(world, `/deliveries/${orderIdOf(1042)}`);
  await user.click(await screen.findByRole('button', { name: 'Cancel the driver' }));
  const confirm = await screen.findByRole('button', { name: /^Cancel delivery 1042/ });
  if (about === 'on_hold') await user.click(confirm);
  change(world);
  await client.refetchQueries({ queryKey: orderKey(orderIdOf(1042)), exact: true });
  await waitFor(() => expect(confirm.isConnected).toBe(false));
  expect(screen.queryByRole('button', { name: /^Cancel delivery 1042/ })).toBeNull();
  expect(toasts).toEqual(about === 'on_hold' ? ['The delivery was cancelled'] : []);
});

/** Another driver for the goods of the first parcel. */
function bookBeside(world: World, reference: string): void {
  const order = world.orders.get(orderIdOf(1042));
  if (order)
    world.orders.set(order.orderId, { ...order, deliveries: [sampleDelivery(reference), ...order.deliveries] });
}

test("the service's words are shown as text, whatever they hold", async () => {
  const world = busyWorld();
  const words = '<img src=x onerror="document.title=1">';
  const order = world.orders.get(orderIdOf(1002));
  if (!order?.reason) throw new Error('the sample lacks order 1002');
  world.orders.set(order.orderId, { ...order, reason: { ...order.reason, serviceMessage: words } });
  const { container } = await renderPanel(world, `/deliveries/${order.orderId}`);
  expect(await screen.findByText(`The delivery service says: “${words}”`)).toBeTruthy();
  expect(container.querySelector('img')).toBeNull();
});

test('why the service did not cancel a driver stands with the driver, in its own words', async () => {
  const world = busyWorld();
  const order = sampleOrder(1001, 'placed');
  world.orders.set(order.orderId, { ...order, deliveries: [sampleDelivery('1001', { reason: cancelRefused })] });
  await renderPanel(world, `/deliveries/${order.orderId}`);
  expect(await screen.findByText('The delivery service says: “E409-PICKUP”')).toBeTruthy();
});

test('an order that is not known yet can be asked for again', async () => {
  const world = busyWorld();
  const { user } = await renderPanel(world, '/deliveries/1');
  await screen.findByText('This order is not known yet');
  const order = world.orders.get(orderIdOf(1001));
  if (order) world.orders.set('1', order);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Delivery 1001')).toBeTruthy();
});

test("a field that the server refuses has the server's words beside it until it is changed", async () => {
  const world = busyWorld();
  const errors = [{ field: 'dropoff_contact_phone', message: 'This number is not in use.' }];
  world.onSend = () => problemOf(422, 'Something must be corrected first', { errors });
  const { user } = await renderPanel(world, `/deliveries/${orderIdOf(1002)}`);
  const phone = await screen.findByLabelText("Recipient's phone");
  await user.type(phone, '0821234567');
  await user.click(screen.getByRole('button', { name: 'Fix and send' }));
  expect(await screen.findByText('This number is not in use.')).toBeTruthy();
  await user.type(phone, '{Backspace}8');
  expect(screen.queryByText('This number is not in use.')).toBeNull();
});

test.each<[code: string, message: string, nextStep: string | null]>([
  ['service_down', 'The service does not answer.', "Nothing to do: we'll keep trying."],
  ['waiting_to_retry', "It was not taken this time. We'll keep trying.", 'Nothing to do.'],
  ['edit_window', 'The order may still change.', null],
])('what goes on by itself (%s) says so once', async (code, message, nextStep) => {
  const world = busyWorld();
  const held = sampleOrder(1005, 'held', sampleReason(code, message, { nextStep, retrying: true }));
  world.orders.set(held.orderId, held);
  await renderPanel(world, `/deliveries/${held.orderId}`);
  const head = (await screen.findByText(message)).closest('[aria-live]');
  expect(head?.textContent?.match(/we'll keep trying/gi)).toHaveLength(1);
});

test.each([
  ['no_key', 'API key', null],
  ['test_mode', 'not in test mode', null],
  ['fulfillment_on_hold', 'fulfilment open', null],
  ['edit_window', 'trigger', '2026-11-21T10:00:00Z'],
])('what is held for %s has a press only where it can send', async (code, rule, until) => {
  const world = busyWorld();
  const held = sampleOrder(1005, 'held', sampleReason(code, 'It waits.', { nextStep: 'Do this.', until }));
  const rules = [{ rule, input: '', result: 'fail' as const, message: '' }];
  world.orders.set(held.orderId, { ...held, rules });
  await renderPanel(world, `/deliveries/${held.orderId}`);
  expect(await screen.findByText('It waits.')).toBeTruthy();
  expect(screen.queryByText("We'll keep trying.")).toBeNull();
  expect(screen.queryAllByRole('button', { name: 'Send' })).toHaveLength(until === null ? 0 : 1);
});

test.each([
  ['test_order', 'test mode was switched on since', 1],
  ['test_order', 'test mode is off', 0],
  ['not_paid', 'it is not', 0],
  ['a_reason_of_tomorrow', 'nothing is sent all the same', 0],
])('a skipped order (%s) can be sent as the preview says now: %s', async (code, _now, count) => {
  const world = busyWorld();
  const words = 'This is an order for which no driver is sent.';
  const order = sampleOrder(1001, 'skipped', sampleReason(code, words));
  world.orders.set(order.orderId, order);
  const preview = previewOf(order);
  const refusal = count === 0 ? order.reason : null;
  world.previews.set(order.orderId, { ...preview, decision: { ...preview.decision, refusal } });
  const { user, client } = await renderPanel(world, `/deliveries/${order.orderId}`);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(await screen.findByText(preview.buyer.name ?? '')).toBeTruthy();
  await expect.poll(() => client.isFetching()).toBe(0);
  const presses = screen.queryAllByRole('button', { name: 'Send' });
  expect(presses).toHaveLength(count);
  for (const press of presses) await user.click(press);
  await waitFor(() => expect(sent(world)).toHaveLength(count));
  expect(sent(world)).toEqual(presses.map(() => ({ mode: 'again' })));
});

test('a page that is opened by a gid shows what its own press came to', async () => {
  const world = busyWorld();
  const gid = `gid://shopify/Order/${orderIdOf(1002)}`;
  // As the API does, which takes either.
  for (const known of [world.orders, world.previews] as Map<string, unknown>[]) {
    known.set(gid, known.get(orderIdOf(1002)));
  }
  const { user, toasts } = await renderPanel(world, `/deliveries/${encodeURIComponent(gid)}`);
  await user.type(await screen.findByLabelText("Recipient's phone"), '0821234567');
  await user.click(screen.getByRole('button', { name: 'Fix and send' }));
  await waitFor(() => expect(toasts).toEqual(['Sending']));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Fix and send|^Send again/ })).toBeNull());
});

test.each([
  ['Send', 'was never sent', []],
  ['Send again', 'was sent before', undefined],
] as const)('a person who decides about an order presses %s where it %s', async (name, _when, deliveries) => {
  const world = busyWorld();
  const nextStep = 'Cancel it there, or press Send if the buyer is genuine.';
  const order = sampleOrder(1002, 'needs_attention', sampleReason('fraud_high', 'A high risk of fraud.', { nextStep }));
  const shown = { ...order, deliveries: deliveries ? [...deliveries] : order.deliveries };
  world.orders.set(order.orderId, shown);
  world.previews.set(order.orderId, previewOf(shown));
  await renderPanel(world, `/deliveries/${order.orderId}`);
  expect(await screen.findByRole('button', { name })).toBeTruthy();
});
