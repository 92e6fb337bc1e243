import { DateTime } from 'luxon';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Figures, figuresView } from '#api-contract/figures.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { drawEnded, seedEnded } from '#storage/panel/testing/seed-ended-deliveries.ts';
import { type LocalWorld, demoShop as shop } from '#testing/local-world.ts';
import { startTestWorld } from '#testing/test-world.ts';

const otherShop = 'other-shop.myshopify.com';
const zone = 'Africa/Johannesburg';
let world: LocalWorld;

beforeAll(async () => {
  world = await startTestWorld({
    unjudged: 'its orders are rows that were never placed',
    store: {
      shops: [
        { domain: shop, name: 'Kettles', ianaTimezone: zone, currency: 'ZAR' },
        { domain: otherShop, name: 'Other', ianaTimezone: zone, currency: 'ZAR' },
      ],
    },
  });
  const range: [number, number] = [at('2026-10-28'), at('2026-11-07')];
  await seedEnded(world.app.context.storage, shop as ShopDomain, drawEnded(5, 200, range));
});
afterAll(() => world.close());

const at = (date: string) => DateTime.fromISO(date, { zone }).toMillis();
const show = async (query: string, of = shop) =>
  figuresView.parse((await world.api('GET', `/api/figures${query}`, undefined, of)).body);

test('shows every day and month of the time asked for, which add up to the whole', async () => {
  const view = await show('?from=2026-10-30&to=2026-11-05');
  expect(view).toMatchObject({ from: '2026-10-30', to: '2026-11-05' });
  expect(view.perDay.map(({ date }) => date)).toEqual([
    ...['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'],
  ]);
  expect(view.perMonth.map(({ month }) => month)).toEqual(['2026-10', '2026-11']);
  expect(view.total.deliveries).toBeGreaterThan(80);
  for (const name of ['deliveries', 'delivered', 'failed', 'onTime'] as const) {
    for (const parts of [view.perDay, view.perMonth, view.perLocation]) {
      const sum = parts.reduce((before: number, part: Figures) => before + part[name], 0);
      expect(sum, name).toBe(view.total[name]);
    }
  }
  const whole = await show('?from=2026-10-01&to=2026-11-30');
  expect(whole.perDay).toHaveLength(61);
  expect(whole.perDay[0]).toMatchObject({ deliveries: 0, onTimeShare: null, medianMinutes: null, cost: null });
  expect((await show('?to=2026-11-05&days=7')).total).toEqual(view.total);
});

test('says from which day of the shop on nothing was erased by age yet', async () => {
  for (const days of [7, 90]) {
    await world.api('PUT', '/api/settings', { retention: { days } });
    const oldest = DateTime.fromMillis(world.app.context.clock.now(), { zone }).minus({ hours: 24 * days });
    const { keptSince, keptDays } = await show('?days=14');
    expect(keptDays).toBe(days);
    expect(at(keptSince)).toBeGreaterThan(oldest.toMillis());
    expect(at(keptSince) - oldest.toMillis()).toBeLessThanOrEqual(86_400_000);
  }
});

test('the file says the same as the screen, and runs nothing in a spreadsheet', async () => {
  const { db } = world.app.context.storage;
  await db.updateTable('delivery').set({ location_name: '=1+1' }).where('location_id', '=', '2').execute();
  const query = '?from=2026-10-30&to=2026-11-05';
  const view = await show(query);
  const token = world.store.sessionToken(shop);
  const response = await fetch(`${world.appUrl}/api/figures.csv${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toContain('figures.csv');
  const [header = [], ...cells] = (await response.text())
    .trim()
    .split('\n')
    .map((text) => text.split(','));
  const rows = cells.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index]])));
  const line = (by: string, name: string, figures: Figures) => ({
    By: by,
    Name: name.replace(/^=/, "'="),
    Deliveries: String(figures.deliveries),
    Delivered: String(figures.delivered),
    'On time': String(figures.onTime),
    'On-time share': String(figures.onTimeShare ?? ''),
    Failed: String(figures.failed),
    'Failed share': String(figures.failedShare ?? ''),
    'Median minutes from paid to delivered': String(figures.medianMinutes ?? ''),
    'Cost in rand': String(figures.cost ?? ''),
  });
  expect(rows).toEqual([
    line('all', '2026-10-30 to 2026-11-05', view.total),
    ...view.perDay.map((day) => line('day', day.date, day)),
    ...view.perMonth.map((month) => line('month', month.month, month)),
    ...view.perLocation.map((place) => line('location', place.locationName, place)),
  ]);
});

test('are of the shop of the session token only', async () => {
  const view = await show('?from=2026-10-30&to=2026-11-05', otherShop);
  expect([view.total.deliveries, view.perLocation]).toEqual([0, []]);
});

test.each([
  ['?from=2026-11-05&to=2026-10-30', 'to'],
  ['?from=2025-01-01&to=2026-10-30', 'from'],
  ['?from=yesterday', 'from'],
  ['?to=2026-02-30', 'to'],
  ['?days=0', 'days'],
  ['?days=400', 'days'],
])('refuses %s, naming the parameter', async (query, field) => {
  expect(await world.api('GET', `/api/figures${query}`)).toMatchObject({ status: 400, body: { field } });
});
