import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { languages } from '#api-contract/language.ts';
import reasonsAf from '#api-contract/reasons/af.json' with { type: 'json' };
import reasonsZu from '#api-contract/reasons/zu.json' with { type: 'json' };
import { allEnglish } from '../testing/all-english.ts';
import af from './af.json' with { type: 'json' };
import notLoaded from './not-loaded.json' with { type: 'json' };
import zu from './zu.json' with { type: 'json' };

const en = allEnglish();

type Texts = { [key: string]: string | Texts };

const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
const params = (text: string) => [...text.matchAll(/\{\{?(\w+)\}?\}/g)].map(([, name]) => name).sort();

const panel = fileURLToPath(new URL('..', import.meta.url));
const sources = new Map<string, string>();
beforeAll(async () => {
  const names = await readdir(panel, { recursive: true });
  for (const name of names.filter((one) => /^(?!dist|testing).*\.tsx?$/.test(one) && !/\.test\.|\.d\.ts$/.test(one))) {
    sources.set(name, await readFile(`${panel}${name}`, 'utf8'));
  }
});

test.each([
  ['Afrikaans', { ...af, reasons: reasonsAf.reason }],
  ['isiZulu', { ...zu, reasons: reasonsZu.reason }],
])('%s names the support of the app by one word, which leads there', (_name, other) => {
  const english = flat(en).filter(([, text]) => /\bsupport\b/i.test(text));
  expect(english.length).toBeGreaterThan(5);
  const texts = new Map(flat(other));
  const word = texts.get('app.supportWord') ?? '';
  const codes = ['dropoff_address_withheld', 'dropoff_phone_withheld', 'run_failed'].map(
    (code) => `reasons.${code}.nextStep`,
  );
  expect(english.filter(([key]) => !texts.get(key)?.includes(word))).toEqual([]);
  expect([...texts].filter(([key, text]) => codes.includes(key) && !text.includes(word))).toEqual([]);
});

test.each([
  ['Afrikaans', af],
  ['isiZulu', zu],
])('%s has the same keys as English, and the same values in each text', (_name, other) => {
  const english = flat(en);
  const texts = new Map(flat(other));
  expect([...texts.keys()].sort()).toEqual(english.map(([key]) => key).sort());
  for (const [key, text] of english) expect([key, params(texts.get(key) ?? '')]).toEqual([key, params(text)]);
});

test.each([
  ['English', en],
  ['Afrikaans', { ...af, reasons: reasonsAf }],
  ['isiZulu', { ...zu, reasons: reasonsZu }],
])('%s names each value in two braces, as i18next fills in; Polaris does in one', (_name, texts) => {
  const unfilled = flat(texts).filter(([, text]) => /(?<!\{)\{\w+\}(?!\})/.test(text));
  expect(unfilled.filter(([key]) => !key.startsWith('polaris.'))).toEqual([]);
});

test('every language says that a screen did not load, in the words of its other screens', () => {
  const { en: english, af: afrikaans, zu: isiZulu } = notLoaded;
  expect(Object.keys(notLoaded).sort()).toEqual([...languages].sort());
  for (const one of [afrikaans, isiZulu]) expect(Object.keys(one)).toEqual(Object.keys(english));
  expect([english.action, afrikaans.action, isiZulu.action]).toEqual([en, af, zu].map(({ broken }) => broken.action));
});

test('Afrikaans and isiZulu say that nobody has reviewed them', () => {
  expect([af.meta.reviewed, zu.meta.reviewed].map((note) => note.slice(0, 3))).toEqual(['no:', 'no:']);
});

test('Afrikaans and isiZulu word the same reasons and rules, with the same values', () => {
  const isiZulu = new Map(flat(reasonsZu));
  expect([...isiZulu.keys()].sort()).toEqual(
    flat(reasonsAf)
      .map(([key]) => key)
      .sort(),
  );
  for (const [key, text] of flat(reasonsAf)) expect([key, params(isiZulu.get(key) ?? '')]).toEqual([key, params(text)]);
});

test('every text that a screen asks for exists, and every text is asked for', () => {
  const keys = flat(en).map(([key]) => key.replace(/_(one|other)$/, ''));
  const asked = new Set<string>();
  const beginnings = new Set<string>();
  for (const source of sources.values()) {
    for (const [, key] of source.matchAll(/(?:'|t\(`)([a-z][A-Za-z]*(?:\.\w+)+)['`]/g)) if (key) asked.add(key);
    for (const [, beginning] of source.matchAll(/`([a-z][A-Za-z]*(?:\.\w+)*\.)\$\{/g))
      if (beginning) beginnings.add(beginning);
  }
  const groups = new Set(Object.keys(en));
  const unknown = [...asked].filter(
    (key) => groups.has(key.split('.')[0] ?? '') && !keys.includes(key) && !key.endsWith('.csv'),
  );
  const unused = keys.filter(
    (key) => !asked.has(key) && ![...beginnings].some((beginning) => key.startsWith(beginning)),
  );
  expect(unknown).toEqual([]);
  expect(unused.filter((key) => !/^(meta|polaris|field)\./.test(key))).toEqual([]);
});

/** Attributes whose value a person reads. */
const labels = [
  'label',
  'title',
  'placeholder',
  'help',
  'helpText',
  'alt',
  'aria-label',
  'accessibilityLabel',
  'content',
];
const jsxText = z.object({ type: z.literal('JSXText'), value: z.string().regex(/\p{L}/u) });
const jsxLabel = z.object({
  type: z.literal('JSXAttribute'),
  name: z.object({ name: z.enum(labels) }),
  value: z.object({ type: z.literal('Literal'), value: z.string() }),
});

test('no text stands outside the locale files', () => {
  const found: string[] = [];
  for (const [name, source] of [...sources].filter(([one]) => one.endsWith('.tsx'))) {
    JSON.stringify(parseSync(name, source).program, (_key, node: unknown) => {
      const text = jsxText.safeParse(node).data?.value ?? jsxLabel.safeParse(node).data?.value.value;
      if (text !== undefined) found.push(`${name}: ${text}`);
      return node;
    });
  }
  expect(found).toEqual([]);
});

test('a text in the code would be found', () => {
  const { program } = parseSync('x.tsx', 'export const X = () => <p title="Hello">Hi</p>;');
  const found: unknown[] = [];
  JSON.stringify(program, (_key, node: unknown) => {
    found.push(jsxText.safeParse(node).data?.value, jsxLabel.safeParse(node).data?.value.value);
    return node;
  });
  expect(found.filter(Boolean)).toEqual(['Hello', 'Hi']);
});
