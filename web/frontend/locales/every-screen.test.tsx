import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPanel } from '../testing/render-panel.tsx';
import { orderIdOf } from '../testing/sample-orders.ts';
import { busyWorld, emptyWorld } from '../testing/sample-world.ts';
import { undeliveredWorld } from '../testing/undelivered-world.ts';
import type { World } from '../testing/world.ts';

const order = (number: number) => `/deliveries/${orderIdOf(number)}`;
const screens: [path: string, world: () => World][] = [
  ['/', busyWorld],
  ['/', emptyWorld],
  ['/deliveries', busyWorld],
  ['/deliveries', emptyWorld],
  ...[1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008].map((number): [string, () => World] => [
    order(number),
    busyWorld,
  ]),
  [order(1001), undeliveredWorld],
  ['/deliveries/1', busyWorld],
  ['/settings', busyWorld],
  ['/settings', emptyWorld],
  ['/rehearsal', busyWorld],
  ['/rehearsal', emptyWorld],
  ['/results', busyWorld],
  ['/results', emptyWorld],
  ['/packing-list', busyWorld],
  ['/packing-list', emptyWorld],
  ['/data-requests', busyWorld],
  ['/data-requests', emptyWorld],
  ['/nowhere', busyWorld],
];

/** Words of the merchant, the buyer, Shopify and the service, and names that every language leaves as they are. */
const theirs = [
  ...['Woodstock shop', 'Claremont store room', 'Stoneware', 'Rooibos', 'Thandi', 'Pieter', 'Nomvula'],
  ...['Naledi Khumalo', 'Ring twice', 'PENDING PICKUP', 'same day'],
  ...['Same day delivery', 'Courier 2 to 4 days', 'Kloof Street', 'Albert Road', 'Claremont, Cape Town', 'Afrikaans'],
];

/** Everything on the screen that a person reads or hears, opened as far as it opens. */
async function textsOf(path: string, world: World, language: 'en' | 'af' | 'zu'): Promise<Set<string>> {
  const { user, container } = await renderPanel(world, path, language);
  await screen.findByRole('heading', { level: 1 });
  await settled(container);
  for (const opener of container.querySelectorAll<HTMLElement>('main [aria-expanded="false"]'))
    await user.click(opener);
  await settled(container);
  const texts = new Set<string>();
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.add(walker.currentNode.textContent?.trim() ?? '');
  for (const element of container.querySelectorAll('[aria-label], [placeholder]')) {
    for (const name of ['aria-label', 'placeholder']) texts.add(element.getAttribute(name) ?? '');
  }
  cleanup();
  return texts;
}

/** Until nothing loads any more. */
async function settled(container: HTMLElement): Promise<void> {
  const loading = () => container.querySelectorAll('[aria-busy="true"], .panel-loading').length;
  await expect.poll(loading, { timeout: 15_000 }).toBe(0);
}

const isSentence = (text: string) => /\p{L}{2,} \p{L}{2,}/u.test(text) && !theirs.some((words) => text.includes(words));

test.each(screens)('%s (%o) leaves no English sentence in Afrikaans or isiZulu', async (path, world) => {
  const english = await textsOf(path, world(), 'en');
  for (const language of ['af', 'zu'] as const) {
    const left = [...(await textsOf(path, world(), language))].filter((text) => english.has(text) && isSentence(text));
    expect([language, left]).toEqual([language, []]);
  }
});
