import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { liveIntervalMs } from '../query-client.ts';
import { problemOf } from './fake-api.ts';
import { alarm, booked, changed } from './order-state.ts';
import { type PanelBrowser, startPanelBrowser } from './panel-browser.ts';
import { orderIdOf, rowOf, sampleOrder } from './sample-orders.ts';
import { busyWorld } from './sample-world.ts';

let browser: PanelBrowser;
beforeAll(async () => {
  browser = await startPanelBrowser();
});
afterAll(() => browser.close());

const toasts = (page: Page) => page.evaluate<string[]>('window.__appBridge.toasts');
const saveBarIsShown = (page: Page) => page.evaluate<boolean>('window.__appBridge.saveBarShown');
/** A press in the admin's own menu. */
const followMenu = (page: Page, href: string) =>
  page.locator(`a[href="${href}"]`).first().dispatchEvent('shopify:navigate');
const paths = ['/', '/deliveries?state=placed', `/deliveries/${orderIdOf(1001)}`, '/settings', '/rehearsal'];

test('from Home to a sent order: a phone number and one press', async () => {
  const page = await browser.open(busyWorld(), '/', 375);
  await page.getByLabel("Recipient's phone").fill('082 123 4567');
  await page.getByRole('button', { name: 'Fix and send order #1002' }).click();
  await expect.poll(() => toasts(page)).toEqual(['Sending']);
  expect(browser.complaints()).toEqual([]);
});

