import type { Locator, Page } from 'playwright-core';
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

/** The names of the primary presses on the screen, without the order's. */
export async function primaryPresses(page: Page): Promise<string[]> {
  // A form has scripts of its own, and its press comes with them.
  await page.locator('#main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  const presses = page.locator('#main button[class*="variantPrimary"], #main a[class*="variantPrimary"]');
  return (await presses.allTextContents()).map((text) => text.replace(/ #\d+$/, ''));
}
