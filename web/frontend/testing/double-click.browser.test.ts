import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alarm, seenAt, worldOf } from './order-state.ts';
import { type PanelBrowser, startPanelBrowser } from './panel-browser.ts';
import { orderIdOf, sampleDelivery } from './sample-orders.ts';

let browser: PanelBrowser;
beforeAll(async () => {
  browser = await startPanelBrowser();
});
afterAll(() => browser.close());

/** Two clicks 180 ms apart at one place, as a hand makes them. */
async function doubleClick(page: Page, press: Locator): Promise<void> {
  await press.scrollIntoViewIfNeeded();
  const box = await press.boundingBox();
  if (!box) throw new Error('the press is not shown');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await page.waitForTimeout(180);
  }
}

const failed = { progress: 'failed', progressAt: seenAt } as const;
const parcels = (changes: Parameters<typeof sampleDelivery>[1]) =>
  worldOf({
    deliveries: ['1042', '1042-2'].map((reference) =>
      sampleDelivery(reference, { ...changes, alarm: `alarm of ${reference}` }),
    ),
  });

test.each([
  ['goods that nobody took in', { ...failed, ...alarm('not_delivered', 'delivery', 'to be delivered', 'failed') }],
  ['a changed address', alarm('request', 'dropoff_address', '4 Kloof Street', '40 Kloof Street')],
])('a double click decides about one of two parcels, then a key about the other: %s', async (_name, changes) => {
  const world = parcels(changes);
  const page = await browser.open(world, `/deliveries/${orderIdOf(1042)}`, 390);
  const decided = () =>
    world.calls.flatMap(({ path, body }) => (path.endsWith('/acknowledge') ? [Object(body).orderReference] : []));
  const keep = page.getByRole('button', { name: /^Keep/ }).first();
  await doubleClick(page, keep);
  await page.getByRole('button', { name: /^Keep .*1042-2/ }).waitFor();
  await page.waitForTimeout(300);
  expect(decided()).toEqual(['1042']);
  await keep.focus();
  await page.keyboard.press('Enter');
  await expect.poll(decided).toEqual(['1042', '1042-2']);
});

test('a form that is sent by a double click is sent once', async () => {
  const world = worldOf({});
  const page = await browser.open(world, '/', 390);
  await page.getByLabel("Recipient's phone").fill('082 123 4567');
  await doubleClick(page, page.getByRole('button', { name: 'Fix and send order #1002' }));
  await expect.poll(() => world.calls.filter(({ path }) => path.endsWith('/send')).length).toBe(1);
});
