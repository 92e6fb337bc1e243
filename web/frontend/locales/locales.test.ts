import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { placementReason } from '#placement/placement-reasons.ts';
import { rules } from '#placement/eligibility.ts';
import { reason } from '#deliveries/reasons.ts';
import af from './af.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import reasonsAf from './reasons.af.json' with { type: 'json' };
import reasonsZu from './reasons.zu.json' with { type: 'json' };
import zu from './zu.json' with { type: 'json' };

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
  ['Afrikaans', af],
  ['isiZulu', zu],
])('%s has the same keys as English, and the same values in each text', (_name, other) => {
  const english = flat(en);
  const texts = new Map(flat(other));
  expect([...texts.keys()].sort()).toEqual(english.map(([key]) => key).sort());
  for (const [key, text] of english) expect([key, params(texts.get(key) ?? '')]).toEqual([key, params(text)]);
});

test('Afrikaans and isiZulu say that nobody has reviewed them', () => {
  expect([af.meta.reviewed, zu.meta.reviewed].map((note) => note.slice(0, 3))).toEqual(['no:', 'no:']);
});

test.each([
  ['Afrikaans', reasonsAf],
  ['isiZulu', reasonsZu],
])('%s words every reason and every rule that the API knows', (_name, words) => {
  const catalogue: Texts = {};
  for (const [code, { message, nextStep }] of Object.entries({ ...placementReason.catalogue, ...reason.catalogue })) {
    catalogue[code] = nextStep === null ? { message } : { message, nextStep };
  }
  const ours = new Map(flat(words.reason));
  expect([...ours.keys()].sort()).toEqual(flat(catalogue).map(([key]) => key).sort());
  for (const [key, text] of flat(catalogue)) expect([key, params(ours.get(key) ?? '')]).toEqual([key, params(text)]);
  expect(Object.keys(words.rule).sort()).toEqual(rules.map(({ name }) => name).sort());
});

test('every text that a screen asks for exists, and every text is asked for', () => {
  const keys = flat(en).map(([key]) => key.replace(/_(one|other)$/, ''));
  const asked = new Set<string>();
  const beginnings = new Set<string>();
  for (const source of sources.values()) {
    for (const [, key] of source.matchAll(/(?:'|t\(`)([a-z][A-Za-z]*(?:\.\w+)+)['`]/g)) if (key) asked.add(key);
    for (const [, beginning] of source.matchAll(/`([a-z][A-Za-z]*(?:\.\w+)*\.)\$\{/g)) if (beginning) beginnings.add(beginning);
  }
  const groups = new Set(Object.keys(en));
  const unknown = [...asked].filter((key) => groups.has(key.split('.')[0] ?? '') && !keys.includes(key) && !key.endsWith('.csv'));
  const unused = keys.filter((key) => !asked.has(key) && ![...beginnings].some((beginning) => key.startsWith(beginning)));
  expect(unknown).toEqual([]);
  expect(unused.filter((key) => !/^(meta|polaris|field)\./.test(key))).toEqual([]);
});

test('no text stands outside the locale files', () => {
  const found: string[] = [];
  const labels = ['label', 'title', 'placeholder', 'help', 'helpText', 'alt', 'aria-label', 'accessibilityLabel', 'content'];
  for (const [name, source] of sources) {
    if (!name.endsWith('.tsx')) continue;
    const { program } = parseSync(name, source);
    JSON.stringify(program, (_key, node: unknown) => {
      if (typeof node === 'object' && node !== null && 'type' in node) {
        if (node.type === 'JSXText' && 'value' in node && /\p{L}/u.test(String(node.value))) found.push(`${name}: ${node.value}`);
        if (node.type === 'JSXAttribute') {
          const { name: attribute, value } = node as unknown as { name: { name: string }; value: { type: string; value: unknown } | null };
          if (labels.includes(attribute.name) && value?.type === 'Literal') found.push(`${name}: ${String(value.value)}`);
        }
      }
      return node;
    });
  }
  expect(found).toEqual([]);
});
