import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureBuilt } from '#frontend/ensure-built.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { launchChromium } from '../chromium.ts';
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

it('asks what the button that was pressed last asks, once', async () => {
  const { id } = world.store.addOrder(demoShop, orderKinds.paid());
  await world.orderUntil(id, ({ deliveries }) => deliveries[0]?.noteWritten === true);
  const refusal = { match: { method: 'DELETE' }, fault: { kind: 'status', status: 409 }, times: 1 };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${world.courier.url}/_control/faults`, { method: 'POST', headers, body: JSON.stringify(refusal) });
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

it('does what was pressed where the screen is drawn anew', async () => {
  // This browser has no words for days in isiZulu, which the server has.
  expect(await world.api('PUT', '/api/language', { language: 'zu' })).toMatchObject({ status: 200 });
  const frame = await drawn();
  await frame.getByRole('button', { name: 'Misa' }).click();
  release();
  await frame.getByRole('button', { name: 'Qhubeka' }).waitFor();
  expect((await world.api('GET', '/api/overview')).body).toMatchObject({ paused: true });
}, 180_000);
