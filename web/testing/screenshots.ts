import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { OrderView } from '#api-contract/order.ts';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import { startPanelServer } from '#frontend/testing/panel-server.ts';
import { busyWorld } from '#frontend/testing/sample-world.ts';
import { shootStates } from '#frontend/testing/state-pictures.ts';
import { defaultScopes, optionalScopes } from '#store-simulator/state/shop-state.ts';
import { launchChromium } from './chromium.ts';
import { courierControl } from './courier-control.ts';
import { addAwkwardOrders, addDaysOrders, kettleShop } from './demo-shop.ts';
import { extensionBundles } from './extension-bundles.ts';
import { resting } from './journeys/journey.ts';
import { demoShop, type LocalWorld, liveKey, startLocalWorld, testKey } from './local-world.ts';
import { shootMails } from './mail-screens.ts';

/**
 * `npm run screenshots`: every screen at the width of a phone and of a desktop, from the running local world, the
 * pictures of the app store's listing in the size that Shopify asks for, the e-mails, and what stands first in every state.
 */
const folder = join(fileURLToPath(new URL('../..', import.meta.url)), 'docs', 'screens');
const sizes = [
  { width: 375, height: 812 },
  { width: 1280, height: 900 },
];
/** Number of the first awkward order: the day's eight are before it. */
const noPhone = 1009;
/** Its driver has the longest way but one. */
const onItsWay = 1003;
/** Paid when the drivers of the slot before had left. */
const toBeCollected = 1010;
const patienceMs = 120_000;
/** How long after the start of their slot drivers have come; by then half of the parcels are delivered. */
const intoTheSlotMs = 32 * 60_000;
const listing = { width: 1600, height: 900, screens: ['home', 'deliveries', 'order', 'rehearsal'] };

const [extensions] = await Promise.all([extensionBundles(), ensureBuilt()]);
await mkdir(folder, { recursive: true });
const world = await startLocalWorld({ testTwin: true, store: { shops: [kettleShop], extensions } });
const browser = await launchChromium();
try {
  await fill(world);
  for (const size of sizes) await shoot(browser, world, size);
  await shoot(browser, world, listing);
  await shootResults(browser);
  await shootMails(browser, folder);
  await shootStates(browser, join(folder, 'states'));
} finally {
  await browser.close();
  await world.close();
}

/** A shop in the middle of its day: delivered, on the road, to be collected, and what needs somebody. */
async function fill({ api, store, courier, orderUntil }: LocalWorld): Promise<void> {
  await api('PUT', '/api/settings', { courier: { apiKey: liveKey, testApiKey: testKey } });
  await api('POST', '/api/settings/test-order', {});
  store.updateScopes(demoShop, [...defaultScopes, ...optionalScopes]);
  await api('PUT', '/api/settings', {
    checkoutRate: { enabled: true, price: 79.5, freeAbove: 1500 },
    writeBack: { fulfil: 'pickedUp' },
  });
  const service = courierControl(courier.url);
  while (!(await service.isListenedTo(liveKey))) await pause(100);
  const booked: OrderView[] = [];
  for (const number of addDaysOrders(store, 8)) {
    booked.push(await orderUntil(store.payOrder(demoShop, number).id, resting, patienceMs));
  }
  const starts = booked.map(({ deliveries }) => Date.parse(deliveries[0]?.slot?.start ?? ''));
  await service.driveUntil(Math.max(...starts) + intoTheSlotMs);
  for (const { orderId } of booked)
    await orderUntil(orderId, ({ deliveries }) => deliveries[0]?.progress !== null, patienceMs);
  await orderUntil(booked[0]?.orderId ?? '', ({ deliveries }) => deliveries[0]?.progress === 'delivered', patienceMs);
  for (const number of addAwkwardOrders(store)) {
    await orderUntil(store.payOrder(demoShop, number).id, resting, patienceMs);
  }
  addDaysOrders(store, 2, 8);
}

interface Shots {
  width: number;
  height: number;
  /** Screens of the panel, for the listing: their frame alone has this size. Default every screen, with what is around. */
  screens?: readonly string[];
}

