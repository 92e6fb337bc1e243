import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import { launchChromium } from './chromium.ts';
import { addAwkwardOrders, kettleShop } from './demo-shop.ts';
import { resting } from './journeys/journey.ts';
import { demoShop, type LocalWorld, liveKey, startLocalWorld, testKey } from './local-world.ts';

/** `npm run screenshots`: every screen at the width of a phone and of a desktop, from the running local world. */
const folder = join(fileURLToPath(new URL('../..', import.meta.url)), 'docs', 'screens');
const widths = [375, 1280];

await ensureBuilt();
await mkdir(folder, { recursive: true });
const world = await startLocalWorld({ testTwin: true, store: { shops: [kettleShop] } });
const browser = await launchChromium();
try {
  await fill(world);
  for (const width of widths) await shoot(browser, world, width);
} finally {
  await browser.close();
  await world.close();
}

/** A shop in the middle of its day. */
async function fill({ api, store, orderUntil }: LocalWorld): Promise<void> {
  await api('PUT', '/api/settings', { courier: { apiKey: liveKey, testApiKey: testKey } });
  await api('POST', '/api/settings/test-order', {});
  for (const number of addAwkwardOrders(store)) {
    await orderUntil(store.payOrder(demoShop, number).id, resting);
  }
}

async function shoot(chromium: Browser, { store, courier }: LocalWorld, width: number): Promise<void> {
  const app = `${store.url}/store/${demoShop.split('.')[0]}/apps/same-day-delivery`;
  const order = (number: number) => `${app}/orders/${store.order(demoShop, number).id}`;
  const screens: [name: string, url: string][] = [
    ['home', app],
    ['deliveries', `${app}/deliveries`],
    ['order', order(1001)],
    ['order-needs-attention', order(1002)],
    ['settings', `${app}/settings`],
    ['rehearsal', `${app}/rehearsal`],
    ['store-orders', `${store.url}/admin/orders`],
    ['delivery-service', `${courier.url}/`],
  ];
  const page = await chromium.newPage({ viewport: { width, height: width < 600 ? 812 : 900 } });
  for (const [name, url] of screens) {
    await page.goto(url, { waitUntil: 'networkidle' });
    const panel = page.frames().find((frame) => frame !== page.mainFrame());
    await panel?.locator('main h1').first().waitFor();
    await panel?.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    await page.screenshot({ path: join(folder, `${name}-${width}.png`) });
    process.stdout.write(`docs/screens/${name}-${width}.png\n`);
  }
  await page.close();
}
