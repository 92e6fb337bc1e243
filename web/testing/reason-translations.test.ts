import { globSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reason } from '#deliveries/reasons.ts';
import { rules } from '#placement/eligibility.ts';
import { placementReason } from '#placement/placement-reasons.ts';

/** What the panel translates by code, so a new reason or rule shows here that its words are missing. */
interface Words {
  reason: Record<string, { message: string; nextStep?: string }>;
  rule: Record<string, string>;
  phrase: Record<string, string>;
}

const params = (text: string | null | undefined) =>
  [...(text ?? '').matchAll(/\{\{?(\w+)\}?\}/g)].map(([, name]) => name).sort();
const described = ({ message, nextStep }: { message: string; nextStep?: string | null }) => ({
  message: params(message),
  nextStep: nextStep ? params(nextStep) : null,
});
const describedAll = (words: Words['reason']) =>
  Object.fromEntries(Object.entries(words).map(([code, texts]) => [code, described(texts)]));

test.each(['af', 'zu'])('the panel words every reason and rule in %s, with the values of each', async (language) => {
  const file = new URL(`../api-contract/reasons/${language}.json`, import.meta.url);
  const words = JSON.parse(await readFile(file, 'utf8')) as Words;
  const catalogue = Object.entries({ ...placementReason.catalogue, ...reason.catalogue });
  const expected = Object.fromEntries(catalogue.map(([code, template]) => [code, described(template)]));
  expect(describedAll(words.reason)).toEqual(expected);
  expect(Object.keys(words.rule).sort()).toEqual(rules.map(({ name }) => name).sort());
});

/** What rules and mapping say in English, as it stands in their sources; `{}` for each value. */
const said = [
  /\b(?:notApplied|leftOut)\(\s*(['`])(?<text>.+?)\1\s*,?\s*\)/gs,
  /\bpass\([^;]*?,\s*(['`])(?<text>[A-Z].*?)\1,?\s*\)/gs,
  /\bfound\([^;]*?,\s*(['"`])(?<text>.+?)\1\)/gs,
  /\bname: (')(?<text>[a-z][^']+)', value:/g,
  /\b\w+: (')(?<text>left out: [^']+)'/g,
  /(['`])(?<text>(?:weight|price): [^'`]+)\1/g,
];
const valueless = (text: string) => text.replace(/\$\{[^}]*\}|\{\{\w+\}\}/g, '{}').replace(/\.\{\}$/, '.');

test.each(['af', 'zu'])('what rules find and where values come from has words in %s', async (language) => {
  const folder = new URL('../placement/', import.meta.url);
  const names = (await readdir(folder)).filter(
    (name) => /^(map-|parcels|.*-rules).*\.ts$/.test(name) && !/\.test\./.test(name),
  );
  const sources = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const spoken = sources.flatMap((source) =>
    said.flatMap((pattern) => [...source.matchAll(pattern)].map(({ groups }) => valueless(groups?.['text'] ?? ''))),
  );
  expect(spoken.length).toBeGreaterThan(80);
  const file = new URL(`../api-contract/reasons/${language}.json`, import.meta.url);
  const { phrase } = JSON.parse(await readFile(file, 'utf8')) as Words;
  const known = new Set(Object.keys(phrase).map(valueless));
  expect([...new Set(spoken)].filter((text) => !known.has(text))).toEqual([]);
});

/** Concords of class 5 right after the word, or where the number stands between. */
const otherClass =
  /(?<!ma)-oda(?: elingu-\S+)? (?:li|ali|el[aeio]|beli|ebeli|seli|lok|lak|lan)|\b(?:kwa)?leli oda\b|-oda elingu-/;

test('in isiZulu an order is of one noun class wherever it stands: i-oda, which is iyi-, and ama-oda', () => {
  const root = join(import.meta.dirname, '../..');
  const files = ['web/frontend/locales/zu.json', 'web/api-contract/reasons/zu.json', 'extensions/*/locales/zu.json'];
  const found = globSync([...files, 'web/worker/mail/words/zu.ts'], { cwd: root }).flatMap((file) => {
    const texts = readFileSync(join(root, file), 'utf8').split('\n');
    return texts.filter((text) => otherClass.test(text)).map((text) => `${file}: ${text.trim()}`);
  });
  expect(found).toEqual([]);
});
