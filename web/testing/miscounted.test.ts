import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { miscounted } from './miscounted.ts';

type Texts = { [key: string]: string | Texts };

const root = join(import.meta.dirname, '../..');
const flat = (texts: Texts, path = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
const form = /[_.](zero|one|other)$/;
/** Said of two or more only. */
const neverOne = ['head.two_drivers.title', 'tooMany'];

/** A file's texts as they come out of a count: the form that the language has for it, filled in. */
function countedIn(path: string, language: string, count: number): [key: string, text: string][] {
  const texts = new Map(flat(JSON.parse(readFileSync(join(root, path), 'utf8')) as Texts));
  const plural = new Intl.PluralRules(language).select(count);
  const isMeant = (key: string) => {
    const named = (name: string) => key.replace(form, (end) => `${end.charAt(0)}${name}`);
    return key === (count === 0 && texts.has(named('zero')) ? named('zero') : named(plural));
  };
  return [...texts]
    .filter(([key, text]) => (form.test(key) ? isMeant(key) : text.includes('{{count}}')))
    .filter(([key]) => count !== 1 || !neverOne.includes(key))
    .map(([key, text]) => [key, text.replaceAll('{{count}}', `${count}`).replaceAll('{{of}}', '3')]);
}

const files = globSync('{web/frontend/locales,extensions/*/locales}/*.json', { cwd: root }).map(
  (path) => [path, basename(path).slice(0, 2) as 'en' | 'af' | 'zu'] as const,
);

test.each(files)('%s counts none, one and many rightly', (path, language) => {
  const found = [0, 1, 2, 25].flatMap((count) =>
    countedIn(path, language, count).flatMap(([key, text]) => miscounted(language, text).map((words) => [key, words])),
  );
  expect(found).toEqual([]);
});

test('each count takes one form, and a text without forms stands for all', () => {
  const keys = (count: number) =>
    files
      .flatMap(([path, language]) => (language === 'en' ? countedIn(path, language, count) : []))
      .map(([key]) => key);
  const working = (count: number) => keys(count).filter((key) => key.startsWith('status.working.text'));
  expect([0, 1, 2].map(working)).toEqual([
    ['status.working.text_zero'],
    ['status.working.text_one'],
    ['status.working.text_other'],
  ]);
  expect(keys(1)).toContain('day.late');
});

test.each<['en' | 'af' | 'zu', string]>([
  ['en', '1 in all wait for a person.'],
  ['en', '1 more are not named here.'],
  ['en', 'Shopify has 1 paid order: they are looked for.'],
  ['en', '2 of 3 parcels has no driver'],
  ['en', '2 paid order'],
  ['af', '1 bestellings wag'],
  ['af', 'Nog 1 word nie hier genoem nie, en die diens kan hulle lys.'],
  ['zu', 'Ama-oda angu-1 esewonke alinde umuntu.'],
  ['zu', '“1” inezinombolo ezingu-1'],
  ['zu', 'i-oda eli-1 lilinde'],
  ['zu', 'ezinsukwini ezi-3'],
  ['zu', 'angu-1 aphuzile'],
])('a wrong count in %s would be found: %s', (language, text) => {
  expect(miscounted(language, text)).not.toEqual([]);
});
