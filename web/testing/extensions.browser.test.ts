import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { axeFindings } from './axe-findings.ts';
import { launchChromium } from './chromium.ts';
import { courierControl } from './courier-control.ts';
import { extensionBundles } from './extension-bundles.ts';
import { type LocalWorld, demoShop as shop } from './local-world.ts';
import { startTestWorld } from './test-world.ts';

let world: LocalWorld;
let browser: Browser;
const complaints: string[] = [];

beforeAll(async () => {
  const extensions = await extensionBundles();
  world = await startTestWorld({ store: { extensions } });
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

/** On a phone and wide: no sideways scroll, nothing for axe to find, in the extension's frame neither. */
async function fits(page: Page): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect([width, await axeFindings(page)]).toEqual([width, []]);
  }
}

const orderPage = (id: string) => `/store/demo-shop/orders/${id}`;
const blockOf = (page: Page): FrameLocator => page.frameLocator('iframe[data-handle="order-delivery-block"]');

test('the order page shows the slot while the order is paid, by a session token from another origin', async () => {
  const { id } = world.store.addOrder(shop, orderKinds.unpaid());
  const page = await open(orderPage(id));
  await blockOf(page).getByText('No same-day delivery for this order.').waitFor();
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  const { deliveries } = await world.orderUntil(id, ({ state }) => state === 'placed');
  await blockOf(page).getByText('Booked', { exact: true }).waitFor();
  await blockOf(page)
    .getByText(deliveries[0]?.slot?.text ?? 'no slot')
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await axeFindings(page)).toEqual([]);
  await page.context().close();
});

test('the order page: what needs attention is fixed in the action, and the block shows the slot', async () => {
  const { id } = world.store.addOrder(shop, orderKinds.noPhone({ paid: true }));
  await world.orderUntil(id, ({ state }) => state === 'needs_attention');
  const page = await open(orderPage(id));
  await blockOf(page).getByRole('button', { name: 'Fix and send' }).click();
  const action = page.frameLocator('iframe[data-handle="order-send-action"]');
  await action.getByText('Enter a South African number of 10 digits, such as 082 123 4567.').waitFor();
  await fits(page);
  await action.getByLabel("Recipient's phone").fill('12');
  await action.getByRole('button', { name: 'Send', exact: true }).click();
  await action.getByText(/does not have ten digits/).waitFor();
  await action.getByLabel("Recipient's phone").fill('082 123 4567');
  await action.getByRole('button', { name: 'Send', exact: true }).click();
  await action.getByText('Booked', { exact: true }).waitFor();
  await action.getByRole('button', { name: 'Close' }).click();
  await blockOf(page).getByText('Booked', { exact: true }).waitFor();
  const { orderNumber } = await world.orderUntil(id, ({ state }) => state === 'placed');
  const sent = (await world.placements()).filter((body) => body['order_reference'] === String(orderNumber));
  expect(sent).toMatchObject([{ dropoff_contact_phone: '0821234567' }]);
  await page.context().close();
});

test('the order page: a driver is cancelled in the action, and an order that changed is cancelled and booked again', async () => {
  const [called, moved] = [1, 2].map(() => world.store.addOrder(shop, orderKinds.paid()));
  for (const one of [called, moved]) await world.orderUntil(one?.id ?? '', ({ state }) => state === 'placed');
  if (!called || !moved) throw new Error('no order');
  const openAction = async (id: string) => {
    const page = await open(orderPage(id));
    await page.getByRole('button', { name: 'Send same-day delivery' }).click();
    return { page, action: page.frameLocator('iframe[data-handle="order-send-action"]') };
  };
  const first = await openAction(called.id);
  await first.action.getByRole('button', { name: `Cancel delivery ${called.number}` }).click();
  await first.action.getByText('this driver does not come').waitFor();
  expect(await axeFindings(first.page)).toEqual([]);
  await first.action.getByRole('button', { name: 'Cancel the driver' }).click();
  await first.action.getByText('Cancelled', { exact: true }).waitFor();
  await world.orderUntil(called.id, ({ state }) => state === 'cancelled');
  await first.page.context().close();

  world.store.updateOrder(shop, moved.id, { shippingAddress: { address1: '99 Long Street' } });
  await world.orderUntil(moved.id, ({ deliveries: [one] }) => one?.alarm != null);
  const second = await openAction(moved.id);
  await second.action.getByRole('button', { name: `Cancel ${moved.number} and book again` }).click();
  await second.action.getByRole('button', { name: 'Cancel and book again' }).click();
  await second.action.getByText('The driver comes:').waitFor();
  await world.orderUntil(moved.id, ({ state, deliveries }) => state === 'placed' && deliveries.length === 2);
  const sent = (await world.placements()).map((body) => body['order_reference']);
  expect(sent.filter((one) => one === `${moved.number}-R2`)).toHaveLength(1);
  await second.page.context().close();
});

