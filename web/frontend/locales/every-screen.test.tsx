import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderStates } from '../testing/order-states.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { orderIdOf } from '../testing/sample-orders.ts';
import { busyWorld, emptyWorld } from '../testing/sample-world.ts';
import { shopStates } from '../testing/shop-states.ts';
import { leftIn, settled, textsOn } from '../testing/texts-on-screen.ts';
import { undeliveredWorld } from '../testing/undelivered-world.ts';
import type { World } from '../testing/world.ts';

const order = (number: number) => `/deliveries/${orderIdOf(number)}`;
/** States in which the app words what others do not: an end, a lateness, what stops the shop. */
const toldStates = [...shopStates, ...orderStates].filter(({ name }) =>
  ['cancelled-after-booking', 'failed', 'late', 'one-of-two-refused', 'wrong-key'].includes(name),
);
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
  ...toldStates.flatMap(({ world, screens }): [string, () => World][] =>
    Object.values(screens).map(({ path }) => [path, world]),
  ),
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

/** Everything on the screen that a person reads or hears, opened as far as it opens. */
async function textsOf(path: string, world: World, language: 'en' | 'af' | 'zu'): Promise<Set<string>> {
  const { user, container } = await renderPanel(world, path, language);
  await screen.findByRole('heading', { level: 1 });
  await settled(container);
  for (const opener of container.querySelectorAll<HTMLElement>('main [aria-expanded="false"]'))
    await user.click(opener);
  const texts = await textsOn(container);
  cleanup();
  return texts;
}

test.each(screens)('%s (%o) leaves no English sentence in Afrikaans or isiZulu', async (path, world) => {
  const english = await textsOf(path, world(), 'en');
  for (const language of ['af', 'zu'] as const) {
    expect([language, leftIn(english, await textsOf(path, world(), language))]).toEqual([language, []]);
  }
});
