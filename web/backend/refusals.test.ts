import { expect, test, vi } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import type { Logger } from '#runtime/logger.ts';
import { createRefusalLog, type Refusal } from './refusals.ts';

const shop = 'a.myshopify.com' as ShopDomain;
const stranger: Refusal = { code: 'unauthenticated', status: 401, address: '198.51.100.7', shop: null };
const known: Refusal = { ...stranger, shop };

/** Codes and counts of the lines that refusals at these times (ms) leave. */
function linesOf(refusals: readonly (readonly [number, Refusal])[]) {
  let now = 0;
  const warn = vi.fn<Logger['warn']>();
  const note = createRefusalLog({ logger: { warn } as unknown as Logger, clock: { now: () => now } });
  for (const [at, refusal] of refusals) {
    now = at;
    note(refusal);
  }
  return warn.mock.calls.map(([, fields]) => fields ?? {});
}

test.each<[string, (readonly [number, Refusal])[], number[]]>([
  ['one', [[0, stranger]], [1]],
  ['three within a second', [0, 1, 999].map((at) => [at, stranger] as const), [1]],
  ['a line a second later with those left out', [0, 1, 2, 1_000].map((at) => [at, stranger] as const), [1, 3]],
  [
    'a flood for ten seconds',
    Array.from({ length: 1_000 }, (_, at) => [at * 10, stranger] as const),
    [1, ...Array<number>(9).fill(100)],
  ],
  [
    'kinds apart',
    [
      [0, stranger],
      [1, { ...stranger, code: 'too_many_requests', status: 429 }],
    ],
    [1, 1],
  ],
  [
    'strangers and shops apart',
    [
      [0, stranger],
      [1, known],
      [2, known],
      [1_001, known],
    ],
    [1, 1, 2],
  ],
  [
    'a clock that was set back',
    [
      [10_000, stranger],
      [0, stranger],
    ],
    [1, 1],
  ],
])('of %s', (_name, refusals, counts) => {
  expect(linesOf(refusals).map(({ count }) => count)).toEqual(counts);
});

test('a line tells callers apart, and names neither an address nor a shop that nothing proves', () => {
  const at = (second: number, address: string, of = stranger) => [second * 1_000, { ...of, address }] as const;
  const lines = linesOf([
    at(0, '198.51.100.7'),
    at(1, '198.51.100.7'),
    at(2, '198.51.100.8'),
    at(3, '2001:db8:1:1::1'),
    at(4, '2001:db8:1:1::2'),
    at(5, '198.51.100.7', known),
  ]);
  const [first, again, other, six, sameNet, ofShop] = lines.map(({ caller }) => caller);
  expect([again, sameNet, ofShop]).toEqual([first, six, first]);
  expect(new Set([first, other, six]).size).toBe(3);
  expect(lines.map((line) => line.shop)).toEqual([...Array(5).fill(undefined), shop]);
  expect(JSON.stringify(lines)).not.toMatch(/198\.51|2001:db8/u);
  const [elsewhere] = linesOf([at(0, '198.51.100.7')]);
  expect(elsewhere?.caller).not.toBe(first);
});
