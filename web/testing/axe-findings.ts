import { AxeBuilder } from '@axe-core/playwright';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const options = { resultTypes: ['violations'], preload: false } satisfies axe.RunOptions;

/**
 * What axe finds on the page, all rules, one line each: the rule and where.
 *
 * @param frames false: what is inside the page's frames is left to their own tests. Default true.
 */
export async function axeFindings(page: Page, { frames = true } = {}): Promise<string[]> {
  const hasFrames = frames && page.frames().length > 1;
  const { violations } = hasFrames
    ? await new AxeBuilder({ page }).options(options).analyze()
    : await runInPage(page, { ...options, iframes: false });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** AxeBuilder gives every look its half megabyte of script twice, which takes longer than the look. */
async function runInPage(page: Page, runOptions: axe.RunOptions): Promise<axe.AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate((given) => (window as unknown as { axe: typeof axe }).axe.run(document, given), runOptions);
}
