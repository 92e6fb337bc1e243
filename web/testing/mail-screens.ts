import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { sampleMails } from './sample-mails.ts';

/** The e-mails as mail programs draw them: wide and narrow, light and dark. */
export async function shootMails(chromium: Browser, folder: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 600]) {
      const page = await chromium.newPage({ viewport: { width, height: 400 }, colorScheme });
      for (const [name, { html }] of Object.entries(sampleMails('en'))) {
        await page.setContent(html);
        await page.screenshot({ path: join(folder, `mail-${name}-${colorScheme}-${width}.png`), fullPage: true });
      }
      await page.close();
    }
  }
}
