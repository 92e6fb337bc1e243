import { expect } from 'vitest';
import { hasEnglish } from '#testing/english-left.ts';

/** Words of the merchant, the buyer, Shopify and the service, and names that every language leaves as they are. */
const theirs = [
  ...['Woodstock shop', 'Claremont store room', 'Stoneware', 'Rooibos', 'Thandi', 'Pieter', 'Nomvula', 'Lerato'],
  ...['Naledi Khumalo', 'Ring twice', 'PENDING PICKUP', 'same day'],
  ...['Same day delivery', 'Courier 2 to 4 days', 'Kloof Street', 'Albert Road', 'Claremont, Cape Town', 'Afrikaans'],
];

/** Everything that a person reads or hears there now, once nothing loads any more. */
export async function textsOn(container: HTMLElement): Promise<Set<string>> {
  await settled(container);
  const texts = new Set<string>();
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.add(walker.currentNode.textContent?.trim() ?? '');
  for (const element of container.querySelectorAll('[aria-label], [placeholder]')) {
    for (const name of ['aria-label', 'placeholder']) texts.add(element.getAttribute(name) ?? '');
  }
  return texts;
}

/** Until nothing loads any more. */
export async function settled(container: HTMLElement): Promise<void> {
  const loading = () => container.querySelectorAll('[aria-busy="true"], .panel-loading').length;
  await expect.poll(loading, { timeout: 60_000 }).toBe(0);
}

/** A text, and what it is put together of: a label may be translated and its value not. */
const partsOf = (text: string): string[] => [text, ...text.split(/: | · |; /)];

/** Which texts of ours are still English: those that stand in both languages alike, and sentences with English words in them. */
export function leftIn(english: Set<string>, other: Iterable<string>): string[] {
  const isOurs = (text: string) => /\p{L}{2,} \p{L}{2,}/u.test(text) && !theirs.some((words) => text.includes(words));
  const parts = new Set([...english].flatMap(partsOf));
  return [...other].flatMap(partsOf).filter((text) => isOurs(text) && (parts.has(text) || hasEnglish(text)));
}