test('a failed placement is found from its order number: Deliveries, search, open', async () => {
  const page = await browser.open(busyWorld(), '/deliveries');
  await page.getByLabel('Search').fill('#1003');
  await page.getByRole('link', { name: '#1001' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?query=%231003');
  await page.getByRole('link', { name: '#1003' }).click();
  await page.getByText('Save prefix and send').waitFor();
});

test('an order is found by its buyer, whose name is in no address, and is found again on the way back', async () => {
  const world = busyWorld();
  const name = 'Zola Mokoena';
  world.deliveries = world.deliveries.map((row) => (row.orderName === '#1006' ? { ...row, customerName: name } : row));
  const page = await browser.open(world, '/deliveries?state=placed');
  await page.getByRole('link', { name: '#1006' }).waitFor();
  await page.getByLabel('Search').fill(name);
  await page.getByRole('link', { name: '#1001' }).waitFor({ state: 'detached' });
  const address = page.url();
  await page.getByRole('link', { name: '#1006' }).click();
  await page.getByText('Delivery 1006').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: '#1006' }).waitFor();
  expect(await page.getByRole('link', { name: /^#/ }).count()).toBe(1);
  expect(await page.getByLabel('Search').inputValue()).toBe(name);
  expect([page.url(), address].map((url) => new URL(url).search)).toEqual(['?state=placed', '?state=placed']);
  expect(await page.evaluate(() => JSON.stringify(window.history.state))).not.toContain(name);
  expect(world.calls.filter(({ path }) => decodeURIComponent(path).includes(name))).toEqual([]);
  await page.getByLabel('Search').fill('Nobody Known');
  await page.getByText('Nothing found for “Nobody Known”').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('link', { name: '#1001' }).waitFor();
  expect(await page.getByLabel('Search').inputValue()).toBe('');
});

test('the filters are in the address: a reload and the way back show the same view', async () => {
  const page = await browser.open(busyWorld(), '/deliveries');
  await page.getByRole('button', { name: 'Booked 2' }).click();
  await page.getByRole('link', { name: '#1002' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('link', { name: '#1006' }).click();
  await page.getByText('Delivery 1006').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Booked 2', pressed: true }).waitFor();
  expect(await page.getByRole('link', { name: /^#/ }).allTextContents()).toEqual(['#1001', '#1006']);
});

test('a date is typed into the filters, digit by digit, and is one entry of the history with its view', async () => {
  const world = busyWorld();
  const page = await browser.open(world, '/deliveries');
  await page.getByRole('button', { name: 'Date, location and sorting' }).click();
  const from = page.getByLabel('From', { exact: true });
  await from.focus();
  const entries = await page.evaluate(() => history.length);
  await page.keyboard.type('11212026', { delay: 50 });
  await expect.poll(() => new URL(page.url()).search).toBe('?from=2026-11-21');
  expect(await from.inputValue()).toBe('2026-11-21');
  const asked = () => world.calls.flatMap(({ path }) => /[?&]from=([\d-]+)/.exec(path)?.[1] ?? []);
  // The address is there before the call for what it names.
  await expect.poll(() => new Set(asked())).toEqual(new Set(['2026-11-21']));
  expect(await page.evaluate(() => history.length)).toBe(entries);

  await page.getByRole('button', { name: 'Booked 2' }).click();
  await from.fill('2026-11-20');
  await expect.poll(() => new URL(page.url()).search).toBe('?state=placed&from=2026-11-20');
  await page.goBack();
  await expect.poll(() => from.inputValue()).toBe('2026-11-21');
  await from.fill('');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  // A year that was left unfinished asks for nothing, and does not stay.
  await from.focus();
  await page.keyboard.type('1121202', { delay: 50 });
  await page.getByLabel('Search').focus();
  expect([await from.inputValue(), new URL(page.url()).search]).toEqual(['', '']);
});

test('a name that is read from right to left leaves what stands behind it in its place', async () => {
  const world = busyWorld();
  const name = 'محمد علي';
  world.deliveries = world.deliveries.map((row) => ({ ...row, customerName: name, locationName: null }));
  const page = await browser.open(world, '/deliveries', 375);
  const line = page.getByRole('listitem').filter({ hasText: '#1001' }).getByText(name).last();
  const [nameAt, dayAt] = await line.evaluate((element, written) => {
    const whole = element.closest('li') ?? element;
    const texts = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
    const leftOf = (text: string | RegExp) => {
      texts.currentNode = whole;
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const found = (node.textContent ?? '').search(text);
        if (found < 0) continue;
        const range = document.createRange();
        range.setStart(node, found);
        range.setEnd(node, found + 1);
        return range.getBoundingClientRect().left;
      }
      return Number.NaN;
    };
    return [leftOf(written), leftOf(/\d+ \w+, \d\d:\d\d$/)];
  }, name);
  expect(dayAt).toBeGreaterThan(nameAt ?? Number.NaN);
});

test('selected orders are sent on a phone, and each has its result', async () => {
  const page = await browser.open(busyWorld(), '/deliveries', 375);
  await page.getByLabel('Select #1002').check();
  await page.getByLabel('Select #1004').check();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('1 being sent, 1 not sent').waitFor();
});

test('an order that is on its way moves on the screen by itself', async () => {
  const world = busyWorld();
  const page = await browser.open(world, `/deliveries/${orderIdOf(1008)}`);
  await page.getByText('The order is next in line').waitFor();
  world.orders.set(orderIdOf(1008), sampleOrder(1008, 'placed'));
  await page.getByText(/^A driver is booked/).waitFor();
  const asked = () => world.calls.filter(({ path }) => path === `/api/orders/${orderIdOf(1008)}`).length;
  const before = asked();
  // By the page's own clock, so that a busy machine reaches no longer interval.
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), liveIntervalMs + 1_000);
  expect(asked()).toBe(before);
});

test('settings are changed with the save bar, and a mistake is not saved', async () => {
  const world = busyWorld();
  const page = await browser.open(world, '/settings');
  await page.getByLabel('Weight').fill('0');
  await page.getByText('Enter more than 0.').waitFor();
  expect(await saveBarIsShown(page)).toBe(true);
  await page.getByLabel('Weight').fill('2.5');
  await page.locator('ui-save-bar button[variant=primary]').dispatchEvent('click');
  await expect.poll(() => toasts(page)).toEqual(['Settings saved']);
  expect(world.settings.parcel.weightKg).toBe(2.5);
  expect(await saveBarIsShown(page)).toBe(false);
});

test('Save leads to the field that is wrong, and so does what the server refuses', async () => {
  const world = busyWorld();
  const page = await browser.open(world, '/settings');
  const focused = () =>
    page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent);
  const save = () => page.locator('ui-save-bar button[variant=primary]').dispatchEvent('click');
  await page.getByLabel('Weight').fill('0');
  await page.getByText('Enter more than 0.').waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await save();
  await expect.poll(focused).toBe('Weight');
  expect(world.calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  await page.getByLabel('Weight').fill('2.5');
  const errors = [{ field: 'parcel.heightM', message: 'Too high for a car.' }];
  world.failing.set('PUT /api/settings', problemOf(400, 'Not usable', { errors }));
  await save();
  await page.getByText('Too high for a car.').waitFor();
  await expect.poll(focused).toBe('Height');
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByRole('link', { name: 'Height' }).click();
  await expect.poll(focused).toBe('Height');
});

test.each([
  ['/settings', 'Weight'],
  ['/rehearsal', 'Ask me after'],
])('what becomes of a save in %s that fails is seen from the field that was changed last', async (path, field) => {
  const world = busyWorld();
  world.failing.set('PUT /api/settings', problemOf(503, 'Busy'));
  const page = await browser.open(world, path, 375);
  await page.getByLabel(field).fill('2.5');
  await page.locator('ui-save-bar button[variant=primary]').dispatchEvent('click');
  const notice = page.getByRole('alert').filter({ hasText: 'The settings were not saved' });
  await notice.waitFor();
  await expect.poll(async () => (await notice.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  expect(await notice.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("the browser's Back asks before changes are lost, and only then", async () => {
  const world = busyWorld();
  world.overview = { ...world.overview, status: 'no_key' };
  const page = await browser.open(world, '/');
  const openSettings = async () => {
    await page.getByRole('link', { name: 'Enter API key' }).click();
    await page.getByLabel('Weight').fill('2.5');
  };
  const isAsked = () => page.evaluate('window.__appBridge.leave !== null');
  await openSettings();
  await page.goBack();
  await expect.poll(isAsked).toBe(true);
  expect([new URL(page.url()).pathname, await page.getByLabel('Weight').inputValue()]).toEqual(['/settings', '2.5']);
  await page.evaluate('window.__appBridge.leave()');
  await page.getByRole('heading', { name: 'Needs you' }).waitFor();
  await page.evaluate('window.__appBridge.leave = null');
  await openSettings();
  await page.locator('ui-save-bar button[variant=primary]').dispatchEvent('click');
  await expect.poll(() => toasts(page)).toEqual(['Settings saved']);
  await expect.poll(() => page.evaluate('history.state?.isGuard === true')).toBe(false);
  await page.goBack();
  await page.getByRole('heading', { name: 'Needs you' }).waitFor();
  expect(await isAsked()).toBe(false);
});

test("after Discard the browser's Back leaves Settings with one press", async () => {
  const world = busyWorld();
  world.overview = { ...world.overview, status: 'no_key' };
  const page = await browser.open(world, '/');
  await page.getByRole('link', { name: 'Enter API key' }).click();
  await page.getByLabel('Weight').fill('2.5');
  await page.locator('ui-save-bar button:not([variant])').dispatchEvent('click');
  await expect.poll(() => saveBarIsShown(page)).toBe(false);
  await expect.poll(() => page.evaluate('history.state?.isGuard === true')).toBe(false);
  await page.goBack();
  await page.getByRole('heading', { name: 'Needs you' }).waitFor();
});

test('what is opened right after Discard, as the admin does for who leaves, stays', async () => {
  const page = await browser.open(busyWorld(), '/settings');
  await page.getByLabel('Weight').fill('2.5');
  await page.locator('ui-save-bar button:not([variant])').dispatchEvent('click');
  await followMenu(page, '/deliveries');
  await page.getByRole('link', { name: '#1001' }).waitFor();
  // By the page's own clock: longer than what waits for who leaves.
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), 500);
  expect(new URL(page.url()).pathname).toBe('/deliveries');
});

test('a rule changed in the rehearsal shows its difference, and is used only when told', async () => {
  const world = busyWorld();
  const page = await browser.open(world, '/rehearsal');
  await page.getByText('7 of 8 would be sent.').first().waitFor();
  await page.getByText('Every paid order', { exact: true }).click();
  await page.getByText('8 of 8 would be sent. 1 differs from your current rules.').first().waitFor();
  expect(world.settings.automation.mode).toBe('matching');
  await page.locator('ui-save-bar button[variant=primary]').dispatchEvent('click');
  await expect.poll(() => toasts(page)).toEqual(['These rules are in use']);
  expect(world.settings.automation.mode).toBe('all');
});

test('the list is exported under its filters', async () => {
  const world = busyWorld();
  const page = await browser.open(world, '/deliveries?state=placed');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('deliveries.csv');
});

test('the search stays where it is while its words are typed', async () => {
  const page = await browser.open(busyWorld(), '/deliveries', 375);
  const search = page.getByLabel('Search');
  const top = (await search.boundingBox())?.y;
  await search.fill('Nobody');
  await page.getByText('Nothing found for “Nobody”').first().waitFor();
  expect((await search.boundingBox())?.y).toBe(top);
});

test('what is stored about a customer who asked is downloaded, and the request marked as answered', async () => {
  const world = busyWorld();
  const page = await browser.open(world, '/');
  await page.getByRole('link', { name: 'See the requests' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download what is stored for request 7' }).click();
  expect((await saved).suggestedFilename()).toBe('data-request-7.json');
  await page.getByRole('button', { name: 'Mark request 7 as answered' }).click();
  await expect.poll(() => toasts(page)).toContain('Marked as answered');
  await page.goto(browser.server.url);
  await page.getByRole('heading', { name: 'Needs you' }).waitFor();
  expect(await page.getByText('asked for their data').count()).toBe(0);
});

test.each([
  ['/?period=7d', '131 orders were paid. This is where they are:'],
  ['/deliveries?query=1006', 'Sat 21 Nov 2026, 14:00–16:00'],
  [`/deliveries/${orderIdOf(1001)}`, 'Delivery 1001'],
  ['/settings#locations', 'Claremont store room'],
  ['/rehearsal', '7 of 8 would be sent.'],
])('%s can be opened and reloaded by its address', async (path, sign) => {
  const page = await browser.open(busyWorld(), path);
  await page.getByText(sign).first().waitFor();
  await page.reload();
  await page.getByText(sign).first().waitFor();
  expect(browser.complaints()).toEqual([]);
});

test('a new screen takes the keyboard with it', async () => {
  const page = await browser.open(busyWorld(), '/');
  await page.getByRole('link', { name: '#1003', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Prefix').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

describe('the keyboard stays in the content', () => {
  const ended = booked(alarm('order_ended', 'order', 'to be delivered', 'cancelled'), changed('ended'));
  const place = (page: Page) => page.evaluate(() => document.activeElement?.closest('#main') !== null);
  const pressKey = async (page: Page, name: string | RegExp) => {
    await page.getByRole('button', { name }).first().focus();
    await page.keyboard.press('Enter');
  };

  test('on Home, when a driver is asked about, kept and cancelled', async () => {
    const world = ended();
    const page = await browser.open(world, '/');
    await pressKey(page, /^Cancel the (first )?driver/);
    await page.getByRole('button', { name: 'Not now' }).waitFor();
    await expect.poll(() => place(page)).toBe(true);
    await pressKey(page, 'Not now');
    await page.getByRole('button', { name: 'Not now' }).waitFor({ state: 'detached' });
    await expect.poll(() => place(page)).toBe(true);
    await pressKey(page, /^Cancel the (first )?driver/);
    const confirm = page.getByRole('button', { name: 'Cancel delivery 1042' });
    await confirm.waitFor();
    world.overview = busyWorld().overview;
    await confirm.focus();
    await page.keyboard.press('Enter');
    await confirm.waitFor({ state: 'detached' });
    await expect.poll(() => place(page)).toBe(true);
  });

  test('on an order, when its driver is asked about and kept', async () => {
    const page = await browser.open(ended(), `/deliveries/${orderIdOf(1042)}`);
    await pressKey(page, /^Cancel the (first )?driver/);
    await page.getByRole('button', { name: 'Not now' }).waitFor();
    await expect.poll(() => place(page)).toBe(true);
    await pressKey(page, 'Not now');
    await page.getByRole('button', { name: 'Not now' }).waitFor({ state: 'detached' });
    await expect.poll(() => place(page)).toBe(true);
  });

  test('in the list, when what was selected is sent and the result closed', async () => {
    const page = await browser.open(busyWorld(), '/deliveries');
    await page.getByRole('checkbox', { name: 'Select #1004' }).check();
    await pressKey(page, 'Send');
    await page.getByText('1 order is being sent').waitFor();
    await expect.poll(() => place(page)).toBe(true);
    await pressKey(page, 'Dismiss notification');
    await page.getByText('1 order is being sent').waitFor({ state: 'detached' });
    await expect.poll(() => place(page)).toBe(true);
  });

  test('on Home, when the order that was fixed is gone from what waits', async () => {
    const world = busyWorld();
    world.onSend = (order) => {
      world.overview = { ...world.overview, waiting: [] };
      return { ...order, state: 'queued', reason: null };
    };
    const page = await browser.open(world, '/');
    const phone = page.getByLabel("Recipient's phone");
    await phone.fill('082 123 4567');
    await page.keyboard.press('Enter');
    await phone.waitFor({ state: 'detached' });
    await expect.poll(() => place(page)).toBe(true);
  });

  test('in Settings, when a text and a price are taken away', async () => {
    const page = await browser.open(busyWorld(), '/settings');
    await pressKey(page, 'Remove same-day');
    await page.getByRole('button', { name: 'Remove same-day' }).waitFor({ state: 'detached' });
    await expect.poll(() => place(page)).toBe(true);
    await page.getByLabel('Offer same-day delivery at checkout').check();
    await pressKey(page, 'Add postcodes');
    await pressKey(page, /^Remove the price/);
    await page.getByRole('button', { name: /^Remove the price/ }).waitFor({ state: 'detached' });
    await expect.poll(() => place(page)).toBe(true);
  });

  test.each(['query=999999', 'from=2026-02-31'])('in the list of %s, when all is shown', async (query) => {
    const page = await browser.open(busyWorld(), `/deliveries?${query}`);
    await pressKey(page, 'Show all');
    await page.getByRole('link', { name: '#1001' }).waitFor();
    await expect.poll(() => place(page)).toBe(true);
  });
});

test.each(paths)('%s: every control is reached by Tab, and can be seen when it is', async (path) => {
  const page = await browser.open(busyWorld(), path);
  await page.getByRole('main').getByRole('button').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  const controls = page.getByRole('main').locator(':is(a[href], button, input, select, textarea):visible');
  const unseen: string[] = [];
  for (let step = 0; step < (await controls.count()) + 5; step += 1) {
    await page.keyboard.press('Tab');
    const hidden = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element?.closest('#main')) return null;
      element.setAttribute('data-reached', '');
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 ? null : element.outerHTML;
    });
    if (hidden) unseen.push(hidden);
  }
  // Of a group of radio buttons only the chosen one is a stop.
  const missed = controls.and(page.locator(':not([data-reached]):not([type=radio]:not(:checked))'));
  expect(await missed.evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML))).toEqual([]);
  expect(unseen).toEqual([]);
});

test('without App Bridge it says where to open the app', async () => {
  const page = await browser.open(busyWorld(), '/');
  await page.route('**/app-bridge.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.reload();
  await page.getByText('Open this app from your Shopify admin').waitFor();
});

test('a session that has ended says so instead of loading for ever', async () => {
  const page = await browser.open(busyWorld(), '/');
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, contentType: 'application/json', body: '{}' }));
  await page.reload();
  await page.getByText('Open this app again from your Shopify admin.').waitFor();
});

test('an API that answers with a web page is a sentence, not a blank screen', async () => {
  const page = await browser.open(busyWorld(), '/settings');
  await page.route('**/api/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>proxy</h1>' }));
  await page.reload();
  await page.getByText('The settings could not be loaded').waitFor();
  await page.getByText('This page cannot say how your orders stand.').waitFor();
});

test.each([
  ['af', 'Aan die gang. Betaalde bestellings word outomaties bespreek'],
  ['zu', 'Kuyasebenza. Ama-oda akhokhelwe abhukhwa ngokuzenzakalelayo'],
])('the panel speaks %s where the admin does', async (locale, sentence) => {
  const page = await browser.open(busyWorld(), `/?locale=${locale}-ZA`);
  await page.getByText(sentence).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
});

test('a hundred hostile texts from outside are shown as text', async () => {
  const world = busyWorld();
  const hostile = (index: number) =>
    [
      `<script>window.__hit=${index}</script>`,
      `"><img src=x onerror="window.__hit=${index}">`,
      `<svg/onload=window.__hit=${index}>`,
      `javascript:window.__hit=${index}//`,
      `{{constructor.constructor('window.__hit=${index}')()}}`,
    ][index % 5] ?? '';
  world.deliveries = Array.from({ length: 20 }, (_, row) => ({
    ...rowOf(sampleOrder(3000 + row, 'placed')),
    orderName: hostile(row),
    customerName: hostile(row + 1),
    locationName: hostile(row + 2),
    orderReference: hostile(row + 3),
    deliveryId: hostile(row + 4),
  }));
  const page = await browser.open(world, '/deliveries');
  await page.getByText('window.__hit=0</script>').first().waitFor();
  expect(await page.locator('#main :is(script, img, svg[onload], iframe)').count()).toBe(0);
  expect(await page.evaluate('window.__hit')).toBeUndefined();
  expect(browser.complaints()).toEqual([]);
});

test.each(paths)('%s does not jump while it loads on a phone', async (path) => {
  const page = await browser.open(busyWorld(), path, 375);
  await page.getByRole('main').getByRole('button').first().waitFor();
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, 'value'));
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
  expect(shift).toBeLessThanOrEqual(0.02);
});

test('a failing pause says so and changes nothing', async () => {
  const world = busyWorld();
  world.failing.set('PUT /api/settings', problemOf(503, 'Busy', { detail: 'The shop could not be paused.' }));
  const page = await browser.open(world, '/');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('The shop could not be paused.').waitFor();
  await page.getByText(/^Running/).waitFor();
});

describe('scripts of a screen that are not there', () => {
  /** Home, whose menu leads to Settings; the requests for documents since. */
  async function home() {
    const page = await browser.open(busyWorld(), '/');
    await page.getByText(/^Running/).waitFor();
    const loads: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
    });
    return { page, loads };
  }
  /** No route of a limited number: a call that is under way while it ends is never answered. */
  async function loseSettings(page: Page, isGone: () => boolean) {
    const scripts = /\/assets\/settings-[^/]+\.js$/;
    await page.route(scripts, (route) => (isGone() ? route.fulfill({ status: 404 }) : route.continue()));
  }
  /** The server's document names other scripts, as that of another version does. */
  async function deploy(page: Page) {
    const body = '<script type="module" src="/assets/index-newer.js"></script>';
    await page.route(
      ({ pathname }) => pathname === '/settings',
      (route) =>
        route.request().isNavigationRequest() ? route.continue() : route.fulfill({ contentType: 'text/html', body }),
    );
  }
  const isSaid = (page: Page) => page.getByRole('button', { name: 'Load again' }).waitFor();
  afterEach(() => void browser.complaints());

  test('since the app was deployed meanwhile: the screen comes all the same', async () => {
    const { page, loads } = await home();
    await loseSettings(page, () => loads.length === 0);
    await deploy(page);
    await followMenu(page, '/settings');
    await page.getByLabel('Weight').waitFor();
    expect(loads).toEqual(['/settings']);
  });

  test('and stay so: it is said, after one attempt', async () => {
    const { page, loads } = await home();
    await loseSettings(page, () => true);
    await deploy(page);
    await followMenu(page, '/settings');
    await isSaid(page);
    expect(loads).toEqual(['/settings']);
  });

  test('though the app is the same: it is said, and the page stays', async () => {
    const { page, loads } = await home();
    await loseSettings(page, () => true);
    await followMenu(page, '/settings');
    await isSaid(page);
    expect(loads).toEqual([]);
  });

  test('for want of a connection: it is said, and the page stays', async () => {
    const { page, loads } = await home();
    await page.context().setOffline(true);
    await followMenu(page, '/settings');
    await isSaid(page);
    expect(loads).toEqual([]);
  });
});
