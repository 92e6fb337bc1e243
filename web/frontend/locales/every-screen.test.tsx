import { act, cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview } from '#api-contract/overview.ts';
import { switchLanguage } from '../i18n.ts';
import { orderStates } from '../testing/order-states.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { orderIdOf } from '../testing/sample-orders.ts';
import { busyWorld, emptyWorld } from '../testing/sample-world.ts';
import { shopStates, takeDown } from '../testing/shop-states.ts';
import type { ShownState } from '../testing/shown-state.ts';
import { leftIn, settled, textsOn } from '../testing/texts-on-screen.ts';
import { undeliveredWorld } from '../testing/undelivered-world.ts';
import type { World } from '../testing/world.ts';

interface Screen {
  path: string;
  world: () => World;
  later?: ShownState['later'];
}

const order = (number: number) => `/deliveries/${orderIdOf(number)}`;
const at = (world: () => World, ...paths: string[]): Screen[] => paths.map((path) => ({ path, world }));
const everywhere = ['/', '/deliveries', '/settings', '/rehearsal', '/results', '/packing-list', '/data-requests'];
const homeOf = (changes: Partial<World['overview']>) => () => {
  const world = busyWorld();
  return { ...world, overview: { ...world.overview, ...changes } };
};
const { last7d } = busyWorld().overview;
const comparing = homeOf({ comparedAt: null, last7d: { ...last7d, unexplained: null } });

const screens: Record<string, Screen[]> = {
  'a busy shop': at(
    busyWorld,
    ...everywhere,
    ...[1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008].map(order),
    ...['/deliveries/1', '/nowhere', '/deliveries?query=nothing', '/deliveries?from=2026-11-01', '/results?days=365'],
  ),
  'a shop that is compared for the first time': at(comparing, '/'),
  'a new shop': at(emptyWorld, ...everywhere),
  'a shop that cannot be read': at(
    () => {
      const world = busyWorld();
      takeDown(world);
      return world;
    },
    ...[...everywhere, order(1001)],
  ),
  undelivered: at(undeliveredWorld, order(1001)),
  ...Object.fromEntries(
    [...shopStates, ...orderStates].map(({ name, world, later, screens }) => [
      name,
      Object.values(screens).map(({ path }): Screen => ({ path, world, later })),
    ]),
  ),
  ...Object.fromEntries(
    overview.shape.status.options.map((status) => [`Home: ${status}`, at(homeOf({ status }), '/')]),
  ),
};

/** What is left of English once the screen, opened as far as it opens, is put into the other languages. */
async function englishOn({ path, world, later }: Screen): Promise<unknown[]> {
  const now = world();
  const { container, client, translations } = await renderPanel(now, path, 'en', { isImpatient: true });
  await screen.findByRole('heading', { level: 1 });
  await settled(container);
  if (later) {
    later.happens(now);
    await act(() => client.refetchQueries());
  }
  const openers = container.querySelectorAll<HTMLElement>('main [aria-expanded="false"]');
  await act(async () => {
    for (const opener of openers) opener.click();
  });
  const english = await textsOn(container);
  const left: unknown[] = [];
  for (const language of ['af', 'zu'] as const) {
    await act(() => switchLanguage(translations, language));
    left.push(...leftIn(english, await textsOn(container)).map((text) => [path, language, text]));
  }
  cleanup();
  return left;
}

test.each(Object.entries(screens))('%s leaves no English sentence in Afrikaans or isiZulu', async (_name, all) => {
  const left: unknown[] = [];
  for (const one of all) left.push(...(await englishOn(one)));
  expect(left).toEqual([]);
});
