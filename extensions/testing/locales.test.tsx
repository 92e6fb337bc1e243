import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DeliveryView, deliveryStates, progress } from '#api-contract/order.ts';
import { faceOf } from '#extensions/parts/order-face.ts';
import { sampleDelivery, sampleOrder } from '#frontend/testing/sample-orders.ts';
import { asServed } from '#testing/as-served.ts';

type Texts = { [key: string]: string | Texts };

const root = join(import.meta.dirname, '..');
const read = (path: string): Texts => JSON.parse(readFileSync(join(root, path), 'utf8')) as Texts;
const flat = (texts: Texts, path = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
const values = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

const order = sampleOrder(1001, 'placed');
const booked = (changes: Partial<DeliveryView>) =>
  asServed({ ...order, deliveries: [sampleDelivery('1001', changes)] });
/** Whatever an order may look like. */
const faces = [
  ...deliveryStates.map((state) => sampleOrder(1001, state)),
  ...progress.options.map((one) => booked({ progress: one })),
  booked({ isLate: true }),
  booked({ testMode: true }),
].map((one) => faceOf(one).key);

const names = globSync('*/locales/en.default.json', { cwd: root }).map((path) => path.split('/')[0] ?? '');

/** The extension's own source, the parts that it uses, and its toml. */
function sourceOf(name: string): string {
  const texts = (files: string[]) => files.map((file) => readFileSync(join(root, file), 'utf8'));
  const own = globSync(`${name}/src/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !file.includes('.test.'));
  const source = texts([...own, `${name}/shopify.extension.toml`]).join('\n');
  const parts = [...source.matchAll(/#extensions\/(parts\/[\w.-]+)/g)].flatMap(([, part]) => part ?? []);
  return [source, ...texts([...new Set(parts)])].join('\n');
}

describe.each(names)('the texts of %s', (name) => {
  const english = flat(read(`${name}/locales/en.default.json`));

  test.each(['af', 'zu'])('are the same in %s, with the same values in each', (language) => {
    const other = new Map(flat(read(`${name}/locales/${language}.json`)));
    if (other.has('language')) expect(other.get('language')).toBe(language);
    expect([...other.keys()].sort()).toEqual(english.map(([key]) => key).sort());
    for (const [key, text] of english) expect([key, values(other.get(key) ?? '')]).toEqual([key, values(text)]);
  });

  test('are all asked for, and no other text is', () => {
    const source = sourceOf(name);
    const asked = new Set([...source.matchAll(/'([a-z]\w*(?:\.\w+)*)'|"t:(\w+)"/g)].map(([, one, two]) => one ?? two));
    const beginnings = [...source.matchAll(/`([a-z]\w*\.)\$\{/g)].map(([, beginning]) => beginning ?? '');
    const isAsked = (key: string) =>
      asked.has(key.replace(/\.(one|other)$/, '')) || beginnings.some((one) => key.startsWith(one));
    expect(english.map(([key]) => key).filter((key) => !isAsked(key))).toEqual([]);
    const keys = new Set(english.map(([key]) => key.replace(/\.(one|other)$/, '')));
    const called = [...source.matchAll(/\bt\('([\w.]+)'/g)].map(([, key]) => key ?? '');
    expect(called.filter((key) => !keys.has(key))).toEqual([]);
  });

  test.each(['en', 'af', 'zu'])('call states as the panel does in %s', (language) => {
    const own = read(`${name}/locales/${language === 'en' ? 'en.default' : language}.json`)['state'];
    // Two drivers are told of in the panel's list only.
    const { second_driver: _, ...panel } = read(`../web/frontend/locales/${language}.json`)['state'] as Texts;
    if (own === undefined) return;
    expect(own).toMatchObject(panel);
    expect(Object.keys(own)).toEqual(expect.arrayContaining(faces));
  });
});

test.each(['en', 'af', 'zu'])('the press that next steps ask for is called in %s as they call it', (language) => {
  const block = read(`order-delivery-block/locales/${language === 'en' ? 'en.default' : language}.json`);
  const panel = read(`../web/frontend/locales/${language}.json`)['fix'] as Texts;
  expect(block['fix']).toBe(panel['send']);
});
