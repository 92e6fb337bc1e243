import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { launchChromium } from '../chromium.ts';
import { courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';
import { holdScripts } from './hold-scripts.ts';

let browser: Browser;
let world: LocalWorld;
let page: Page;
let release: () => void;

beforeAll(async () => {
  await ensureBuilt();
  browser = await launchChromium();
  world = await startTestWorld({
    config: (config) => ({ ...config, drawWithinMs: 60_000 }),
    store: { throttle: null },
    courier: { config: { capacityPerSlot: 500 } },
  });
}, 180_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});
beforeEach(async () => {
  await world.api('PUT', '/api/settings', { automation: { mode: 'matching' }, paused: false });
  await world.app.context.storage.db.deleteFrom('person_language').execute();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  release = await holdScripts(page, world.appUrl);
});
afterEach(() => page.close());

/** A screen as the server drew it, whose scripts are still under way. */
async function drawn(path = ''): Promise<FrameLocator> {
  await page.goto(`${world.store.url}/store/demo-shop/apps/same-day-delivery${path}`, { waitUntil: 'commit' });
  return page.frameLocator('#app-frame');
}

it('keeps what was typed and chosen', async () => {
  const frame = await drawn('/settings');
  const weight = frame.getByLabel('Weight');
  const offer = frame.getByLabel('Offer same-day delivery at checkout');
  await weight.fill('7');
  await offer.setChecked(!(await offer.isChecked()));
  const isOffered = await offer.isChecked();
  release();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ timeout: 60_000 });
  expect(await weight.inputValue()).toBe('7');
  expect(await offer.isChecked()).toBe(isOffered);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.poll(() => weight.inputValue()).not.toBe('7');
  expect(await offer.isChecked()).toBe(!isOffered);
}, 180_000);

it('goes on telling the time by the server where the clock of the phone is hours wrong', async () => {
  await page.clock.install({ time: Date.now() + 2.6 * 3_600_000 });
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const frame = await drawn();
  const updated = frame.getByText(/^Updated /);
  const minutes = async () => {
    const [, hours = '', rest = ''] = /(\d\d):(\d\d)$/.exec(await updated.innerText()) ?? [];
    return Number(hours) * 60 + Number(rest);
  };
  const drawnAt = await minutes();
  release();
  await frame.locator('ui-nav-menu').waitFor({ state: 'attached', timeout: 60_000 });
  expect(await minutes()).toBe(drawnAt);
  const read = page.waitForResponse((response) => response.url().endsWith('/api/overview'));
  await page.clock.runFor(16_000);
  await (await read).finished();
  await page.clock.runFor(100);
  expect(((await minutes()) - drawnAt + 24 * 60) % (24 * 60)).toBeLessThan(3);
  expect(complaints).toEqual([]);
}, 180_000);

it('asks what the button that was pressed last asks, once', async () => {
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  const refusal = { match: { method: 'DELETE' }, fault: { kind: 'status', status: 409 }, times: 1 };
  await courierControl(world.courier.url).fails(refusal);
  world.store.cancelOrder(demoShop, id);
  await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.alarm != null);
  const frame = await drawn();
  const cancel = frame.getByRole('button', { name: /^Cancel the driver of order/ });
  const pressed = frame.locator('[data-pressed]');
  await frame.getByRole('button', { name: 'Pause' }).click();
  expect(await pressed.innerText()).toBe('Pause');
  await cancel.click();
  await cancel.click();
  expect(await pressed.getAttribute('aria-label')).toMatch(/^Cancel the driver of order/);
  release();
  await frame.getByRole('button', { name: /^Cancel delivery/ }).click();
  await world.orderUntil(id, ({ state }) => state === 'cancelled');
  expect(await pressed.count()).toBe(0);
  // The press on Pause was not the last.
  expect((await world.api('GET', '/api/settings')).body).toMatchObject({ automation: { mode: 'matching' } });
}, 180_000);

