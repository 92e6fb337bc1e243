import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test.each<[string, unknown]>([
  ['{"id": 90071992547409931234}', { id: '90071992547409931234' }],
  [
    '[-90071992547409931234,9007199254740991,9007199254740993]',
    ['-90071992547409931234', 2 ** 53 - 1, '9007199254740993'],
  ],
  [
    '[12345678901234567.5, 1.1234567890123456789, 1e-1234567890123456, 12345678901234567e3]',
    [12345678901234568, 1.1234567890123457, 0, 12345678901234567000],
  ],
  [
    '{"a\\"12345678901234567": "12345678901234567, \\"12345678901234567"}',
    { 'a"12345678901234567': '12345678901234567, "12345678901234567' },
  ],
  ['["a\\u0000b", {"c": "\\ud83d"}, "\\ud83d\\ude00"]', ['ab', { c: '' }, '😀']],
  ['12345678901234567', '12345678901234567'],
  ['{"id":', undefined],
  ['', undefined],
  [`${'['.repeat(600)}${']'.repeat(600)}`, undefined],
])('%s', (text, expected) => {
  expect(parseJson(text)).toEqual(expected);
});

test('a member named __proto__ stays data', () => {
  const parsed = parseJson('{"__proto__": {"id": "a\\u0000"}, "b": {"__proto__": "c\\u0000"}}') as { b: object };
  expect(JSON.stringify(parsed)).toBe('{"__proto__":{"id":"a"},"b":{"__proto__":"c"}}');
  expect(Object.getPrototypeOf(parsed.b)).toBe(Object.prototype);
});

test('says of any JSON what a reviver with its source would', () => {
  const long = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String);
  const other = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.double().map((n) => JSON.stringify(n)),
  );
  const texts = fc
    .array(fc.oneof(long, other))
    .map((parts) => `[${parts.map((part, n) => (n % 2 ? part : `{"k":${part}}`)).join(' ,')}]`);
  fc.assert(
    fc.property(texts, (text) => {
      expect(parseJson(text)).toEqual(revived(text));
    }),
    { numRuns: 1000 },
  );
});

function revived(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value === 'string') return value.replace(/\0|\p{Surrogate}/gu, '');
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source;
    return source !== undefined && /^-?\d+$/.test(source) ? source : value;
  });
}
