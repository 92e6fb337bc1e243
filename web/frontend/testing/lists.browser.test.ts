import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PanelBrowser, startPanelBrowser } from './panel-browser.ts';
import { orderIdOf, rowOf, sampleOrder } from './sample-orders.ts';
import { emptyWorld } from './sample-world.ts';

let browser: PanelBrowser;
beforeAll(async () => {
  browser = await startPanelBrowser();
});
afterAll(() => browser.close());

/** A press in the admin's own menu. */
const followMenu = (page: Page, href: string) =>
  page.locator(`a[href="${href}"]`).first().dispatchEvent('shopify:navigate');

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
