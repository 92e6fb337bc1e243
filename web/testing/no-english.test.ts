import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { hasEnglish } from './english-left.ts';

type Texts = { [key: string]: string | Texts };

const root = join(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Texts;
const flat = (texts: Texts, path = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
const files = globSync('{web/frontend/locales,web/api-contract/reasons,extensions/*/locales}/{af,zu}.json', {
  cwd: root,
});

test.each(files)('%s has no English sentence', (path) => {
  const folder = path.slice(0, -basename(path).length);
  const english = new Map(globSync(`${folder}en*.json`, { cwd: root }).flatMap((file) => flat(read(file))));
  const isSentence = (text: string) => /\p{L}{2,} \p{L}{2,}/u.test(text);
  const texts = flat(read(path)).filter(([key, text]) => key !== 'meta.reviewed' && isSentence(text));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter(([key, text]) => text === english.get(key) || hasEnglish(text))).toEqual([]);
});

test('what is English is known by its words, whatever others are called', () => {
  expect(['Stuur the bestelling', 'Thumela i-oda to {{to}}'].map(hasEnglish)).toEqual([true, true]);
  expect(['Stuur na {{to}}', 'Local Delivery word gestuur'].map(hasEnglish)).toEqual([false, false]);
});
