import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { launchChromium } from '../chromium.ts';
import { courierControl } from '../courier-control.ts';
import { demoShop, type LocalWorld } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

let browser: Browser;
let world: LocalWorld;
let page: Page;
/** What was pressed since Home was opened, in the admin and in the panel; to type, the cursor is put into a field. */
let presses: string[];

beforeAll(async () => {
  await ensureBuilt();
  browser = await launchChromium();
  world = await startTestWorld({ store: { throttle: null }, courier: { config: { capacityPerSlot: 500 } } });
}, 180_000);
afterAll(async () => {
  await browser.close();
  await world.close();
});
beforeEach(async () => {
  await world.api('PUT', '/api/settings', { automation: { mode: 'matching' } });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.exposeFunction('pressed', (name: string) => void presses.push(name));
  await page.addInitScript(() => {
    const report = (event: Event) => Reflect.get(window, 'pressed')((event.target as Element).textContent?.trim());
    addEventListener('pointerdown', report, true);
  });
});
afterEach(() => page.close());

/** Home, as a merchant opens the app in the admin. */
async function home(): Promise<FrameLocator> {
  presses = [];
  await page.goto(`${world.store.url}/store/demo-shop/apps/same-day-delivery`);
  const panel = page.frameLocator('iframe');
  await panel.getByText(/^Running|wait for you to send/).waitFor();
  return panel;
}

/** The service refuses the next call that cancels. */
const refuseToCancel = () =>
  courierControl(world.courier.url).fails({
    match: { method: 'DELETE' },
    fault: { kind: 'status', status: 409 },
    times: 1,
  });

it('mends a missing phone number by one press and typing', async () => {
  const { id } = world.store.addOrder(demoShop, orderKinds.noPhone({ paid: true }));
  await world.orderUntil(id, ({ state }) => state === 'needs_attention');
  const panel = await home();
  const field = panel.getByLabel("Recipient's phone");
  const fix = panel.getByRole('link', { name: /^Fix order/ });
  await field.or(fix).first().waitFor();
  if (!(await field.isVisible())) await fix.click();
  await field.fill('082 555 0177');
  await field.press('Enter');
  await world.orderUntil(id, ({ state }) => state === 'placed');
  expect(presses.length, presses.join()).toBeLessThanOrEqual(1);
}, 180_000);

it('answers "Where is my parcel?" by a name in two presses and typing', async () => {
  const { shippingAddress } = orderKinds.paid();
  const { id, name } = world.store.addOrder(
    demoShop,
    orderKinds.paid({ shippingAddress: { ...shippingAddress, firstName: 'Zanele', lastName: "O'Brien" } }),
  );
  await world.orderUntil(id, ({ state }) => state === 'placed');
  for (const text of ["zanele o'brien", shippingAddress?.phone?.replace(/^\+27/, '0') ?? '']) {
    const panel = await home();
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await panel.getByLabel('Search').fill(text);
    await panel.getByRole('link', { name }).click();
    await panel.getByText('A driver is booked:').first().waitFor();
    expect(presses.length, presses.join()).toBe(2);
    expect(decodeURIComponent(page.url())).not.toContain(text);
  }
}, 180_000);

it('cancels the driver of a cancelled order by one press and a confirmation', async () => {
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  // What the service refuses to the app is left to a person.
  await refuseToCancel();
  world.store.cancelOrder(demoShop, id);
  await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.alarm != null);
  const panel = await home();
  await panel.getByRole('button', { name: /^Cancel the driver of order/ }).click();
  await panel.getByRole('button', { name: /^Cancel delivery/ }).click();
  await world.orderUntil(id, ({ state }) => state === 'cancelled');
  expect(presses).toHaveLength(2);
}, 180_000);

it('sends twenty orders that wait for a hand in two presses', async () => {
  await world.api('PUT', '/api/settings', { automation: { mode: 'manual' } });
  const orders = Array.from({ length: 20 }, () => world.store.addOrder(demoShop, orderKinds.paid()));
  for (const { id } of orders) await world.orderUntil(id, ({ state }) => state === 'skipped');
  const panel = await home();
  await panel.getByRole('link', { name: 'Send orders' }).click();
  await panel.getByRole('button', { name: 'Send 20 orders' }).click();
  for (const { id } of orders) await world.orderUntil(id, ({ state }) => state === 'placed');
  expect(presses).toEqual(['Send orders', 'Send 20 orders']);
}, 120_000);
