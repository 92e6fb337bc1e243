import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '#testing/axe-findings.ts';
import { launchChromium } from '#testing/chromium.ts';
import { orderKinds } from '../catalogue/order-kinds.ts';
import { type PanelStub, startPanelStub } from '../testing/panel-stub.ts';
import { type RunningStore, runStore, shop } from '../testing/running-store.ts';

let running: RunningStore;
let panel: PanelStub;
let browser: Browser;
const pageErrors: Error[] = [];
beforeAll(async () => {
  running = await runStore();
  panel = await startPanelStub(running.store.url);
  browser = await launchChromium();
});
afterEach(() => {
  expect(pageErrors.splice(0)).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await panel.close();
  await running.close();
});

async function open(path: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 850 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => pageErrors.push(error));
  await page.goto(running.store.url + path);
  return page;
}

const path = (order: { id: string }) => `/store/demo-shop/orders/${order.id}`;

describe('the store', () => {
  it.each([
    [1280, '/'],
    [375, '/'],
    [1280, '/store/demo-shop/webhooks'],
    [375, '/store/demo-shop/webhooks'],
    [1280, '/store/demo-shop/checkout?zip=8005'],
    [375, '/store/demo-shop/checkout?zip=8005'],
  ])('at %i px fits and axe finds nothing on %s', async (width, where) => {
    running.store.addOrder(shop, orderKinds.emojiNote());
    const page = await open(where, width);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  it.each([1280, 375])('shows an order at %i px: fits, axe finds nothing', async (width) => {
    const page = await open(path(running.store.addOrder(shop, orderKinds.twoLocations({ tags: ['vip'] }))), width);
    await page.locator('details').evaluateAll((all) => {
      for (const one of all) {
        one.setAttribute('open', '');
      }
    });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('marks an order as paid and shows the note that an app writes, without a reload', async () => {
    const order = running.store.addOrder(shop, orderKinds.unpaid());
    const page = await open(path(order));
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    expect(running.store.order(shop, order.id).financialStatus).toBe('PAID');
    running.store.updateOrder(shop, order.id, { note: '<b>Same-day</b> delivery 1001: soon' });
    await page.getByText('<b>Same-day</b> delivery 1001: soon').waitFor();
    await page.context().close();
  });

  it('moves the list when an order is paid, changed or new, and keeps what is selected and focused', async () => {
    const paid = running.store.addOrder(shop, orderKinds.unpaid());
    const picked = running.store.addOrder(shop, orderKinds.noPhone());
    const page = await open('/store/demo-shop/orders');
    const row = ({ id }: { id: string }) => page.locator(`tr[data-row="${id}"]`);
    const top = await page.evaluate('globalThis.loadedOnce = true');
    await row(picked).getByText('No phone', { exact: true }).waitFor();
    await row(paid).getByRole('button', { name: 'Mark as paid' }).click();
    await row(paid).getByText('Paid', { exact: true }).waitFor();
    expect(await row(paid).getByRole('button').count()).toBe(0);
    await row(picked).getByRole('link').focus();
    running.store.updateOrder(shop, picked.id, { note: 'Same-day delivery 1002: soon' });
    await row(picked).getByText('Same-day delivery 1002: soon').waitFor();
    expect(await row(picked).evaluate((one) => one.contains(document.activeElement))).toBe(true);
    const last = running.store.addOrder(shop, orderKinds.unpaid());
    await row(last).waitFor();
    expect(await row(picked).evaluate((one) => one.contains(document.activeElement))).toBe(true);
    running.store.deleteOrder(shop, last.id);
    await row(last).waitFor({ state: 'detached' });
    expect(await page.evaluate('globalThis.loadedOnce')).toBe(top);
    await page.context().close();
  });

  it('edits the phone of an address by hand', async () => {
    const order = running.store.addOrder(shop, orderKinds.noPhone());
    const page = await open(path(order));
    await page.getByText('Edit shipping address').click();
    await page.getByLabel('Phone', { exact: true }).fill('082 555 0199');
    await page.locator('details[open]').getByRole('button', { name: 'Save' }).click();
    await page.getByText('082 555 0199').first().waitFor();
    expect(running.store.order(shop, order.id).shippingAddress?.phone).toBe('082 555 0199');
    await page.context().close();
  });

  it('puts another delivery method in the place of the one of checkout, by hand', async () => {
    const order = running.store.addOrder(shop, orderKinds.paid());
    const page = await open(path(order));
    const form = page.locator('details', { hasText: 'Edit delivery method' });
    const save = async (price: string) => {
      await page.getByText('Edit delivery method').click();
      await form.getByLabel('Method').fill('Standard post');
      await form.getByLabel('Price').fill(price);
      await form.getByRole('button', { name: 'Save' }).click();
    };
    await save('free');
    await page.getByText('a price such as 60.00').waitFor();
    await save('20.00');
    await page.locator('.sums').getByText('Standard post').waitFor();
    await page.context().close();
  });

  it('shows what fraud analysis finds, by hand', async () => {
    const order = running.store.addOrder(shop, orderKinds.paid());
    const page = await open(path(order));
    const form = page.locator('details', { hasText: 'Fraud analysis' });
    await page.getByText('Fraud analysis').click();
    await form.getByLabel('Risk').selectOption('HIGH');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Fraud analysis').click();
    await form.getByText('cancel', { exact: true }).waitFor();
    await page.context().close();
  });

  it('takes no form from another origin', async () => {
    const order = running.store.addOrder(shop, orderKinds.unpaid());
    const response = await fetch(`${running.store.url}${path(order)}/pay`, {
      method: 'POST',
      headers: { origin: 'http://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(response.status).toBe(403);
    expect(running.store.order(shop, order.id).financialStatus).toBe('PENDING');
  });
});

describe('the framed app', () => {
  const app = '/store/demo-shop/apps/same-day-delivery';

  it('is opened with the signed query and gets a session token with every fetch', async () => {
    const page = await open(app);
    await page.frameLocator('#app-frame').getByText('token ok').waitFor();
    expect(panel.claims.at(-1)).toMatchObject({ dest: `https://${shop}` });
    await page.context().close();
  });

  it('shows the navigation of an app that loads faster than the admin', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route('**/assets/admin-host.js', async (route) => {
      await pause(1_000);
      await route.continue();
    });
    await page.goto(running.store.url + app);
    await page.locator('#app-nav').getByRole('link', { name: 'Settings' }).waitFor({ timeout: 10_000 });
    await context.close();
  });

  it('follows the navigation and the address bar both ways', async () => {
    const page = await open(`${app}/settings`);
    const frame = page.frameLocator('#app-frame');
    await frame.getByRole('heading', { name: '/settings' }).waitFor();
    await page.locator('#app-nav').getByRole('link', { name: 'Deliveries' }).click();
    await frame.getByRole('heading', { name: '/deliveries' }).waitFor();
    await page.waitForURL(`**${app}/deliveries`);
    const current = page.locator('#app-nav [aria-current="page"]');
    expect(await current.textContent()).toBe('Deliveries');
    await page.context().close();
  });

  it('shows toasts, and a save bar whose buttons reach the frame', async () => {
    const page = await open(app);
    const frame = page.frameLocator('#app-frame');
    await frame.getByRole('button', { name: 'say hello' }).click();
    await page.locator('.toast', { hasText: 'hello' }).waitFor();
    await frame.getByRole('button', { name: 'make dirty' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await frame.getByText('saved', { exact: true }).waitFor();
    await page.locator('#savebar').waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('asks before unsaved changes are left', async () => {
    const page = await open(app);
    const frame = page.frameLocator('#app-frame');
    await frame.getByRole('button', { name: 'make dirty' }).click();
    await page.locator('#app-nav').getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await frame.getByRole('heading', { name: '/', exact: true }).waitFor();
    await page.locator('#app-nav').getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await frame.getByRole('heading', { name: '/settings' }).waitFor();
    await page.context().close();
  });

  it('opens a modal over its content', async () => {
    const page = await open(app);
    const frame = page.frameLocator('#app-frame');
    await frame.getByRole('button', { name: 'open modal' }).click();
    await frame.getByText('inside the modal').waitFor();
    await frame.getByRole('button', { name: 'Do it' }).click();
    await frame.getByText('done it').waitFor();
    await page.context().close();
  });
});
