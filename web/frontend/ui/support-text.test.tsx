import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import type { Language } from '#api-contract/language.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { busyWorld } from '../testing/sample-world.ts';

async function homeWithMissing(url: string, language: Language) {
  const named = Object.assign(document.createElement('meta'), { name: 'support', content: url });
  document.head.append(named);
  onTestFinished(() => named.remove());
  const world = busyWorld();
  world.overview = { ...world.overview, last7d: { ...world.overview.last7d, unexplained: 1 } };
  await renderPanel(world, '/', language);
  await screen.findAllByRole('heading');
}

test.each<[Language, string]>([
  ['en', 'support'],
  ['af', 'ondersteuning'],
  ['zu', 'abosizo'],
])('in %s the word for support leads where the operator says', async (language, word) => {
  await homeWithMissing('mailto:help@example.com', language);
  const link = await screen.findByRole('link', { name: new RegExp(word) });
  expect(link.getAttribute('href')).toBe('mailto:help@example.com');
});

test.each([
  ['the operator names nobody', ''],
  ['the server filled nothing in', '__SUPPORT_URL__'],
])('it is a word like others where %s', async (_name, url) => {
  await homeWithMissing(url, 'en');
  expect(await screen.findByText(/tell the app's support/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: /support/ })).toBeNull();
});
