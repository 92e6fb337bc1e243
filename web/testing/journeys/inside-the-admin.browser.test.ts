import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { axeFindings } from '../axe-findings.ts';
import { launchChromium } from '../chromium.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { holdScripts } from './hold-scripts.ts';

let browser: Browser;
let world: LocalWorld;
let page: Page;
let orderId: string;
beforeAll(async () => {
  await ensureBuilt();
  browser = await launchChromium();
  world = await startTestWorld({ config: (config) => ({ ...config, drawWithinMs: 60_000 }) });
  expect((await world.api('POST', '/api/settings/courier/test', {})).body).toMatchObject({ ok: true });
  orderId = world.store.addOrder(demoShop, orderKinds.paid()).id;
  await world.orderUntil(orderId, ({ state }) => state === 'placed');
}, 180_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
});
afterEach(() => page.context().close());

/** Launches the panel in the admin, as a merchant does; its frame. */
async function launch(path = ''): Promise<Frame> {
  await page.goto(`${world.store.url}/store/demo-shop/apps/same-day-delivery${path}`);
  const frame = page.frame({ name: 'app-iframe' });
  if (!frame) throw new Error('the admin shows no frame');
  await frame.locator('main h1').first().waitFor();
  return frame;
}

/** The title of the screen that is shown once it is there. */
async function heading(frame: Frame): Promise<string> {
  const title = frame.locator('main h1').filter({ hasNotText: 'Loading' }).first();
  return title.innerText({ timeout: 30_000 });
}

it.each(['/', '/deliveries', '/deliveries/:id', '/settings', '/rehearsal', '/results', '/nowhere'])(
  'opens %s in the frame again without the signature of the launch, and after a reload',
  async (route) => {
    const path = route.replace(':id', orderId);
    const frame = await launch();
    await frame.goto(`${world.appUrl}${path}`);
    // An order's heading is its name once it was read; until then it says what it is.
    if (route === '/deliveries/:id') await expect.poll(() => heading(frame)).toMatch(/^#/);
    const shown = await heading(frame);
    expect(new URL(frame.url()).search).not.toContain('hmac');
    await frame.evaluate(() => window.location.reload());
    await frame.waitForLoadState();
    await expect.poll(() => heading(frame)).toBe(shown);
  },
  180_000,
);

it('shows the panel in the admin on a phone and wide: nothing cut off, nothing for axe to find', async () => {
  await heading(await launch());
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect([width, await axeFindings(page)]).toEqual([width, []]);
  }
}, 180_000);

it('reconnects from where the merchant went, without a blank frame', async () => {
  const refused = { access_token_sealed: null, refresh_token_sealed: null, reconnect: true };
  await world.app.context.storage.db.updateTable('shop').set(refused).execute();
  world.store.faults.next({ call: 'oauth', effect: { kind: 'status', status: 503 }, times: 10_000 });
  const frame = await launch('/settings');
  await frame.goto(`${world.appUrl}/`);
  const press = frame.getByRole('button', { name: 'Reconnect' });
  await press.waitFor({ timeout: 60_000 });
  world.store.faults.clear();
  await press.click();
  await frame.getByText('Running. Paid orders are booked automatically').waitFor({ timeout: 60_000 });
}, 180_000);

it('asks for access to shipping before the rate is at checkout, and offers nothing without it', async () => {
  const frame = await launch('/settings');
  const offer = frame.getByLabel('Offer same-day delivery at checkout');
  await offer.check();
  await frame.getByLabel('Price', { exact: true }).fill('79,50');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await frame.getByText('The settings were not saved').waitFor({ timeout: 60_000 });
  expect(await offer.getAttribute('aria-invalid')).toBe('true');
  const checkout = await browser.newPage();
  const rate = checkout.locator('[data-rate="same-day-delivery-rate"]');
  await checkout.goto(`${world.store.url}/store/demo-shop/checkout?zip=8005`);
  expect(await rate.count()).toBe(0);
  await save.click();
  await page.getByText('It asks for: write_shipping').waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await save.waitFor({ state: 'hidden', timeout: 60_000 });
  await checkout.reload();
  expect(await rate.innerText()).toMatch(/Same-day delivery\s+Today\s+R.79[.,]50/);
  await checkout.close();
}, 180_000);

it('loads a screen again that could not be loaded', async () => {
  const frame = await launch();
  const scripts = (url: URL): boolean => url.origin === world.appUrl && url.pathname.startsWith('/assets/');
  // The server draws the screen before its scripts are there: none of those is to be cut off.
  await page.waitForLoadState('networkidle');
  await page.route(scripts, (route) => route.abort());
  await page.getByRole('link', { name: 'Settings' }).click();
  await frame.getByText('This screen could not be shown').waitFor();
  await page.unroute(scripts);
  await frame.getByRole('button', { name: 'Load again' }).click();
  await expect.poll(() => heading(frame)).toBe('Settings');
}, 180_000);

