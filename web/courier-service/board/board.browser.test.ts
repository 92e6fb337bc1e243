import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { axeFindings } from '#testing/axe-findings.ts';
import { launchChromium } from '#testing/chromium.ts';
import { type CourierService, startCourierService } from '../start.ts';
import { type Client, courierClient } from '../testing/client.ts';

let service: CourierService;
let client: Client;
let browser: Browser;

beforeAll(async () => {
  service = await startCourierService({ apiKeys: ['key'], database: { dataDir: 'memory://' }, control: true });
  client = courierClient(service.url, 'key');
  browser = await launchChromium();
});
beforeEach(async () => {
  await client.call('POST', '/_control/reset', {});
  await clockAt('2026-11-20T08:40:00+02:00');
  await client.place({ order_reference: '<img src=x onerror=alert(1)>' });
  await client.place({
    order_reference: 'a-long-reference-'.repeat(12),
    dropoff_contact_name: 'CANARY',
    dropoff_address: 'CANARY',
  });
});
afterAll(async () => {
  await browser?.close();
  await service.close();
});

const clockAt = (now: string) => client.call('POST', '/_control/clock', { now });

test.each([375, 1280])(
  'the board at %i px shows slots and deliveries, nothing cut off and nobody’s data',
  async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    try {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => problems.push(message.text()));
      await page.goto(service.url);
      expect(await page.title()).toBe('Delivery board · 20 November');
      expect(await page.locator('h1').textContent()).toBe('Today, Friday 20 November 2026');
      expect(await page.getByRole('meter').count()).toBe(15);
      expect(await page.locator('tbody tr').count()).toBe(2);
      const text = await page.locator('body').innerText();
      expect(text).toContain('<img src=x onerror=alert(1)>');
      expect(text).not.toMatch(/CANARY|Naidoo|0825550102|Kloof Road/);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await page.locator('.id a').first().getAttribute('href')).toMatch(/\/track\/D-\d+\/[\w-]{22}$/);
      expect(await axeFindings(page)).toEqual([]);
      await page.locator('.id a').first().click();
      await page.waitForURL(/\/track\//);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await axeFindings(page)).toEqual([]);
      expect(problems).toEqual([]);
    } finally {
      await context.close();
    }
  },
);

test('follows what happens, keeps the focus and plays the day, and says what is simulated', async () => {
  const page = await browser.newPage({ viewport: { width: 375, height: 900 } });
  onTestFinished(() => page.close());
  await page.goto(service.url);
  await page.evaluate('globalThis.loadedOnce = true');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  await page.getByText('drivers wait').waitFor();
  await page.locator('tbody tr').last().getByRole('link').focus();
  const { body } = await client.place();
  const row = page.locator(`#${body.id}`);
  await row.getByText('Pending pickup').waitFor();
  const isFocused = "document.activeElement.closest('tr') === document.querySelector('tbody tr:last-child')";
  expect(await page.evaluate(isFocused)).toBe(true);
  await press('Play the day');
  await page.getByText('each second is a minute').waitFor();
  await press('Faster');
  await page.getByText('each second is 5 minutes').waitFor();
  await row.getByText('Delivered').waitFor();
  await page.getByText('Nothing is left to deliver').waitFor();
  expect(await page.locator('.clock').innerText()).toMatch(/Simulated\. It is really .*\d\d:\d\d$/);
  await press('Slower');
  await press('Pause');
  await page.getByText('drivers wait').waitFor();
  expect(await page.evaluate('globalThis.loadedOnce')).toBe(true);
  await page.route(service.url, (route) => route.abort());
  await page.getByText('Not up to date').waitFor();
});

test('without its script the board is whole, and has no button that does nothing', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  onTestFinished(() => page.close());
  await page.goto(service.url);
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(1);
  expect(await page.getByRole('button').count()).toBe(0);
});

