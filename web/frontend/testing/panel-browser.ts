import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '#testing/chromium.ts';
import { type PanelServer, startPanelServer } from './panel-server.ts';
import { emptyWorld } from './sample-world.ts';
import type { World } from './world.ts';

export interface PanelBrowser {
  server: PanelServer;
  /** Opens the panel at a path over a world, in a page of its own. */
  open(world: World, path: string, width?: number): Promise<Page>;
  /** The same in the page of the last look, whose process has the scripts compiled. No look may set its page's clock. */
  look(world: World, path: string): Promise<Page>;
  /** What the pages complained of since the last call: console errors and uncaught errors. */
  complaints(): string[];
  close(): Promise<void>;
}

/** Chromium on the production build of the panel. */
export async function startPanelBrowser(): Promise<PanelBrowser> {
  const [server, browser]: [PanelServer, Browser] = await Promise.all([
    startPanelServer(emptyWorld()),
    launchChromium(),
  ]);
  let context: BrowserContext | undefined;
  let looking: Page | undefined;
  let complaints: string[] = [];
  async function newPage(width: number): Promise<Page> {
    context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    // Less than a test's own limit, so that the failure names what was waited for.
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // A refused call is what some tests are about; the browser reports it by itself.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        complaints.push(message.text());
      }
    });
    return page;
  }
  return {
    server,
    async open(world, path, width = 1280) {
      await context?.close();
      looking = undefined;
      server.world = world;
      const page = await newPage(width);
      await page.goto(server.url + path);
      return page;
    },
    async look(world, path) {
      if (looking) {
        await looking.evaluate('localStorage.clear(); sessionStorage.clear()');
        await looking.goto('about:blank');
        await looking.mouse.move(0, 0);
        await looking.setViewportSize({ width: 1280, height: 900 });
      } else {
        await context?.close();
        looking = await newPage(1280);
      }
      server.world = world;
      await looking.goto(server.url + path);
      return looking;
    },
    complaints() {
      const heard = complaints;
      complaints = [];
      return heard;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** By how many pixels the page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** What `look` finds for who reads letters of twice the size. */
export async function inLargeLetters<Found>(page: Page, look: (page: Page) => Promise<Found>): Promise<Found> {
  const enlarge = (to: string) =>
    page.evaluate((size) => document.documentElement.style.setProperty('font-size', size, 'important'), to);
  await enlarge('200%');
  const found = await look(page);
  await enlarge('');
  return found;
}

/** The conditions of the style sheets that hold at the window's size: equal lists, equal styles. */
export async function mediaInForce(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const conditions = (rules: Iterable<CSSRule>): string[] =>
      [...rules].flatMap((rule) => {
        if (rule instanceof CSSContainerRule) throw new Error(`a style that depends on more than the window`);
        const own = rule instanceof CSSMediaRule ? [rule.conditionText] : [];
        return [...own, ...(rule instanceof CSSGroupingRule ? conditions(rule.cssRules) : [])];
      });
    const all = [...document.styleSheets].flatMap(({ cssRules }) => conditions(cssRules));
    return [...new Set(all)].filter((condition) => matchMedia(condition).matches);
  });
}

/** Conditions of the style sheets that hold at 375 px or at 320 px, but not at both: none where a look at one stands for both. */
export async function onlyAt375(page: Page): Promise<string[]> {
  const [wide = [], narrow = []] = [await inForceAt(page, 375), await inForceAt(page, 320)];
  return [...wide, ...narrow].filter((condition) => !(wide.includes(condition) && narrow.includes(condition)));
}

async function inForceAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  return mediaInForce(page);
}

/** Texts and fields that reach out of their row or tile, or out of what hides the rest, on either side. */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const holds = (box: Element) =>
      box.localName === 'li' || ['hidden', 'clip'].includes(getComputedStyle(box).overflowX);
    const isField = (element: Element) => element.matches('input, select, textarea');
    const boundsOf = (element: Element): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return (isField(element) ? element : range).getBoundingClientRect();
    };
    // What only screen readers get is drawn as wide as nothing, or not at all.
    const isDrawn = (box: Element) =>
      box.getBoundingClientRect().width > 2 && getComputedStyle(box).clipPath === 'none';
    const isCut = (element: Element): boolean => {
      const { left, right, width } = boundsOf(element);
      for (let box = element.parentElement; width > 0 && box && box.id !== 'main'; box = box.parentElement) {
        if (getComputedStyle(box).overflowX === 'auto' || !isDrawn(box)) return false;
        const bounds = box.getBoundingClientRect();
        if (holds(box) && (left < bounds.left - 1 || right > bounds.right + 1)) return true;
      }
      return false;
    };
    const hasText = (element: Element) =>
      isField(element) || [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    const texts = [...document.querySelectorAll('#main *')].filter(hasText);
    return texts.filter(isCut).map((element) => (isField(element) ? element.outerHTML : (element.textContent ?? '')));
  });
}

/** Buttons, fields and links of lists that are smaller than a finger, as `name 28 px`. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#main :is(button, select, input, textarea, a[class*="Button"], li a)')].flatMap(
      (element) => {
        const isBox = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type);
        const { width, height } = (isBox ? (element.closest('label') ?? element) : element).getBoundingClientRect();
        const isSmall = width > 0 && height < 44;
        return isSmall
          ? [`${element.textContent || element.getAttribute('aria-label') || element.id} ${height} px`]
          : [];
      },
    ),
  );
}