it('saves what was typed and sent with Enter', async () => {
  const { id } = world.store.addOrder(demoShop, orderKinds.noPhone({ paid: true }));
  await world.orderUntil(id, ({ state }) => state === 'needs_attention');
  const frame = await drawn();
  const field = frame.getByLabel("Recipient's phone");
  await field.fill('082 555 0177');
  await field.press('Enter');
  release();
  await world.orderUntil(id, ({ state }) => state === 'placed');
}, 180_000);

it('does what was pressed where the scripts took so long that what is shown is read again', async () => {
  await world.api('PUT', '/api/settings', { paused: true });
  const frame = await drawn();
  await frame.getByRole('button', { name: 'Resume' }).click();
  await page.waitForTimeout(3_000);
  release();
  await frame.getByRole('button', { name: 'Pause' }).waitFor();
  expect((await world.api('GET', '/api/overview')).body).toMatchObject({ paused: false });
}, 180_000);

it('does what was pressed where the screen is drawn anew', async () => {
  // This browser has no words for days in isiZulu, which the server has.
  expect(await world.api('PUT', '/api/language', { language: 'zu' })).toMatchObject({ status: 200 });
  const frame = await drawn();
  await frame.getByRole('button', { name: 'Misa' }).click();
  release();
  await frame.getByRole('button', { name: 'Qhubeka' }).waitFor();
  expect((await world.api('GET', '/api/overview')).body).toMatchObject({ paused: true });
}, 180_000);

const alert = () => page.frameLocator('#app-frame').locator('.panel-not-loaded[role=alert]');

it.each([
  ['that the document names', /\/assets\/index-[^/]+\.js$/],
  ['that another imports', /\/assets\/packages-[^/]+\.js$/],
  ['of the screen', /\/assets\/home-[^/]+\.js$/],
])(
  'says that a script %s did not come, and what that means',
  async (_which, lost) => {
    release();
    await page.route(lost, (route) => route.abort());
    const frame = await drawn();
    await alert().getByText('This screen did not load completely').waitFor();
    await frame.getByRole('button', { name: 'Pause' }).click();
    expect(await frame.locator('[data-pressed]').count()).toBe(0);
    await page.unroute(lost);
    await alert().getByRole('button', { name: 'Load again' }).click();
    await alert().waitFor({ state: 'detached' });
    await frame.getByRole('button', { name: 'Pause' }).click();
    await frame.getByRole('button', { name: 'Resume' }).waitFor();
  },
  180_000,
);

it('says in the language of the person that App Bridge did not come, instead of that it is not the admin', async () => {
  release();
  expect(await world.api('PUT', '/api/language', { language: 'af' })).toMatchObject({ status: 200 });
  await page.route(/app-bridge/, (route) => route.abort());
  await drawn('/settings');
  await alert().getByText('Hierdie skerm het nie heeltemal gelaai nie').waitFor();
  // The admin's own app on a phone shows the panel without a frame; nothing is drawn there.
  await page.goto(`${world.appUrl}/?${world.store.launchQuery(demoShop)}`);
  await page.getByRole('alert').getByText('This screen did not load completely').waitFor();
}, 180_000);

it('loads anew by itself where its scripts are gone and the document names others', async () => {
  release();
  let launches = 0;
  await page.route(/\/assets\/index-[^/]+\.js$/, (route) =>
    launches === 1 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  const isHome = (url: URL) => url.origin === new URL(world.appUrl).origin && url.pathname === '/';
  await page.route(isHome, (route) => {
    const body = '<script type="module" src="/assets/index-newer.js"></script>';
    if (!route.request().isNavigationRequest()) return route.fulfill({ contentType: 'text/html', body });
    launches += 1;
    return route.continue();
  });
  const frame = await drawn();
  await expect.poll(() => launches).toBe(2);
  await page.waitForLoadState('networkidle');
  await frame.getByRole('button', { name: 'Pause' }).click();
  await frame.getByRole('button', { name: 'Resume' }).waitFor();
  expect(await alert().count()).toBe(0);
  expect(launches).toBe(2);
}, 180_000);
