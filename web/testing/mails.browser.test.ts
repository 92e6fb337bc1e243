import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmPage } from '#backend/mail/confirm-page.ts';
import { axeFindings } from './axe-findings.ts';
import { launchChromium } from './chromium.ts';
import { sampleMails } from './sample-mails.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const documents: [name: string, html: string][] = [
  ...Object.entries(sampleMails('en')).map(([name, { html }]): [string, string] => [name, html]),
  ['page of its link', confirmPage({ kind: 'ask', token: 'A'.repeat(43) }, null)],
];

test.each(documents)('%s fits a phone, and axe finds nothing in light or dark', async (_name, html) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme });
    await page.setContent(html);
    for (const width of [600, 375, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect([colorScheme, width, await axeFindings(page)]).toEqual([colorScheme, width, []]);
    }
    await page.close();
  }
});
