import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import { axeFindings } from '../axe-findings.ts';
import { launchChromium } from '../chromium.ts';
import { courierControl } from '../courier-control.ts';
import { addAwkwardOrders, addDaysOrders, kettleShop } from '../demo-shop.ts';
import { demoShop, type LocalWorld, liveKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

let browser: Browser;
let world: LocalWorld;

beforeAll(async () => {
  await ensureBuilt();
  browser = await launchChromium();
  world = await startTestWorld({ store: { shops: [kettleShop] }, testTwin: true, env: { RETRY_BASE_MS: '50' } });
  await world.api('PUT', '/api/settings', { writeBack: { fulfil: 'pickedUp' } });
  addAwkwardOrders(world.store);
}, 180_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});

const fits = async (page: Page, width: number) => {
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  expect(await axeFindings(page, { frames: false })).toEqual([]);
};

test('paid in the store, played on the board, told in Shopify: each page leads to the next by the delivery', async () => {
  const { number } = world.store.order(demoShop, addDaysOrders(world.store, 1)[0] ?? 0);
  const context = await browser.newContext({ viewport: { width: 1280, height: 812 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${world.store.url}/admin/orders`);
  const row = page.locator('tr', { hasText: `#${number}` });
  await row.getByRole('button', { name: 'Mark as paid' }).click();
  await row.getByText(`Same-day delivery ${number}:`).waitFor();
  await fits(page, 1280);
  const service = courierControl(world.courier.url);
  await expect.poll(() => service.isListenedTo(liveKey), { timeout: 60_000 }).toBe(true);

  await row.getByRole('link').click();
  await page
    .locator('.note')
    .getByRole('link', { name: /^D-\d+$/ })
    .click();
  await page.waitForURL(/\/\?delivery=D-\d+#D-\d+$/);
  const delivery = page.locator('tr[aria-current]');
  expect(await delivery.locator('.reference').textContent()).toBe(String(number));
  await page.getByRole('button', { name: 'Play the day' }).click();
  await page.getByRole('button', { name: 'Faster' }).click();
  await delivery.getByText('Delivered').waitFor();
  await fits(page, 1280);

  await delivery.getByRole('link', { name: String(number), exact: true }).click();
  await page.waitForURL(/\/store\/demo-shop\/orders\/\d+$/);
  await page.getByText('Fulfilled', { exact: true }).first().waitFor();
  await page
    .getByText(/Delivered$/)
    .first()
    .waitFor();
  await page.setViewportSize({ width: 375, height: 812 });
  await fits(page, 375);
  const { id } = world.store.order(demoShop, number);
  expect((await world.orderView(id))?.deliveries[0]?.progress).toBe('delivered');
  expect(world.store.order(demoShop, id).fulfillments[0]?.events.map(({ status }) => status)).toEqual([
    'OUT_FOR_DELIVERY',
    'DELIVERED',
  ]);

  await page.goto(`${world.store.url}/store/demo-shop/apps/same-day-delivery/deliveries/${id}`);
  const panel = page.frameLocator('iframe');
  const follow = await panel.getByRole('link', { name: 'Open the tracking page' }).getAttribute('href');
  await page.goto(follow ?? '');
  await page.getByRole('link', { name: 'On the board of its day' }).click();
  await delivery.getByText('Delivered').waitFor();
  await fits(page, 375);
});