test('the order list: 20 orders are sent at once, and the 2 that failed are named', async () => {
  const rural = orderKinds.paid({ shippingLines: [] });
  const fine = Array.from({ length: 18 }, () => world.store.addOrder(shop, rural));
  const faulty = [1, 2].map(() => world.store.addOrder(shop, orderKinds.noPhone({ paid: true, shippingLines: [] })));
  for (const { id } of [...fine, ...faulty]) await world.orderUntil(id, ({ state }) => state !== 'queued');
  const page = await open('/store/demo-shop/orders');
  for (const { name } of [...fine, ...faulty]) await page.getByLabel(`Select ${name}`, { exact: true }).check();
  await page.getByRole('button', { name: 'Send same-day delivery' }).click();
  const action = page.frameLocator('iframe[data-handle="orders-send-action"]');
  await action.getByText('Send 20 orders by same-day delivery?').waitFor();
  await action.getByRole('button', { name: 'Send', exact: true }).click();
  await action.getByText('18 being sent, 2 not sent').waitFor({ timeout: 60_000 });
  await fits(page);
  expect(await action.locator('s-link').allTextContents()).toEqual(faulty.map(({ name }) => name).toReversed());
  for (const { id } of fine) await world.orderUntil(id, ({ state }) => state === 'placed');
  await page.context().close();
}, 120_000);

const thankYou = (id: string) => `/store/demo-shop/checkouts/${id}/thank-you`;
const orderStatus = (id: string) => `/store/demo-shop/account/orders/${id}`;

test('the thank-you page shows the slot to its buyer, a guest, as soon as a driver is booked, and to nobody else', async () => {
  const order = world.store.addOrder(shop, orderKinds.unpaid());
  const page = await open(thankYou(order.id));
  const block = page.frameLocator('iframe[data-handle="delivery-slot-thank-you"]');
  await page.getByRole('heading', { name: /^Thank you/ }).waitFor();
  world.store.payOrder(shop, order.number);
  await block.getByText('A driver is booked').waitFor();
  await block.getByText(/, between \d\d:\d\d and \d\d:\d\d/).waitFor();
  await block.getByText('Nobody home?').waitFor();
  await fits(page);

  // Another buyer, on their own page and with their own token, asks for this order.
  const other = world.store.addOrder(shop, orderKinds.paid({ customer: { email: 'other@example.com' } }));
  const attacker = await open(thankYou(other.id));
  const frame = attacker.frame({ url: /delivery-slot-thank-you/ });
  const asked = await frame?.evaluate(
    async ({ url, mine, theirs }) => {
      const token = await (
        globalThis as unknown as { shopify: { sessionToken: { get(): Promise<string> } } }
      ).shopify.sessionToken.get();
      const ask = async (body: object) =>
        (
          await fetch(url, {
            method: 'POST',
            headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).text();
      return [await ask(theirs), await ask({ ...theirs, confirmationNumber: mine })];
    },
    {
      url: `${world.appUrl}/api/buyer/order`,
      mine: other.confirmationNumber,
      theirs: { orderId: order.id, confirmationNumber: null },
    },
  );
  expect(asked).toHaveLength(2);
  for (const text of asked ?? []) expect(JSON.parse(text)).toMatchObject({ status: 404 });
  await page.context().close();
  await attacker.context().close();
});

test('the order-status page follows the delivery of the customer who is signed in, in their language', async () => {
  const order = world.store.addOrder(shop, orderKinds.paid());
  const { deliveries } = await world.orderUntil(order.id, ({ state }) => state === 'placed');
  const page = await open(`${orderStatus(order.id)}?locale=af`);
  const block = page.frameLocator('iframe[data-handle="delivery-slot-order-status"]');
  await block.getByText('’n Drywer is bespreek').waitFor();
  await courierControl(world.courier.url).becomes(deliveries[0]?.deliveryId ?? null, 'PENDING DROPOFF');
  await world.api('POST', `/api/orders/${order.id}/refresh`, {});
  await page.reload();
  await block.getByText('Op pad').waitFor();
  await block.getByRole('link', { name: 'Volg die drywer' }).waitFor();
  await fits(page);
  await page.context().close();
});
