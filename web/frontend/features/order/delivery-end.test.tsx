import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderView } from '#api-contract/order.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf, rowOf, sampleDelivery, sampleOrder } from '../../testing/sample-orders.ts';
import { cancelInDoubt, sampleReason, stillFulfilled } from '../../testing/sample-reasons.ts';
import { busyWorld } from '../../testing/sample-world.ts';
import { undeliveredWorld } from '../../testing/undelivered-world.ts';

const path = `/deliveries/${orderIdOf(1001)}`;

test('goods that nobody took in are a task: send anew, refund in Shopify, or keep at the shop', async () => {
  const world = undeliveredWorld();
  const { user, toasts } = await renderPanel(world, path);
  expect(await screen.findByText('The delivery failed: the buyer has no goods')).toBeTruthy();
  expect(screen.getAllByText('Needs you').length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Send as a new delivery' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel this delivery' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Refund in Shopify' }).getAttribute('href')).toBe(
    `shopify://admin/orders/${orderIdOf(1001)}`,
  );
  await user.click(screen.getByRole('button', { name: 'Keep the goods of 1001 at the shop' }));
  await waitFor(() => expect(toasts).toEqual(['Kept at the shop']));
  const kept = world.calls.find(({ path: called }) => called.endsWith('/acknowledge'));
  expect(kept?.body).toEqual({ orderReference: '1001', alarm: 'abc' });
});

test('what happened is told in order, in words', async () => {
  await renderPanel(undeliveredWorld(), path);
  const table = await screen.findByRole('table', { name: 'What happened' });
  const told = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);
  expect(told).toEqual([
    'The order was paid',
    '1001: the delivery was booked',
    '1001: 2 calls to the delivery service came to nothing',
    '1001: the driver has the goods',
    '1001: nobody took the goods in',
    'a staff member: Read again',
  ]);
});

test.each([
  ['on_its_way', 'On its way: the driver has the parcel', 'On its way'],
  ['delivered', /^Delivered /, 'Delivered'],
] as const)('%s is what the page says first', async (progress, title, badge) => {
  const world = busyWorld();
  const links = { trackingUrl: 'https://track.example/1', photoUrl: 'https://photo.example/1' };
  const order = {
    ...sampleOrder(1001, 'placed'),
    deliveries: [sampleDelivery('1001', { progress, progressAt: '2026-11-21T12:40:00Z', ...links })],
  };
  world.orders.set(orderIdOf(1001), order);
  await renderPanel(world, path);
  expect((await screen.findAllByText(title)).length).toBeGreaterThan(0);
  expect(screen.getAllByText(badge).length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Open the tracking page' }).getAttribute('href')).toBe(links.trackingUrl);
  expect(screen.getByRole('link', { name: 'See the proof' }).getAttribute('href')).toBe(links.photoUrl);
});

test('kept while nobody knows whether it is cancelled: neither its page nor its list promises a driver', async () => {
  const world = busyWorld();
  const deliveries = [sampleDelivery('1001', { reason: cancelInDoubt })];
  const order = { ...sampleOrder(1001, 'placed', cancelInDoubt), deliveries };
  world.orders.set(orderIdOf(1001), order);
  world.deliveries = [rowOf(order)];
  const page = await renderPanel(world, path);
  expect(await screen.findByText(/^The driver was not cancelled and may still come/)).toBeTruthy();
  expect(screen.getByText('May still come')).toBeTruthy();
  expect(screen.getByText(cancelInDoubt.message)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Keep/ })).toBeNull();
  page.unmount();
  await renderPanel(world, '/deliveries');
  await screen.findByRole('link', { name: '#1001' });
  expect(screen.getAllByText('May still come').length).toBeGreaterThan(0);
  expect(screen.getAllByText(cancelInDoubt.message).length).toBeGreaterThan(0);
  expect(screen.queryByText('Booked', { selector: '.Polaris-Badge *' })).toBeNull();
});

