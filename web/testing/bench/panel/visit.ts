import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { demoShop, type LocalWorld } from '../../local-world.ts';
import { screenUrl } from './busy-shop.ts';
import { openPage, type Profile } from './profiles.ts';
import type { PanelScreen } from './screens.ts';
import { listen, readVitals, type Vitals } from './web-vitals.ts';

/** After the last change of the screen, so that late pictures and slow presses are heard of. */
const settleMs = 700;

export interface Visit {
  /** When all was shown, nothing pressed yet. */
  loaded: Vitals;
  /** The slowest interaction, and what was pressed; null where nothing was pressed. */
  slowest: { ms: number; press: string } | null;
}

/** One view of a screen with an empty cache, and what a person does there. */
export async function visit(options: {
  browser: Browser;
  world: LocalWorld;
  profile: Profile;
  screen: PanelScreen;
  press: boolean;
}): Promise<Visit> {
  const { browser, world, profile, screen } = options;
  const { context, page } = await openPage(browser, profile);
  try {
    await listen(context, world.store.sessionToken(demoShop));
    await page.goto(screenUrl(world, screen.path(world)));
    const panel = await panelOf(page, context);
    await panel.getByText(screen.sign).first().waitFor();
    await panel.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await pause(settleMs);
    const loaded = await readVitals(panel);
    return { loaded, slowest: options.press ? await pressAll(panel, screen, profile.touch) : null };
  } finally {
    await context.close();
  }
}

/** @throws Error where the frame has a process of its own, to which the slow-downs of the page do not apply. */
async function panelOf(page: Page, context: BrowserContext): Promise<Frame> {
  const handle = await page.waitForSelector('#app-frame');
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('the admin shows no panel');
  const ownProcess = await context.newCDPSession(frame).then(
    () => true,
    () => false,
  );
  if (ownProcess) throw new Error('the panel runs in a process of its own: nothing slows it down');
  return frame;
}

async function pressAll(panel: Frame, screen: PanelScreen, touch: boolean): Promise<NonNullable<Visit['slowest']>> {
  let slowest = { ms: 0, press: 'none' };
  let known = 0;
  for (const { name, on, keys } of screen.presses(panel)) {
    if (touch) await on.tap();
    else await on.click();
    if (keys) await on.pressSequentially(keys, { delay: 80 });
    await pause(settleMs);
    const { interactionsMs } = await readVitals(panel);
    for (const ms of interactionsMs.slice(known)) if (ms > slowest.ms) slowest = { ms, press: name };
    known = interactionsMs.length;
  }
  if (known === 0) throw new Error(`no press was heard on ${screen.name}`);
  return slowest;
}
