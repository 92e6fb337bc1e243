import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createTimes } from './shared/times.ts';
import { problemOf } from './testing/fake-api.ts';
import { renderPanel } from './testing/render-panel.tsx';
import { orderIdOf } from './testing/sample-orders.ts';
import { busyWorld } from './testing/sample-world.ts';

const hourMs = 3_600_000;
const { time } = createTimes('en', 'Africa/Johannesburg');
const at = (instantMs: number) => new Date(instantMs).toISOString();

/** Shop and server live `aheadMs` from the browser's clock; the oldest order can be sent for one hour more. */
function worldAhead(aheadMs: number) {
  const world = busyWorld();
  const nowMs = Date.now() + aheadMs;
  const [, order] = world.overview.waiting;
  if (!order) throw new Error('the sample has too few orders');
  const waiting = [{ ...order, paidAt: at(nowMs - 2.5 * hourMs), deadlineAt: at(nowMs + hourMs) }];
  world.aheadMs = aheadMs;
  world.overview = { ...world.overview, waiting, waitingCount: 1 };
  /** What the server's clock may have shown at the reading: the next minute may have begun since. */
  const shown = () => [...new Set([nowMs - 1000, nowMs, Date.now() + aheadMs].map((instant) => time(at(instant))))];
  return { world, shown };
}

test.each([
  ['fast', -2.6 * hourMs],
  ['slow', 2.6 * hourMs],
])('Home tells the time by the server where the clock of the phone is hours %s', async (_case, aheadMs) => {
  const { world, shown } = worldAhead(aheadMs);
  await renderPanel(world, '/');
  const line = await screen.findByText(/^Paid .*\(2 hours ago\) · .*/);
  expect(line.textContent).toMatch(/ · Send by /);
  const updated = (await screen.findByText(/^Updated /)).textContent;
  expect(shown().map((one) => `Updated ${one}`)).toContain(updated);
});

test.each([
  ['/deliveries', 'GET /api/deliveries'],
  [`/deliveries/${orderIdOf(1001)}`, `GET /api/orders/${orderIdOf(1001)}`],
])('%s says by the server since when it is old', async (path, call) => {
  const { world, shown } = worldAhead(-2.6 * hourMs);
  const { client } = await renderPanel(world, path, 'en', { isImpatient: true });
  await screen.findAllByText('#1001');
  const readAt = shown();
  world.failing.set(call, problemOf(500, 'Broken'));
  void client.invalidateQueries();
  const title = (await screen.findByRole('heading', { name: /^Not up to date/ })).textContent ?? '';
  expect([...readAt, ...shown()].filter((one) => title.includes(one))).not.toEqual([]);
});

test('what was read before the clock of the phone was set right keeps its time while no reading succeeds', async () => {
  const { world, shown } = worldAhead(-2.6 * hourMs);
  const { client } = await renderPanel(world, '/', 'en', { isImpatient: true });
  await screen.findByText(/ · Send by /);
  const readAt = shown();
  world.failing.set('GET /api/overview', problemOf(500, 'Broken'));
  world.aheadMs = 0;
  void client.invalidateQueries();
  const title = (await screen.findByRole('heading', { name: /^Not up to date/ })).textContent ?? '';
  expect([...readAt, ...shown()].filter((one) => title.includes(one))).not.toEqual([]);
  expect(screen.getByText(/ · Send by /)).toBeTruthy();
});
