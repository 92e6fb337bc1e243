import { expect, test } from 'vitest';
import { exampleOrder } from '#placement/testing/example-order.ts';
import { now } from '#testing/deliveries/example-delivery.ts';
import type { Standing } from '../delivery.ts';
import { lookAgainAt, lookForGoodsAt } from './look-again.ts';

const minute = 60_000;
const { fulfillmentOrders } = exampleOrder();
const waiting = (waitsFor: Standing['waitsFor']): Standing => ({ state: 'held', reason: null, waitsFor });
const deadline = now + 60 * minute;

test.each<[string, Standing[], number | null]>([
  ['nothing waits', [waiting(null)], null],
  ['no time is known', [waiting({ kind: 'opening', at: null })], now + 5 * minute],
  ['it opens', [waiting({ kind: 'opening', at: now + minute })], now + minute],
  ['several wait', [waiting({ kind: 'opening', at: now + 9 }), waiting({ kind: 'opening', at: now + 7 })], now + 7],
  ['a hold is to be released', [waiting({ kind: 'release' })], now + 360 * minute],
  ['it is to be packed', [waiting({ kind: 'packing' })], now + 60 * minute + 1],
])('where %s', (_name, standings, at) => {
  expect(lookAgainAt(standings, now, deadline)).toBe(at);
});

test('what was to be packed by now is looked at now and then', () => {
  expect(lookAgainAt([waiting({ kind: 'packing' })], now, now - 1)).toBe(now + 360 * minute);
});

test.each([
  ['has none and was made just now', [], now, now + minute],
  ['has none and was made minutes ago', [], now - 4 * minute, now + 4 * minute],
  ['has none and was made long ago', [], now - 10 * minute, null],
  ['has some', fulfillmentOrders, now, null],
])('goods of an order that %s', (_name, found, processedAt, at) => {
  const read = { fulfillmentOrders: found, processedAt: new Date(processedAt).toISOString() };
  expect(lookForGoodsAt(read, now)).toBe(at);
});
