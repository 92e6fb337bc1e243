import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '#testing/axe-findings.ts';
import { orderStates } from './order-states.ts';
import { onlyAt375, overflowOf, type PanelBrowser, smallTargets, startPanelBrowser } from './panel-browser.ts';
import { orderIdOf, rowOf, sampleOrder } from './sample-orders.ts';
import { manualMode } from './sample-reasons.ts';
import { busyWorld } from './sample-world.ts';
import { shopStates, takeDown } from './shop-states.ts';
import { firstOn, openState, primaryPresses } from './shown-state.ts';

let browser: PanelBrowser;
beforeAll(async () => {
  browser = await startPanelBrowser();
});
afterAll(() => browser.close());

test.each([...shopStates, ...orderStates])('$name: what stands first, on a desktop and on a phone', async (state) => {
  const screens = Object.values(state.screens);
  // A page whose clock was set keeps it.
  const page = await browser[state.later ? 'open' : 'look'](state.world(), screens[0]?.path ?? '/');
  for (const [index, shown] of screens.entries()) {
    await page.setViewportSize({ width: 1280, height: 900 });
    if (index > 0 || state.later) await openState(page, browser.server, state, shown);
    const first = firstOn(page, shown);
    await expect.poll(() => first.textContent({ timeout: 25_000 })).toMatch(shown.first);
    expect(await primaryPresses(page)).toEqual(shown.primary === undefined ? [] : [shown.primary]);
    const found: Record<string, unknown> = {};
    // Wide, a list is the same in every state: the screens' own test looks at it once.
    for (const width of shown.place === 'heading' ? [1280, 320] : [320]) {
      await page.setViewportSize({ width, height: 900 });
      found[`axe at ${width}`] = await axeFindings(page);
      found[`overflow at ${width}`] = await overflowOf(page);
    }
    found['styles of 375 px alone'] = await onlyAt375(page);
    const unfilled = (await page.locator('body').innerText()).match(/\{\{.*?\}\}/g);
    expect({ ...found, small: await smallTargets(page), complaints: browser.complaints(), unfilled }).toEqual({
      ...(shown.place === 'heading' ? { 'axe at 1280': [], 'overflow at 1280': 0 } : {}),
      ...{ 'axe at 320': [], 'overflow at 320': 0, 'styles of 375 px alone': [] },
      ...{ small: [], complaints: [], unfilled: null },
    });
  }
});

test.each([
  ['Home', '/', /^Running/],
  ['Deliveries', '/deliveries', null],
  ['an order', `/deliveries/${orderIdOf(1001)}`, /^A driver is booked/],
])(
  '503 for 45 seconds on %s: what was green gives way to when it was last read, and comes back',
  async (_name, path, good) => {
    const world = busyWorld();
    const page = await browser.open(world, '/');
    await page.clock.install();
    await page.goto(browser.server.url + path);
    const stale = page.getByRole('heading', { name: /^Not up to date: last read at \d\d:\d\d/ });
    if (good) await page.getByRole('heading', { name: good }).waitFor();
    else await page.getByRole('link', { name: '#1001' }).waitFor();
    takeDown(world);
    await page.clock.runFor(20_000);
    await stale.waitFor();
    if (good) expect(await page.getByText(good).count()).toBe(0);
    await page.clock.runFor(25_000);
    expect(await stale.count()).toBe(1);
    world.down = null;
    await page.clock.runFor(20_000);
    await stale.waitFor({ state: 'detached' });
    if (good) await page.getByRole('heading', { name: good }).waitFor();
  },
);

test('Home and Deliveries read anew by themselves', async () => {
  const world = busyWorld();
  const page = await browser.open(world, '/');
  await page.clock.install();
  await page.goto(browser.server.url);
  await page.getByText(/^Running/).waitFor();
  world.overview = { ...world.overview, status: 'service_down' };
  await page.clock.runFor(16_000);
  await page.getByText('The delivery service does not answer').waitFor();
  await page.getByRole('link', { name: /Booked$/ }).click();
  await page.getByLabel('Search').waitFor();
  world.deliveries = [...world.deliveries, rowOf(sampleOrder(1042, 'placed'))];
  await page.clock.runFor(16_000);
  await page.getByRole('link', { name: '#1042' }).waitFor();
});

test('20 orders that wait to be sent by hand are sent with two presses from Home', async () => {
  const world = busyWorld();
  const orders = Array.from({ length: 20 }, (_, index) => sampleOrder(2000 + index, 'skipped', manualMode));
  world.deliveries = [...orders.map((order) => rowOf(order)), ...world.deliveries];
  world.overview = { ...world.overview, status: 'manual', toSend: 20 };
  const page = await browser.open(world, '/', 375);
  await page.getByRole('link', { name: 'Send orders' }).click();
  await page.getByRole('button', { name: 'Send 20 orders' }).click();
  await page.getByText('20 orders are being sent').waitFor();
  const sent = world.calls.filter(({ path }) => path === '/api/orders/send');
  expect(sent.flatMap(({ body }) => (body as { orderIds: string[] }).orderIds)).toHaveLength(20);
  expect(sent.flatMap(({ body }) => (body as { orderIds: string[] }).orderIds)).not.toContain(orderIdOf(1004));
});

test('the driver of a cancelled order is cancelled from Home: one press and a confirmation', async () => {
  const world = busyWorld();
  const ended = {
    orderId: orderIdOf(1001),
    orderName: '#1001',
    orderReference: '1001',
    what: 'ended',
    slot: null,
  } as const;
  world.overview = { ...world.overview, changed: [ended, ...world.overview.changed] };
  const page = await browser.open(world, '/', 375);
  await page.getByText(/^#1001: cancelled, but a driver is still booked/).waitFor();
  await page.getByRole('button', { name: 'Cancel the driver of order #1001' }).click();
  await page.getByText(/^This cancels the booking at the delivery service; then this driver does not come\./).waitFor();
  expect(world.calls.some(({ path }) => path.endsWith('/cancel'))).toBe(false);
  await page.getByRole('button', { name: 'Cancel delivery 1001' }).click();
  await expect
    .poll(() => world.calls.filter(({ path }) => path.endsWith('/cancel')).map(({ body }) => body))
    .toEqual([{ orderReference: '1001' }]);
});
