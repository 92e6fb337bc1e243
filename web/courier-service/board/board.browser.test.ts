import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
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
  await client.call('POST', '/_control/clock', { now: '2026-11-20T08:40:00+02:00' });
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

test.each([375, 1280])(
  'the board at %i px shows slots and deliveries, nothing cut off and nobody’s data',
  async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
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
      expect(problems).toEqual([]);
    } finally {
      await page.close();
    }
  },
);

test('on a day without slots the board shows the next one that has some', async () => {
  await client.call('POST', '/_control/clock', { now: '2026-11-22T12:00:00+02:00' });
  const { body } = await client.call('GET', '/');
  await client.call('POST', '/_control/clock', { now: '2026-11-20T08:40:00+02:00' });
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
  await theirs.place({ order_reference: 'THEIRS-1' });
  expect((await fetch(real.url)).status).toBe(401);
  const board = String((await mine.call('GET', '/')).body['text']);
  expect(board).toContain('MINE-1');
  expect(board).not.toContain('THEIRS-1');
});