test('the board of a delivery is that of its day, and marks it', async () => {
  const { body } = await client.place({ order_reference: 'ON-MONDAY' });
  await clockAt('2026-11-25T08:40:00+02:00');
  const board = async (query: string) => String((await client.call('GET', `/${query}`)).body['text']);
  const asked = await board(`?delivery=${body.id}`);
  const today = [await board(''), await board('?delivery=D-1'), await board('?delivery=x')];
  expect(asked).toContain('<h1>Friday 20 November 2026</h1>');
  expect(asked).toMatch(new RegExp(`id="${body.id}"[^>]*aria-current="true"`));
  for (const page of today) expect(page).toContain('Today, Wednesday 25 November 2026');
});

test('a day that is over gives way to the next, unless it is the last that was driven', async () => {
  const headline = async (now: string) => {
    await clockAt(now);
    return /<h1>(.*)<\/h1>/.exec(String((await client.call('GET', '/')).body['text']))?.[1];
  };
  expect(await headline('2026-11-24T19:00:00+02:00')).toBe('Next working day, Wednesday 25 November 2026');
  expect(await headline('2026-11-20T16:00:00+02:00')).toBe('Today, Friday 20 November 2026');
  await client.call('POST', '/_control/simulation', { running: true });
  expect(await headline('2026-11-20T19:00:00+02:00')).toBe('Today, Friday 20 November 2026');
  await client.place();
  expect(await headline('2026-11-20T19:01:00+02:00')).toBe('Next working day, Saturday 21 November 2026');
});

test('the page of a delivery follows it by itself, and leaves the focus where it is', async () => {
  const page = await browser.newPage();
  try {
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    await page.goto(service.url);
    const path = await page.locator('.id a').first().getAttribute('href');
    await page.clock.install();
    await page.goto(path ?? '');
    const link = page.getByRole('link', { name: 'On the board of its day' });
    await link.focus();
    const id = /D-\d+/.exec(path ?? '')?.[0] ?? '';
    await client.call('POST', `/_control/deliveries/${id}/state`, { to: 'PENDING DROPOFF' });
    await page.clock.runFor(31_000);
    await page.getByText('The driver has it').waitFor();
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  } finally {
    await page.close();
  }
});

test('on a day without slots the board shows the next one that has some', async () => {
  await clockAt('2026-11-22T12:00:00+02:00');
  const { body } = await client.call('GET', '/');
  expect(String(body['text'])).toContain('Next working day, Monday 23 November 2026');
});

test('a request that a proxy passed on needs a key', async () => {
  const status = async (headers: Record<string, string>) => (await fetch(service.url, { headers })).status;
  expect(await status({})).toBe(200);
  expect(await status({ 'x-forwarded-for': '196.25.1.1' })).toBe(401);
  expect((await client.call('GET', '/', undefined, { 'x-forwarded-for': '196.25.1.1' })).status).toBe(200);
});

test('outside the local world everybody needs a key, and sees the deliveries of that key only', async () => {
  // In the morning: later in the day what is placed is for the next day, which the board does not show yet.
  const now = () => Date.parse('2026-11-20T08:40:00+02:00');
  const real = await startCourierService({ apiKeys: ['mine', 'theirs'], database: { dataDir: 'memory://' }, now });
  onTestFinished(() => real.close());
  const [mine, theirs] = ['mine', 'theirs'].map((key) => courierClient(real.url, key)) as [Client, Client];
  await mine.place({ order_reference: 'MINE-1' });
  const { body: foreign } = await theirs.place({ order_reference: 'THEIRS-1' });
  expect((await fetch(real.url)).status).toBe(401);
  const board = String((await mine.call('GET', `/?delivery=${foreign.id}`)).body['text']);
  expect(board).toContain('MINE-1');
  expect(board).not.toMatch(/THEIRS-1|aria-current="true"|Play the day/);
});

test('the page of a delivery says that it is not up to date while the service does not answer', async () => {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(service.url);
  await page.goto((await page.locator('.id a').first().getAttribute('href')) ?? '');
  const told = () => page.locator('#stale').textContent();
  expect(await told()).toBe('');
  await page.route('**/track/**', (route) => route.abort());
  await page.clock.runFor(31_000);
  await expect.poll(told).toMatch(/^Not up to date/);
  await page.unroute('**/track/**');
  await page.clock.runFor(31_000);
  await expect.poll(told).toBe('');
});
