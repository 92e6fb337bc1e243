import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './axe-findings.ts';
import { launchChromium } from './chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const inFrame = '<!doctype html><html lang=en><title>In</title><main><h1>In</h1><img src=data:,></main></html>';
const host = `<!doctype html><html lang=en><title>Host</title><iframe title=In srcdoc="${inFrame}"></iframe></html>`;

it('looks into a frame, however long that takes the script of axe', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setContent(host);
  await page.evaluate(() => {
    const inside = window.frames[0];
    if (!inside) throw new Error('no frame');
    const set = (value: unknown) => {
      const end = performance.now() + 1_500;
      while (performance.now() < end);
      Object.defineProperty(inside, 'axe', { value });
    };
    Object.defineProperty(inside, 'axe', { configurable: true, get: () => undefined, set });
  });
  expect(await axeFindings(page)).toEqual(['image-alt: iframe img']);
  expect(await axeFindings(page, { frames: false })).toContain('page-has-heading-one: html');
  await context.close();
});
