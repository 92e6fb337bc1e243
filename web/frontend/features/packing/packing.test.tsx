import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { problemOf } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { busyWorld, emptyWorld } from '../../testing/sample-world.ts';

const path = '/packing-list?start=2026-11-21T12%3A00%3A00Z&end=2026-11-21T14%3A00%3A00Z';

test('a slot on Home opens its packing list, which is printed with one press', async () => {
  const world = busyWorld();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user, container } = await renderPanel(world, '/');
  const [first] = await screen.findAllByRole('link', { name: /Packing list/ });
  if (first) await user.click(first);

  const shop = await screen.findByRole('region', { name: 'Woodstock shop' });
  expect(world.calls.at(-1)?.path).toBe(`/api/packing-list?${new URLSearchParams(slotOf(world))}`);
  expect(within(shop).getByText('Thandi Nkosi')).toBeTruthy();
  expect(within(shop).getAllByText('2 × Stoneware mug (fragile)')).toHaveLength(3);
  expect(within(shop).getByText('Not collected')).toBeTruthy();
  const toDecide = within(shop)
    .getByText(/^Do not hand this over yet/)
    .closest('li');
  expect(toDecide?.textContent).toContain('Lerato Mokoena');
  expect(toDecide?.textContent).toContain('Needs you');
  expect(within(shop).getByText('On its way')).toBeTruthy();
  expect(screen.getByText('2 × Item 3')).toBeTruthy();
  const more = screen.getByText(/^2 more parcels are booked/).closest<HTMLElement>('[role]');
  const rest = within(more as HTMLElement).getByRole('link', { name: 'Deliveries' });
  expect(rest.getAttribute('href')).toBe('/deliveries?state=placed&sort=slot_desc');
  const codes = [...container.querySelectorAll('svg.packing-code path')].map((code) => code.getAttribute('d'));
  expect(new Set(codes).size).toBe(5);
  expect(within(shop).getByText(/^Recipient and goods cannot be read here/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

const slotOf = ({ overview }: ReturnType<typeof busyWorld>) => {
  const { start = '', end } = overview.day[0]?.slot ?? {};
  return { start, end: end ?? '' };
};

test('a slot with nothing says so and offers no print', async () => {
  await renderPanel(emptyWorld(), path);
  expect(await screen.findByText('Nothing is booked for this slot')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
});

test('a list that cannot be read says so, and can be asked for again', async () => {
  const world = busyWorld();
  world.failing.set('GET /api/packing-list', problemOf(400, 'Refused', { detail: 'start is not a time.' }));
  await renderPanel(world, '/packing-list');
  expect(await screen.findByText('The packing list could not be loaded')).toBeTruthy();
});
