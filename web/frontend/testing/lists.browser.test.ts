import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DriftView } from '#api-contract/drift.ts';
import { overflowOf, type PanelBrowser, startPanelBrowser } from './panel-browser.ts';
import { orderIdOf, rowOf, sampleDelivery, sampleOrder } from './sample-orders.ts';
import { busyWorld, emptyWorld } from './sample-world.ts';
import type { World } from './world.ts';

let browser: PanelBrowser;
beforeAll(async () => {
  browser = await startPanelBrowser();
});
afterAll(() => browser.close());

/** A press in the admin's own menu. */
const followMenu = (page: Page, href: string) =>
  page.locator(`a[href="${href}"]`).first().dispatchEvent('shopify:navigate');

test('the arrow of an order leads back to what it was opened from, and to the list where nothing was', async () => {
  const page = await browser.open(busyWorld(), '/deliveries', 375);
  const open = (name: string | RegExp) => page.getByRole('link', { name });
  const arrow = open('Back');
  await page.getByRole('button', { name: 'Booked 2' }).click();
  await open('#1002').waitFor({ state: 'detached' });
  await open('#1006').click();
  // It stays a link with an address of its own, by the keyboard too.
  expect(await arrow.getAttribute('href')).toBe('/deliveries');
  await arrow.press('Enter');
  await page.getByRole('button', { name: 'Booked 2', pressed: true }).waitFor();
  await open('#1001').waitFor();
  expect(new URL(page.url()).search).toBe('?state=placed');
  expect(await open(/^#/).count()).toBe(2);

  await page.goto(`${browser.server.url}/`);
  // At the top of the screen, before the same in the list of what waits.
  await open('Decide on order #1006').first().click();
  await page.reload();
  await arrow.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');

  const direct = await browser.open(busyWorld(), `/orders/${orderIdOf(1006)}`, 375);
  await direct.locator('#main').getByRole('link', { name: 'Deliveries' }).click();
  await direct.getByRole('link', { name: '#1002' }).waitFor();
  expect(browser.complaints()).toEqual([]);
});

test('Back from an order shows the list where it was left, and another screen from its top', async () => {
  const world = emptyWorld();
  world.deliveries = Array.from({ length: 25 }, (_, index) => rowOf(sampleOrder(2000 + index, 'placed')));
  world.orders.set(orderIdOf(2020), sampleOrder(2020, 'placed'));
  const page = await browser.open(world, '/deliveries', 375);
  const scrolled = () => page.evaluate(() => window.scrollY);
  const row = page.getByRole('link', { name: '#2020' });
  await row.waitFor();
  await page.waitForFunction(() => window.history.scrollRestoration === 'manual');
  await row.scrollIntoViewIfNeeded();
  const left = await scrolled();
  expect(left).toBeGreaterThan(1_000);
  await row.click();
  await page.getByRole('heading', { name: '#2020' }).waitFor();
  expect(await scrolled()).toBe(0);
  await page.goBack();
  await expect.poll(scrolled).toBe(left);
  await followMenu(page, '/settings');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await expect.poll(scrolled).toBe(0);
});

test.each([375, 1280])('pages of deliveries are turned at %d px', async (width) => {
  const world = emptyWorld();
  world.deliveries = Array.from({ length: 75 }, (_, index) => rowOf(sampleOrder(2000 + index, 'placed')));
  const page = await browser.open(world, '/deliveries', width);
  await page.getByRole('link', { name: '#2000' }).waitFor();
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('link', { name: '#2029' }).waitFor();
  await expect.poll(scrolled, { timeout: 3_000 }).toBe(0);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('link', { name: '#2050' }).waitFor();
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByRole('link', { name: '#2029' }).waitFor();
  await expect.poll(scrolled, { timeout: 3_000 }).toBe(0);
});

test('a page that is asked for twice on a slow line is one step back', async () => {
  const world = emptyWorld();
  world.deliveries = Array.from({ length: 75 }, (_, index) => rowOf(sampleOrder(2000 + index, 'placed')));
  const page = await browser.open(world, '/deliveries');
  await page.getByRole('link', { name: '#2000' }).waitFor();
  const line = Promise.withResolvers<void>();
  await page.route(/\/api\/deliveries\?.*cursor/, async (route) => {
    await line.promise;
    await route.continue();
  });
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  await page.locator('[aria-busy=true]').first().waitFor();
  await next.click();
  line.resolve();
  await page.getByRole('link', { name: '#2029' }).waitFor();
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByRole('link', { name: '#2000' }).waitFor();
});

test.each(['en', 'af', 'zu'])(
  'the list in %s is read without scrolling sideways, however wide the window',
  async (locale) => {
    const page = await browser.open(busyWorld(), `/deliveries?locale=${locale}`);
    await page.getByRole('table').waitFor();
    const scrolledAt: number[] = [];
    for (const width of [1280, 1000, 961, 900, 768, 640, 500, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page
        .getByRole(width > 960 ? 'table' : 'listitem')
        .first()
        .waitFor();
      const lists = page.locator('.panel-wide');
      const over = await lists.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      if (over.some((pixels) => pixels > 0) || (await overflowOf(page)) > 0) scrolledAt.push(width);
    }
    expect(scrolledAt).toEqual([]);
  },
);

/** Words of the page's tables that stand on two lines. */
const brokenWords = (page: Page) =>
  page.locator('.panel-table').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s–-]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
      return broken;
    }),
  );

