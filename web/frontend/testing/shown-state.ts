import type { Locator, Page } from 'playwright-core';
import type { PanelServer } from './panel-server.ts';
import type { World } from './world.ts';

/** What must stand first on one screen. */
export interface Shown {
  path: string;
  /** `heading`: below the title; `waiting`: of what needs a person; `slot`: of the day; `row`: of the list; `parcel`: to pack. */
  place: 'heading' | 'waiting' | 'slot' | 'row' | 'parcel';
  first: RegExp;
  /** The primary press, without the order's name; none where there is nothing to do. */
  primary?: string;
}

export type ShownOn = 'home' | 'deliveries' | 'order' | 'packing list';

/** How things may stand, and what each screen that must say so says first. */
export interface ShownState {
  name: string;
  world: () => World;
  /** What happens once a screen is read, and how long after it is looked at: its next readings have to see it. */
  later?: { happens: (world: World) => void; afterMs: number };
  screens: Partial<Record<ShownOn, Shown>>;
}

const places: Record<Shown['place'], string> = {
  heading: '#main h2',
  waiting: '#main .panel-list h3',
  slot: '#main .panel-balance li',
  row: '#main tbody tr',
  parcel: '#main .packing-list > li',
};

/** What stands first on a wide screen. */
export function firstOn(page: Page, { place }: Shown): Locator {
  return page.locator(places[place]).first();
}

/** Opens one screen of a state, as far as that has come. */
export async function openState(page: Page, server: PanelServer, state: ShownState, shown: Shown): Promise<void> {
  server.world = state.world();
  if (state.later) await page.clock.install();
  await page.goto(server.url + shown.path);
  if (!state.later) return;
  await isRead(page);
  state.later.happens(server.world);
  await page.clock.runFor(state.later.afterMs);
  await firstOn(page, shown).filter({ hasText: shown.first }).waitFor();
}

/** The names of the primary presses on the screen, without the order's. */
export async function primaryPresses(page: Page): Promise<string[]> {
  // A form has scripts of its own, and its press comes with them.
  await isRead(page);
  const presses = page.locator('#main button[class*="variantPrimary"], #main a[class*="variantPrimary"]');
  return (await presses.allTextContents()).map((text) => text.replace(/ #\d+$/, ''));
}

/** Nothing of the screen loads any more. */
async function isRead(page: Page): Promise<void> {
  await page.locator('#main h1').first().waitFor();
  await page.locator('#main [aria-busy="true"]').first().waitFor({ state: 'detached' });
}
