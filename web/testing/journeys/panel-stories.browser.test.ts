import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { basic } from '#courier-service/testing/client.ts';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { launchChromium } from '../chromium.ts';
import { freshServerDatabase } from '../databases.ts';
import { demoShop, type LocalWorld, liveKey, testKey } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

let browser: Browser;
let world: LocalWorld;
let page: Page;
beforeAll(async () => {
  await ensureBuilt();
  browser = await launchChromium();
}, 120_000);
afterAll(() => browser.close());
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
});
afterEach(async () => {
  await page.close();
  await world.close();
});

const app = () => `${world.store.url}/store/demo-shop/apps/same-day-delivery`;

/** Opens the panel in the store's admin, as the merchant does. */
async function open(path = ''): Promise<FrameLocator> {
  await page.goto(`${app()}${path}`);
  const panel = page.frameLocator('iframe');
  await panel.locator('main h1').first().waitFor();
  return panel;
}

const saveBar = () => page.getByRole('button', { name: 'Save', exact: true });

async function control(path: string, body: unknown): Promise<void> {
  const response = await fetch(`${world.courier.url}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
}

const quick = { RETRY_BASE_MS: '50' };

describe('stories of the panel in the local world', () => {
  it('starts with a test key only: the test order goes to the test service, then the first live order is placed', async () => {
    world = await startTestWorld({ install: false, testTwin: true, env: quick });
    let panel = await open();
    await panel.getByText('Set-up guide').waitFor();
    panel = await open('/settings');
    await panel.getByLabel('Test API key').fill(testKey);
    await saveBar().click();
    await expect.poll(async () => (await settings()).courier.testApiKey.set).toBe(true);
    panel = await open();
    await panel.getByRole('button', { name: 'Book test order' }).click();
    await panel
      .getByText(/^[23] of 5 steps done$/)
      .first()
      .waitFor();
    expect(await world.placements()).toEqual([]);
    panel = await open('/settings');
    await panel.getByLabel('API key', { exact: true }).fill(liveKey);
    await saveBar().click();
    await expect.poll(async () => (await settings()).courier.apiKey.set).toBe(true);
    const order = world.store.addOrder(demoShop, orderKinds.paid());
    await world.orderUntil(order.id, ({ state }) => state === 'placed');
    expect(await world.placements()).toHaveLength(1);
    panel = await open();
    await panel.getByText('Running. Paid orders are booked automatically').waitFor();
  }, 180_000);

  it('asks "still send?" for an order paid after the cut-off, and sends it on a press', async () => {
    world = await startTestWorld({ env: quick });
    await world.api('PUT', '/api/settings', { automation: { cutOff: '00:00' } });
    const order = world.store.addOrder(demoShop, orderKinds.paid());
    await world.orderUntil(order.id, ({ state }) => state === 'needs_attention');
    const panel = await open(`/deliveries/${order.id}`);
    await panel.getByRole('button', { name: 'Send' }).click();
    await panel.getByText('A driver is booked:').first().waitFor();
    expect(await world.placements()).toHaveLength(1);
  }, 180_000);

  it('offers a prefix where another delivery holds the reference, and places under it', async () => {
    world = await startTestWorld({ env: quick });
    const order = world.store.addOrder(demoShop, orderKinds.unpaid());
    await takeReference(String(order.number));
    world.store.payOrder(demoShop, order.id);
    await world.orderUntil(order.id, ({ state }) => state === 'needs_attention');
    const panel = await open(`/deliveries/${order.id}`);
    await panel.getByLabel('Prefix', { exact: true }).fill('KETTLE-');
    await panel.getByRole('button', { name: 'Save prefix and send' }).click();
    await panel.getByText('A driver is booked:').first().waitFor();
    const view = await world.orderUntil(order.id, ({ state }) => state === 'placed');
    expect(view.deliveries.map(({ orderReference, state }) => [orderReference, state])).toEqual([
      [String(order.number), 'cancelled'],
      [`KETTLE-${order.number}`, 'placed'],
    ]);
  }, 180_000);

  it('lets staff add a missing phone and sends', async () => {
    world = await startTestWorld({ env: quick });
    const order = world.store.addOrder(demoShop, orderKinds.noPhone());
    world.store.payOrder(demoShop, order.id);
    await world.orderUntil(order.id, ({ state }) => state === 'needs_attention');
    const home = await open();
    await home.getByLabel("Recipient's phone").fill('082 555 0177');
    await home.getByRole('button', { name: `Fix and send order #${order.number}` }).click();
    await world.orderUntil(order.id, ({ state }) => state === 'placed');
    expect((await world.placements())[0]?.['dropoff_contact_phone']).toBe('0825550177');
    expect(world.store.order(demoShop, order.id).shippingAddress?.phone).toBeNull();
  }, 180_000);

  it('shows a refused key, and resumes the queue by itself with a new one', async () => {
    world = await startTestWorld({ env: quick });
    await world.api('PUT', '/api/settings', { courier: { apiKey: 'not-a-key' } });
    const order = world.store.addOrder(demoShop, orderKinds.paid());
    await world.orderUntil(order.id, ({ state }) => state === 'held');
    let panel = await open();
    await panel.getByText('The delivery service refuses the API key').waitFor();
    panel = await open('/settings');
    await panel.getByLabel('API key', { exact: true }).fill(liveKey);
    await saveBar().click();
    await world.orderUntil(order.id, ({ state }) => state === 'placed');
    panel = await open();
    await panel.getByText('Running. Paid orders are booked automatically').waitFor();
  }, 180_000);

  it('sends 100 orders at once and names the 7 that failed', async () => {
    world = await startTestWorld({
      env: { ...quick, DATABASE_URL: await freshServerDatabase() },
      store: { throttle: null },
      courier: { config: { capacityPerSlot: 500 } },
    });
    await world.api('PUT', '/api/settings', { automation: { mode: 'manual' } });
    const ids: string[] = [];
    for (let index = 0; index < 100; index += 1) {
      const kind = index < 7 ? orderKinds.noPhone({ paid: true }) : orderKinds.paid();
      ids.push(world.store.addOrder(demoShop, kind).id);
    }
    await expect.poll(() => countOf('skipped'), { timeout: 60_000, interval: 250 }).toBe(100);
    const { status, body } = await world.api('POST', '/api/orders/send', { orderIds: ids });
    expect(status).toBe(200);
    const { results } = body as { results: { ok: boolean }[] };
    expect(results.filter(({ ok }) => !ok)).toHaveLength(7);
    await expect.poll(() => countOf('placed'), { timeout: 60_000, interval: 250 }).toBe(93);
    expect(await world.placements()).toHaveLength(93);
  }, 180_000);

  it('shows in rehearsal what a changed rule would do, and sends nothing', async () => {
    world = await startTestWorld({ env: quick });
    const order = world.store.addOrder(
      demoShop,
      orderKinds.paid({ shippingLines: [{ title: 'Courier tomorrow', code: 'NEXT' }] }),
    );
    await world.orderUntil(order.id, ({ state }) => state === 'skipped');
    const panel = await open('/rehearsal');
    await panel.getByText('Would be skipped').first().waitFor();
    await panel.getByText('Every paid order', { exact: true }).click();
    await panel.getByText('Would be sent').first().waitFor();
    expect(await world.placements()).toEqual([]);
  }, 180_000);

  it('finds a failed placement from its order number within three clicks', async () => {
    world = await startTestWorld({ env: quick });
    const order = world.store.addOrder(demoShop, orderKinds.noPhone({ paid: true }));
    await world.orderUntil(order.id, ({ state }) => state === 'needs_attention');
    const panel = await open();
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await panel.getByLabel('Search').fill(`#${order.number}`);
    await panel.getByRole('link', { name: `#${order.number}` }).click();
    await panel.getByText('The order has no phone number of the recipient').first().waitFor();
  }, 180_000);
});

async function settings() {
  const { body } = await world.api('GET', '/api/settings');
  return body as { courier: Record<'apiKey' | 'testApiKey', { set: boolean }> };
}

async function countOf(state: string): Promise<number> {
  const { body } = await world.api('GET', '/api/deliveries?limit=1');
  return (body as { stateCounts: Record<string, number> }).stateCounts[state] ?? 0;
}

/** Another client of the service holds the reference already. */
async function takeReference(reference: string): Promise<void> {
  await control('reset', {});
  const body = {
    pickup_address: '1 Bree Street, Cape Town',
    pickup_contact_name: 'Another shop',
    pickup_contact_phone: '0215550101',
    pickup_coordinates: '-33.9200, 18.4200',
    dropoff_address: '2 Kloof Road, Sea Point, Cape Town',
    dropoff_contact_name: 'Somebody else',
    dropoff_contact_phone: '0825550102',
    dropoff_coordinates: '-33.9165, 18.3866',
    order_reference: reference,
  };
  const response = await fetch(`${world.courier.url}/v1/same-day-asap`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: basic(liveKey),
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
}