/** What the tables of a page lack at each width: words on two lines, and room. */
async function faultsOf(page: Page, long = ''): Promise<Record<number, string[]>> {
  await page.locator('.panel-table').first().waitFor();
  await page.locator('#main button[aria-expanded="false"]').evaluateAll((all) => {
    for (const one of all) if (one instanceof HTMLElement) one.click();
  });
  await page.locator('#main button[aria-expanded="true"]').first().waitFor();
  await page.waitForLoadState('networkidle');
  const found: Record<number, string[]> = {};
  for (const width of [1280, 1000, 900, 861, 860, 768, 720, 701, 640, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const faults = (await brokenWords(page)).filter((word) => word !== long);
    if ((await overflowOf(page)) > 0) faults.push('sideways');
    const cut = await page.locator('.panel-table').evaluateAll((tables) => {
      const right = (one: Element | null) => one?.getBoundingClientRect().right ?? 0;
      return tables.some((table) => right(table) > right(table.parentElement) + 1);
    });
    if (cut) faults.push('cut');
    if (faults.length > 0) found[width] = faults;
  }
  return found;
}

/** A shop that has delivered for millions, and from a place of one long word. */
function ofMillions(locationName: string): World {
  const world = busyWorld();
  const { perDay, perLocation, perMonth } = world.figures;
  for (const one of [...perDay, ...perLocation, ...perMonth]) {
    Object.assign(one, { deliveries: 12_345, delivered: 12_001, cost: 1_234_567.89 });
  }
  Object.assign(perLocation[0] ?? {}, { locationName });
  return world;
}

test.each(
  ['en', 'af', 'zu'].flatMap((locale) => [
    [locale, '/results'],
    [locale, `/deliveries/${orderIdOf(1006)}`],
  ]),
)('in %s no word or figure of the tables of %s is broken in two or cut off', async (locale, path) => {
  const page = await browser.open(ofMillions('Voortrekkerhoogte'), `${path}?locale=${locale}`);
  expect(await faultsOf(page)).toEqual({});
});

test.each([
  ['en', '/results'],
  ['zu', '/results'],
  ['en', `/deliveries/${orderIdOf(1042)}`],
  ['zu', `/deliveries/${orderIdOf(1042)}`],
])('in %s a name of one very long word makes no table of %s wider than its page', async (locale, path) => {
  const long = 'Voortrekkershemelblouporseleinkoffiebekerversameling';
  const drift: DriftView[] = [
    { about: 'goods_without_driver', field: `goods: ${long}`, placed: '0', now: '2', closed: null },
    { about: 'goods_gone', field: `items: ${long}`, placed: '1', now: '0', closed: null },
  ];
  const order = { ...sampleOrder(1042, 'placed'), deliveries: [sampleDelivery('1042', { alarm: 'a', drift })] };
  const world = ofMillions(long);
  world.orders.set(order.orderId, order);
  const page = await browser.open(world, `${path}?locale=${locale}`);
  expect(await faultsOf(page, long)).toEqual({});
});

test.each(['en', 'af', 'zu'])('in %s no heading beside a value is broken in two on a phone', async (locale) => {
  const closed = { at: '2026-11-21T12:50:00Z', by: 'staff 55' };
  const [placed, now] = ['4 Kloof Street, Gardens, Cape Town, 8001', '40 Kloof Street, Gardens, Cape Town, 8001'];
  const drift: DriftView[] = [{ about: 'request', field: 'dropoff_address', placed, now, closed }];
  const order = { ...sampleOrder(1042, 'placed'), deliveries: [sampleDelivery('1042', { drift })] };
  const world = busyWorld();
  world.orders.set(order.orderId, order);
  const page = await browser.open(world, `/deliveries/${orderIdOf(1042)}?locale=${locale}`, 360);
  const cells = page.locator('.panel-table-labelled td');
  await cells.first().waitFor();
  // The words of a heading are in no node of their own: its box must hold the longest.
  const headings = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const heading = cell.getAttribute('data-heading') ?? '';
      const { width, fontSize, fontFamily } = window.getComputedStyle(cell, '::before');
      const pen = document.createElement('canvas').getContext('2d');
      if (pen) pen.font = `${fontSize} ${fontFamily}`;
      const needs = heading.split(' ').map((word) => pen?.measureText(word).width ?? Number.NaN);
      return { heading, lacks: Math.max(...needs) - Number.parseFloat(width) };
    }),
  );
  expect(headings.length).toBeGreaterThan(2);
  expect(headings.filter(({ lacks }) => !(lacks < 1))).toEqual([]);
});

test('a browser without isiZulu writes sums as in South Africa', async () => {
  const page = await browser.open(busyWorld(), '/results?locale=zu');
  await page
    .getByText(/^R\s16.059/)
    .first()
    .waitFor();
});

test('on a phone what a tried rule would do is said beside the rule, and leads to the orders', async () => {
  const page = await browser.open(busyWorld(), '/rehearsal', 360);
  const every = page.getByText('Every paid order', { exact: true });
  const said = page.locator('.panel-outcome p');
  const isInView = (of: Locator) =>
    of.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  await said.waitFor();
  const before = await said.textContent();
  await every.click();
  await expect.poll(() => said.textContent()).not.toBe(before);
  expect([await isInView(every), await isInView(said)]).toEqual([true, true]);
  await page.getByRole('button', { name: 'What would happen' }).click();
  await expect.poll(() => isInView(page.getByRole('heading', { name: 'What would happen' }))).toBe(true);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await said.isVisible()).toBe(false);
});

test('a packing list in letters twice as large keeps its words whole: the code goes below them', async () => {
  const page = await browser.open(busyWorld(), '/packing-list?start=2026-11-21T12:00:00Z', 390);
  const name = page.getByText('Thandi Nkosi');
  await name.waitFor();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
  const height = async () => (await name.boundingBox())?.height ?? 0;
  const letter = await name.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
  expect(letter).toBeGreaterThan(30);
  await expect.poll(height).toBeLessThan(2 * letter);
  expect(await overflowOf(page)).toBe(0);
});
