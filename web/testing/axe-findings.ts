import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const options = { resultTypes: ['violations'], preload: false } satisfies axe.RunOptions;

/** axe as it stands in a frame that was given its script. */
type WithAxe = Window & { axe: typeof axe };

/** What of a frame is looked at, as axe hands it on to that frame. */
type FrameContext = { exclude: string[][] };

/**
 * What axe finds on the page, all rules, one line each: the rule and where. Frames are looked into here: the builder of
 * `@axe-core/playwright` leaves a frame out without a word where its half megabyte of script takes more than a second.
 *
 * @param frames false: what is inside the page's frames is left to their own tests. Default true.
 */
export async function axeFindings(page: Page, { frames = true } = {}): Promise<string[]> {
  const { violations } = frames && page.frames().length > 1 ? await runInFrames(page) : await runInPage(page);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

async function giveAxe(frame: Frame): Promise<void> {
  const isThere = await frame.evaluate(() => (window as Partial<WithAxe>).axe !== undefined);
  if (!isThere) await frame.evaluate(axe.source);
}

async function runInPage(page: Page): Promise<axe.AxeResults> {
  await giveAxe(page.mainFrame());
  const alone = { ...options, iframes: false };
  return page.evaluate((given) => (window as unknown as WithAxe).axe.run(document, given), alone);
}

async function runInFrames(page: Page): Promise<axe.AxeResults> {
  const partial = await partialResults(page.mainFrame(), { exclude: [] });
  return page.evaluate(([results, given]) => (window as unknown as WithAxe).axe.finishRun(results, given), [
    partial,
    options,
  ] as const);
}

/** The results of `frame` and of every frame in it, in the order that `axe.finishRun` takes them. */
async function partialResults(frame: Frame, context: FrameContext): Promise<axe.PartialResults> {
  await giveAxe(frame);
  const [inside, own] = await frame.evaluate(
    async ([within, given]) => {
      const { axe: axeHere } = window as unknown as WithAxe;
      const contexts = axeHere.utils.getFrameContexts(within);
      return [contexts, await axeHere.runPartial(within, given)] as const;
    },
    [context, options] as const,
  );
  const results: axe.PartialResults = [own];
  for (const { frameSelector, frameContext } of inside) {
    const element = await frame.evaluateHandle(
      (selector) => (window as unknown as WithAxe).axe.utils.shadowSelect(selector),
      frameSelector,
    );
    const child = await element.asElement()?.contentFrame();
    if (!child) throw new Error(`axe: no frame at ${frameSelector}`);
    results.push(...(await partialResults(child, frameContext as FrameContext)));
  }
  return results;
}
