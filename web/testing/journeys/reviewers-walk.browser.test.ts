import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { launchChromium } from '../chromium.ts';
import { demoShop, type LocalWorld, liveKey, testKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

const soon = { timeout: 60_000 };
let browser: Browser;
let world: LocalWorld;
let page: Page;

beforeAll(async () => {
  await ensureBuilt();
  browser = await launchChromium();
  world = await startTestWorld({
    testTwin: true,
    install: false,
    env: { COURIER_TEST_API_KEY: testKey, RETRY_BASE_MS: '50' },
    store: {
      shops: [
        {
          ...{ domain: demoShop, name: 'Demo Shop', ianaTimezone: 'Africa/Johannesburg', currency: 'ZAR' },
          ...{ developmentStore: true, installed: false },
        },
      ],
    },
  });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
}, 180_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});

const admin = (path: string) => `${world.store.url}/store/demo-shop${path}`;

/** The app's frame in the admin, where Shopify installs the app first if it is not. */
async function launch(): Promise<Frame> {
  await page.goto(admin('/apps/same-day-delivery'));
  const install = page.getByRole('button', { name: 'Install' });
  if (await install.isVisible()) await install.click();
  const element = await page.locator('iframe[name="app-iframe"]').elementHandle(soon);
  const frame = await element?.contentFrame();
  if (!frame) throw new Error('the admin shows no frame');
  await frame.locator('main h1').first().waitFor(soon);
  return frame;
}

const shown = (frame: Frame, text: string | RegExp) => frame.getByText(text).first().waitFor(soon);

/** Pays a test order, as with Shopify's test payments, and reads its note where the merchant does. */
async function noteOfTestOrder(): Promise<{ id: string; note: string }> {
  const { id } = world.store.addOrder(demoShop, orderKinds.testOrder({ paid: true }));
  await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  await page.goto(admin(`/orders/${id}`));
  const note = page.getByText(/Same-day delivery TEST-DEMOSHOP[A-Z]{5}-\d+: /).first();
  await note.waitFor(soon);
  return { id, note: await note.innerText() };
}

it('lets a reviewer install, follow the guide, see a test order, reload, uninstall and install again', async () => {
  let frame = await launch();
  await shown(frame, 'Test mode: paid orders do NOT get a driver');
  await shown(frame, '2 of 5 steps done');
  await frame.getByRole('button', { name: 'Book test order' }).click();
  await shown(frame, 'The test order was booked');
  await shown(frame, '3 of 5 steps done');
  await frame.getByRole('link', { name: 'Enter API key' }).click();
  await frame.getByLabel('API key', { exact: true }).fill(liveKey);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await shown(frame, 'The service accepts this key.');
  frame = await launch();
  await shown(frame, '4 of 5 steps done');

  const { id, note } = await noteOfTestOrder();
  expect(note).toMatch(/: \w{3} \d+ \w{3} \d{4}, \d\d:\d\d/);
  frame = await launch();
  for (const path of ['/', '/deliveries', `/orders/${id}`, '/settings', '/rehearsal', '/results', '/data-requests']) {
    await frame.goto(`${world.appUrl}${path}`);
    await frame.evaluate(() => window.location.reload());
    await frame.locator('main h1').filter({ hasNotText: 'Loading' }).first().waitFor(soon);
  }
  expect(await world.placements()).toEqual([]);

  world.store.uninstall(demoShop);
  const { shops } = world.app.context.storage;
  await expect
    .poll(async () => await shops.shop(demoShop as ShopDomain), { timeout: 30_000 })
    .toMatchObject({ uninstalledAt: expect.any(Number), accounts: { live: null, test: null } });
  frame = await launch();
  await shown(frame, 'Test mode: paid orders do NOT get a driver');
  await shown(frame, '3 of 5 steps done');
  await frame.goto(`${world.appUrl}/orders/${id}`);
  await shown(frame, /^#\d+/);
  await noteOfTestOrder();
}, 120_000);
