import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import af from '#api-contract/reasons/af.json' with { type: 'json' };
import { createPhrases } from '#api-contract/reasons/phrases.ts';
import zu from '#api-contract/reasons/zu.json' with { type: 'json' };

const inAfrikaans = createPhrases(af.phrase);

test.each<[string, string]>([
  ['The order was fully paid.', 'Die bestelling is ten volle betaal.'],
  ['The order has the tag "The order was fully paid.".', 'Die bestelling het die etiket “The order was fully paid.”.'],
  [
    'shipping address, normalised from +27 82 123 4567 (not usable: customer, order)',
    'versendadres, herskryf van +27 82 123 4567 (nie bruikbaar nie: kliënt, bestelling)',
  ],
  [
    'weight: order line; measures: default parcel; fragile: no; price: left out, not in rand',
    'gewig: bestellyn; mates: standaardpakkie; breekbaar: nee; prys: uitgelaat, nie in rand nie',
  ],
  ['Kloof Street 4; ring twice', 'Kloof Street 4; ring twice'],
  ['toString', 'toString'],
])('%s', (english, expected) => {
  expect(inAfrikaans(english)).toBe(expected);
});

test('in English everything stays as it is', () => {
  expect(createPhrases({})('The order was fully paid.')).toBe('The order was fully paid.');
});

test('every phrase has other words in both languages', () => {
  for (const table of [af.phrase, zu.phrase]) {
    expect(Object.entries(table).filter(([english, words]) => english === words)).toEqual([]);
  }
});

const actions = new URL('../deliveries/actions/', import.meta.url);
/** Message and next step as a conflict is made, or as properties; what names an order or a reference is no phrase. */
const texts = /conflict\(\s*[^,]+,\s*(?:'([^']+)'|`[^`]+`),\s*(?:'([^']+)'|null)|(?:message|nextStep):\s+'([^']+)'/g;

test('what an action answers has words in both languages', () => {
  const sources = readdirSync(actions).filter((file) => !file.endsWith('.test.ts'));
  const said = sources.flatMap((file) =>
    [...readFileSync(new URL(file, actions), 'utf8').matchAll(texts)].flatMap(([, ...found]) => found.filter(Boolean)),
  );
  expect(said.length).toBeGreaterThan(20);
  for (const table of [af.phrase, zu.phrase]) expect(said.filter((text = '') => !(text in table))).toEqual([]);
});