async function shoot(chromium: Browser, local: LocalWorld, shots: Shots): Promise<void> {
  const { store, courier } = local;
  const app = `${store.url}/store/${demoShop.split('.')[0]}/apps/same-day-delivery`;
  const order = (number: number) => `${app}/deliveries/${store.order(demoShop, number).id}`;
  const inStore = (path: (id: string) => string, number: number) =>
    `${store.url}/store/${demoShop.split('.')[0]}/${path(store.order(demoShop, number).id)}`;
  const screens: [name: string, url: string, act?: (page: Page) => Promise<void>][] = [
    ['home', app],
    ['deliveries', `${app}/deliveries`],
    ['order', order(1001)],
    ['order-needs-attention', order(noPhone)],
    ['packing-list', app + (await packingList(local, toBeCollected))],
    ['settings', `${app}/settings`],
    ['rehearsal', `${app}/rehearsal`],
    ['store-orders', `${store.url}/admin/orders`],
    ['store-order', inStore((id) => `orders/${id}`, 1001), shown('order-delivery-block')],
    ['store-order-action', inStore((id) => `orders/${id}`, noPhone), pressed('order-send-action')],
    ['store-orders-action', `${store.url}/admin/orders`, pressed('orders-send-action')],
    ['thank-you', inStore((id) => `checkouts/${id}/thank-you`, onItsWay), shown('delivery-slot-thank-you')],
    ['order-status', inStore((id) => `account/orders/${id}`, onItsWay), shown('delivery-slot-order-status')],
    ['checkout', `${store.url}/store/${demoShop.split('.')[0]}/checkout?zip=8005`],
    ['delivery-service', `${courier.url}/`],
  ];
  const { width, height } = shots;
  const page = await chromium.newPage({ viewport: { width, height } });
  for (const [name, url, act] of screens) {
    if (shots.screens?.includes(name) === false) continue;
    const file = shots.screens ? `listing-${name}.png` : `${name}-${width}.png`;
    await page.goto(url, { waitUntil: 'networkidle' });
    await act?.(page);
    const panel = page.frame({ name: 'app-iframe' });
    await panel?.locator('main h1').first().waitFor();
    await panel?.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    const clip = shots.screens && (await frameOfSize(page, { width, height }));
    await page.screenshot({ path: join(folder, file), ...(clip && { clip }) });
    await page.setViewportSize({ width, height });
    process.stdout.write(`docs/screens/${file}\n`);
  }
  await page.close();
}

/** The panel alone, after a month: a day that the board plays ahead of the clock has nothing in its slot yet. */
async function shootResults(chromium: Browser): Promise<void> {
  const server = await startPanelServer(busyWorld());
  const context = await chromium.newContext({ reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    for (const [file, size] of [
      ...sizes.map((each) => [`results-${each.width}.png`, each] as const),
      ['listing-results.png', listing] as const,
    ]) {
      await page.setViewportSize({ width: size.width, height: size.height });
      await page.goto(`${server.url}/results`, { waitUntil: 'networkidle' });
      await page.locator('#main h1').first().waitFor();
      await page.locator('#main [aria-busy="true"]').first().waitFor({ state: 'detached' });
      await page.screenshot({ path: join(folder, file) });
      process.stdout.write(`docs/screens/${file}\n`);
    }
  } finally {
    await context.close();
    await server.close();
  }
}

/** The panel's path of the packing list that holds an order. */
async function packingList({ store, orderUntil }: LocalWorld, number: number): Promise<string> {
  const { deliveries } = await orderUntil(store.order(demoShop, number).id, resting);
  const { start = '', end = null } = deliveries[0]?.slot ?? {};
  return `/packing-list?${new URLSearchParams({ start, ...(end === null ? {} : { end }) })}`;
}

/** Makes the page as large as the panel's frame in it needs, and says where that is. */
async function frameOfSize(page: Page, { width, height }: Pick<Shots, 'width' | 'height'>) {
  const { x = 0, y = 0 } = (await page.locator('iframe[name="app-iframe"]').boundingBox()) ?? {};
  await page.setViewportSize({ width: width + x, height: height + y });
  const panel = page.frame({ name: 'app-iframe' });
  await panel?.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, { width, height });
  // Painted in its new size.
  await panel?.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return { x, y, width, height };
}

/** An extension's frame has drawn something; scrolled to. */
function shown(handle: string): (page: Page) => Promise<void> {
  return async (page) => {
    const frame = page.locator(`iframe[data-handle="${handle}"]`);
    await frame.scrollIntoViewIfNeeded();
    await frame.contentFrame().locator('s-text, s-badge').first().waitFor();
  };
}

/** The same in a dialog that a button opens, with every order of the list selected where there is a list. */
function pressed(handle: string): (page: Page) => Promise<void> {
  return async (page) => {
    for (const box of await page.locator('[data-select]').all()) await box.check();
    await page.locator(`[data-action="${handle}"]`).click();
    await shown(handle)(page);
  };
}
