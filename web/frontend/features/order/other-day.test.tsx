import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DriftView } from '#api-contract/drift.ts';
import type { DeliveryView } from '#api-contract/order.ts';
import { booked } from '../../testing/order-state.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { orderIdOf, sampleDelivery, sampleOrder } from '../../testing/sample-orders.ts';
import { busyWorld } from '../../testing/sample-world.ts';

test.each([
  ['delivery_day', 'Day of delivery', 0, 'Wed, 25 Nov'],
  ['delivery_method', 'Delivery method', 0, '2026-11-25'],
  ['dropoff_address', 'Delivery address', 1, '2026-11-25'],
])(
  'a change of %s: a new driver of today is offered, but not for another day or method',
  async (field, label, times, now) => {
    const world = busyWorld();
    const drift = [{ about: 'request' as const, field, placed: '2026-11-21', now: '2026-11-25', closed: null }];
    const deliveries = [sampleDelivery('1001', { drift, alarm: 'a1001' })];
    world.orders.set(orderIdOf(1001), { ...sampleOrder(1001, 'placed'), deliveries });
    await renderPanel(world, `/deliveries/${orderIdOf(1001)}`);
    expect(await screen.findByText(now)).toBeTruthy();
    expect(screen.getAllByText(label).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Cancel this delivery' })).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: 'Cancel and book again' })).toHaveLength(times);
  },
);

const later: DriftView = {
  ...{ about: 'later_day', field: 'delivery_day', placed: '2026-11-22', now: '2026-11-21', closed: null },
};
const address: DriftView = {
  ...{ about: 'request', field: 'dropoff_address', placed: '4 Kloof Street', now: '40 Kloof Street', closed: null },
};
const kept = { by: 'staff 1', at: '2026-11-21T10:00:00Z' };

test.each([
  ['its address changed', address, 1],
  ['its address changed and was kept', { ...address, closed: kept }, 0],
  ['another day is named', { ...address, field: 'delivery_day', placed: '2026-11-20', now: '2026-11-25' }, 0],
])(
  'a new driver is offered where the address changed, also where he comes later than promised: %s',
  async (_name, item, times) => {
    await renderPanel(booked({ alarm: 'a1042', drift: [item, later] })(), `/deliveries/${orderIdOf(1042)}`);
    await screen.findByText('Sun, 22 Nov');
    expect(screen.queryAllByRole('button', { name: 'Cancel and book again' })).toHaveLength(times);
  },
);

const toTell = /^The delivery service gave a later day .* Tell the buyer\./;
const toDriver = 'The driver does not know of the change. No second driver was sent.';

test.each([
  [
    'nobody has dealt with either',
    [later, address],
    'The order changed after the driver was booked',
    [toDriver, toTell],
    ['40 Kloof Street in Now', 'Sat, 21 Nov in Promised'],
  ],
  [
    'the address was kept as booked',
    [{ ...address, closed: kept }, later],
    'The driver comes later than promised',
    [toTell, /^The order changed .* Somebody has dealt with it:/],
    ['Sat, 21 Nov in Promised', '40 Kloof Street in Now'],
  ],
  [
    'the buyer was told',
    [{ ...later, closed: kept }, address],
    'The order changed after the driver was booked',
    [toDriver, /^The driver comes on a later day .* Somebody has dealt with it:/],
    ['40 Kloof Street in Now', 'Sat, 21 Nov in Promised'],
  ],
])(
  'later than promised and another address: what is open is told first: %s',
  async (_name, drift, title, said, now) => {
    await renderPanel(booked({ alarm: 'a1042', drift })(), `/deliveries/${orderIdOf(1042)}`);
    const notice = (await screen.findByRole('heading', { name: title })).closest<HTMLElement>('[role=alert]');
    if (notice === null) throw new Error('no notice has that title');
    const texts = [...notice.querySelectorAll('p')].map(({ textContent }) => textContent);
    expect(texts.slice(0, 2)).toEqual(said.map((one) => (one instanceof RegExp ? expect.stringMatching(one) : one)));
    const cells = within(notice).getAllByRole('cell');
    const told = cells.map((cell) => `${cell.textContent} in ${cell.dataset['heading']}`);
    expect(told.filter((one) => now.includes(one))).toEqual(now);
  },
);

test.each<[string, Partial<DeliveryView>, number]>([
  ['nobody has its goods', { drift: [later] }, 1],
  ['its address changed, too', { drift: [address, later] }, 1],
  ['the driver has its goods', { drift: [later], progress: 'on_its_way' }, 0],
  ['the buyer was told', { drift: [{ ...later, closed: kept }, address] }, 0],
  ['he is being cancelled', { drift: [later], cancelling: true }, 0],
])('a driver who comes later than promised is cancelled from where that is said: %s', async (_name, changes, times) => {
  await renderPanel(booked({ alarm: 'a1042', ...changes })(), `/deliveries/${orderIdOf(1042)}`);
  await screen.findByRole('button', { name: 'Keep delivery 1042 as booked' });
  expect(screen.queryAllByRole('button', { name: 'Cancel the driver' })).toHaveLength(times);
});

const shut: DriftView = {
  ...{ about: 'location_closed', field: 'slot', placed: 'Sat 21 Nov 2026, 14:00–16:00', now: 'closed', closed: null },
};

test.each<[string, Partial<DeliveryView>, 'en' | 'af', string[], number]>([
  ['and nobody has dealt with it', { drift: [shut] }, 'en', ['closed in Location'], 1],
  ['in Afrikaans', { drift: [shut] }, 'af', ['Sa. 21 Nov. 2026, 14:00–16:00 in Bespreek', 'toe in Ligging'], 1],
  ['and he is being cancelled', { drift: [shut], cancelling: true }, 'en', ['closed in Location'], 0],
  [
    'on a later day than promised',
    { drift: [later, shut] },
    'en',
    ['closed in Location', 'Sat, 21 Nov in Promised'],
    1,
  ],
  ['and somebody hands over', { drift: [{ ...shut, closed: kept }, address] }, 'en', ['closed in Location'], 0],
])('a driver who comes while the location is closed %s', async (_name, changes, language, said, times) => {
  await renderPanel(booked({ alarm: 'a1042', ...changes })(), `/deliveries/${orderIdOf(1042)}`, language);
  const notice = (await screen.findAllByRole('alert')).find((one) => one.querySelector('table'));
  if (!notice) throw new Error('nothing is told');
  const cells = within(notice).getAllByRole('cell');
  expect(cells.map((cell) => `${cell.textContent} in ${cell.dataset['heading']}`)).toEqual(
    expect.arrayContaining(said),
  );
  const cancel = language === 'en' ? 'Cancel the driver' : 'Kanselleer die drywer';
  expect(within(notice).queryAllByRole('button', { name: cancel })).toHaveLength(times);
});