it('marks in the menu where an order belongs, and takes former addresses there', async () => {
  const current = page.locator('#app-nav a[aria-current=page]');
  for (const path of [`/deliveries/${orderId}`, `/orders/${orderId}`]) {
    const frame = await launch(path);
    await expect.poll(() => heading(frame)).toMatch(/^#/);
    await expect.poll(() => current.allTextContents()).toEqual(['Deliveries']);
    expect(new URL(frame.url()).pathname).toBe(`/deliveries/${orderId}`);
  }
}, 180_000);

it('asks before a link leaves unsaved settings or tried rules, and stays or goes as told', async () => {
  const frame = await launch('/settings');
  const stay = page.getByRole('button', { name: 'Keep editing' });
  const leave = page.getByRole('button', { name: 'Discard changes' });
  await frame.getByLabel('Weight').fill('7');
  const tryRules = frame.getByRole('link', { name: 'Try these rules' });
  await tryRules.click();
  await stay.click();
  expect(await heading(frame)).toBe('Settings');
  expect(await frame.getByLabel('Weight').inputValue()).toBe('7');
  await tryRules.click();
  await leave.click();
  await expect.poll(() => heading(frame)).toBe('Try rules');
  await frame.getByText('Every paid order', { exact: true }).click();
  const deliveries = page.getByRole('link', { name: 'Deliveries' });
  await deliveries.click();
  await stay.click();
  expect(await heading(frame)).toBe('Try rules');
  await deliveries.click();
  await leave.click();
  await expect.poll(() => heading(frame)).toBe('Deliveries');
  expect((await world.api('GET', '/api/settings')).body).toMatchObject({
    automation: { mode: 'matching' },
    parcel: { weightKg: expect.not.closeTo(7) },
  });
}, 180_000);

/** Sum of all that moved by itself since the document came. */
function layoutShifts(): number {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0);
}

it('shows what the server drew before its scripts run, and takes it over as it is', async () => {
  const complaints: string[] = [];
  // It may be one of tomorrow, which is in no list of today's: the service's slots end in the afternoon.
  const slot = (await world.orderView(orderId))?.deliveries[0]?.slot;
  for (const [path, shown, width] of [
    ['', 'Running. Paid orders are booked automatically', 1280],
    ['/deliveries', '#1001', 1280],
    ['/deliveries', '#1001', 375],
    [`/deliveries/${orderId}`, 'A driver is booked', 1280],
    [`/deliveries/${orderId}`, 'A driver is booked', 375],
    ['/settings', 'Prefix before the order number', 1280],
    ['/rehearsal', 'Every paid order', 375],
    [`/packing-list?start=${encodeURIComponent(slot?.start ?? '')}`, 'Packing list', 1280],
  ] as const) {
    const isPhone = width < 500;
    const tab = await browser.newPage({
      viewport: { width, height: 900 },
      isMobile: isPhone,
      ...(isPhone ? { userAgent: 'Mozilla/5.0 (Android 16) Mobile' } : {}),
    });
    tab.on(
      'console',
      (message) =>
        ['error', 'warning'].includes(message.type()) && complaints.push(`${message.text()} ${message.location().url}`),
    );
    // So React tells of what it had to draw again.
    tab.on('pageerror', ({ message }) => complaints.push(message));
    const release = await holdScripts(tab, world.appUrl);
    await tab.goto(`${world.store.url}/store/demo-shop/apps/same-day-delivery${path}`, { waitUntil: 'commit' });
    const frame = tab.frameLocator('#app-frame');
    await frame.getByText(shown).first().waitFor();
    const title = frame.locator('main h1');
    await title.evaluate((drawn) => drawn.setAttribute('data-drawn', 'by the server'));
    release();
    const isTakenOver = () => title.evaluate((drawn) => Object.keys(drawn).some((key) => key.startsWith('__react')));
    await expect.poll(isTakenOver).toBe(true);
    expect(complaints, `${path} at ${width}`).toEqual([]);
    expect(await title.getAttribute('data-drawn'), path).toBe('by the server');
    expect(await title.evaluate(layoutShifts), `${path} at ${width}`).toBeLessThanOrEqual(0.02);
    await tab.close();
  }
  expect(complaints).toEqual([]);
}, 180_000);

it('is shown without a fault where the browser has no words for days in the language', async () => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  expect(await world.api('PUT', '/api/language', { language: 'zu' })).toMatchObject({ status: 200 });
  const frame = await launch();
  await frame.getByText('Kuyasebenza. Ama-oda akhokhelwe').waitFor();
  await frame.getByRole('button', { name: 'Misa' }).waitFor();
  expect(await frame.evaluate(() => Intl.DateTimeFormat.supportedLocalesOf('zu-ZA'))).toEqual([]);
  await world.app.context.storage.db.deleteFrom('person_language').execute();
  expect(faults).toEqual([]);
}, 180_000);