test('goods that were kept at the shop ask for no decision any more', async () => {
  const world = undeliveredWorld();
  const order = world.orders.get(orderIdOf(1001)) as OrderView;
  const closed = { at: '2026-11-21T12:50:00Z', by: 'staff 55' };
  const deliveries = order.deliveries.map((one) => ({
    ...one,
    alarm: null,
    drift: one.drift.map((item) => ({ ...item, closed })),
  }));
  world.orders.set(order.orderId, { ...order, deliveries });
  await renderPanel(world, path);
  expect(await screen.findByText('The delivery failed: the buyer has no goods')).toBeTruthy();
  expect(screen.queryByText(/^Decide:|decide below/)).toBeNull();
  expect(screen.getByText('The goods were not delivered. Somebody has dealt with it:')).toBeTruthy();
  expect(screen.queryByText(/^The order changed/)).toBeNull();
});

test('what its head asks for where the service gives no reason goes once it is decided', async () => {
  const world = undeliveredWorld();
  const order = world.orders.get(orderIdOf(1001)) as OrderView;
  const shown = (changes: object) => {
    const deliveries = order.deliveries.map((one) => ({ ...one, reason: null, ...changes }));
    world.orders.set(order.orderId, { ...order, reason: null, deliveries });
    return renderPanel(world, path);
  };
  const page = await shown({});
  expect(await screen.findByText(/decide below/)).toBeTruthy();
  page.unmount();
  await shown({ alarm: null });
  expect(await screen.findByText(/^Somebody has dealt with this\. If the goods should go after all/)).toBeTruthy();
  expect(screen.queryByText(/decide below/)).toBeNull();
});

test.each([
  [
    'hours after its slot',
    { isLate: true, alarm: null, drift: [], reason: null },
    /^The driver has had the goods since/,
  ],
  ['when it is asked after no more', {}, /^The driver collected the goods of 1001/],
])('goods that nobody has said to be delivered are late: %s', async (_name, changes, text) => {
  const world = busyWorld();
  const message = 'The driver collected the goods of 1001, and nothing was heard since.';
  const unheard = { about: 'not_delivered', field: 'items', placed: 'to be delivered', now: 'not heard of' } as const;
  const one = sampleDelivery('1001', {
    ...{ progress: 'on_its_way', progressAt: '2026-11-21T12:40:00Z', alarm: 'abc' },
    ...{ drift: [{ ...unheard, closed: null }], reason: sampleReason('delivery_unheard', message) },
    ...changes,
  });
  world.orders.set(orderIdOf(1001), { ...sampleOrder(1001, 'placed'), deliveries: [one] });
  await renderPanel(world, path);
  expect(await screen.findByText('Late: nobody has said that the goods were delivered')).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  const names = screen.queryAllByRole('button', { name: 'Mark delivery 1001 as dealt with' });
  expect(names).toHaveLength(one.alarm === null ? 0 : 1);
  expect(screen.queryByText('Keep at the shop')).toBeNull();
});

test.each([
  ['an alarm tells of the cancelled delivery', true, []],
  ['another delivery of the order goes on', false, [sampleDelivery('1001-2')]],
] as const)(
  'goods that stay marked as fulfilled are said with what to do, also where %s',
  async (_name, isAlarm, others) => {
    const world = busyWorld();
    const drift = { about: 'not_delivered', field: 'delivery', placed: 'to be delivered', now: 'cancelled' } as const;
    const cancelled = sampleDelivery('1001', {
      ...{ state: 'cancelled', reason: stillFulfilled, serviceState: 'CANCELLED' },
      ...(isAlarm ? { alarm: 'abc', drift: [{ ...drift, closed: null }] } : {}),
    });
    const deliveries = [cancelled, ...others];
    world.orders.set(orderIdOf(1001), { ...sampleOrder(1001, isAlarm ? 'cancelled' : 'placed'), deliveries });
    await renderPanel(world, path);
    expect(await screen.findByText(stillFulfilled.message)).toBeTruthy();
    expect(screen.getByText(stillFulfilled.nextStep ?? '')).toBeTruthy();
  },
);
