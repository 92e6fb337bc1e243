import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { launchChromium } from './chromium.ts';
import { extensionBundles } from './extension-bundles.ts';
import { type LocalWorld, demoShop as shop, startLocalWorld } from './local-world.ts';

let world: LocalWorld;
let browser: Browser;
const complaints: string[] = [];

beforeAll(async () => {
  const extensions = await extensionBundles();
  world = await startLocalWorld({ store: { extensions } });
  browser = await launchChromium();
});
afterEach(() => {
  expect(complaints.splice(0)).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

async function open(path: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(world.store.url + path);
  return page;
}

const orderPage = (id: string) => `/store/demo-shop/orders/${id}`;
const blockOf = (page: Page): FrameLocator => page.frameLocator('iframe[data-handle="order-delivery-block"]');

test('the order page shows the slot while the order is paid, by a session token from another origin', async () => {
  const { id } = world.store.addOrder(shop, orderKinds.unpaid());
  const page = await open(orderPage(id));
  await blockOf(page).getByText('No same-day delivery for this order.').waitFor();
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  const { deliveries } = await world.orderUntil(id, ({ state }) => state === 'placed');
  await blockOf(page).getByText('Placed', { exact: true }).waitFor();
  await blockOf(page)
    .getByText(deliveries[0]?.slot?.text ?? 'no slot')
    .waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.context().close();
});

test('the order page: what needs attention is fixed in the action, and the block shows the slot', async () => {
  const { id } = world.store.addOrder(shop, orderKinds.noPhone({ paid: true }));
  await world.orderUntil(id, ({ state }) => state === 'needs_attention');
  const page = await open(orderPage(id));
  await blockOf(page).getByRole('button', { name: 'Fix and send' }).click();
  const action = page.frameLocator('iframe[data-handle="order-send-action"]');
  await action.getByText('Enter a South African number with 10 digits.').waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await action.getByLabel("Recipient's phone").fill('12');
  await action.getByRole('button', { name: 'Send', exact: true }).click();
  await action.getByText(/does not have ten digits/).waitFor();
  await action.getByLabel("Recipient's phone").fill('082 123 4567');
  await action.getByRole('button', { name: 'Send', exact: true }).click();
  await action.getByText('Placed', { exact: true }).waitFor();
  await action.getByRole('button', { name: 'Close' }).click();
  await blockOf(page).getByText('Placed', { exact: true }).waitFor();
  const { orderNumber } = await world.orderUntil(id, ({ state }) => state === 'placed');
  const sent = (await world.placements()).filter((body) => body['order_reference'] === String(orderNumber));
  expect(sent).toMatchObject([{ dropoff_contact_phone: '0821234567' }]);
  await page.context().close();
});
