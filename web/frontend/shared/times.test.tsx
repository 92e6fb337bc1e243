import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { problemOf } from '../testing/fake-api.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { orderIdOf } from '../testing/sample-orders.ts';
import { busyWorld } from '../testing/sample-world.ts';
import { createTimes, dayName } from './times.ts';

const ofShop = /^21 Nov, \d\d:\d\d$/;

test('times are those of the shop, without a word of its zone', async () => {
  await renderPanel(busyWorld(), `/deliveries/${orderIdOf(1001)}`);
  expect(await screen.findAllByText(ofShop)).not.toEqual([]);
});

test('times name the zone they are in where the one of the shop could not be read', async () => {
  const world = busyWorld();
  world.failing.set('GET /api/overview', problemOf(400, 'Broken'));
  await renderPanel(world, `/deliveries/${orderIdOf(1001)}`);
  expect(await screen.findAllByText(/^2[12] Nov, \d\d:\d\d (UTC|GMT|SAST)/)).not.toEqual([]);
  expect(screen.queryAllByText(ofShop)).toEqual([]);
});

test.each([
  ['Home', '/'],
  ['Deliveries', '/deliveries'],
  ['an order', `/deliveries/${orderIdOf(1001)}`],
])('%s that was last read on another day says on which', async (_name, path) => {
  const world = busyWorld();
  const { client } = await renderPanel(world, path);
  await screen.findAllByText(ofShop);
  const readOn = new Intl.DateTimeFormat('en-ZA', { day: 'numeric', month: 'short', timeZone: 'Africa/Johannesburg' });
  const day = readOn.format(Date.now());
  world.down = problemOf(400, 'Broken');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 26 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await client.refetchQueries();
  expect(await screen.findByText(new RegExp(`^Not up to date: last read on ${day}, \\d\\d:\\d\\d$`))).toBeTruthy();
});

test('a language that the browser lacks is written as in South Africa', () => {
  const { dateTime, date, slot } = createTimes('tlh', 'Africa/Johannesburg');
  const noon = '2026-11-21T10:00:00Z';
  expect([
    dateTime(noon),
    date(noon),
    dayName('tlh', '2026-11-21'),
    slot({ text: 'Sat 21 Nov 2026, 14:00–16:00' }),
  ]).toEqual(['21 Nov, 12:00', '21 Nov 2026', 'Sat, 21 Nov', 'Sat, 21 Nov 2026, 14:00–16:00']);
});
