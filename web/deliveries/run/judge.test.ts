import { describe, expect, test } from 'vitest';
import type { OrderReference } from '#placement/ids.ts';
import { aggregateOf, exampleDelivery } from '#testing/deliveries/example-delivery.ts';
import type { DeliveryRecord } from '../delivery.ts';
import { goodsRule, isActedOn, type Word, wordForNew, wordForNewUntil, wordOf, wordOfOrder } from './judge.ts';

const { now } = aggregateOf([], null);
const hourMs = 3_600_000;
const first = (changes: Partial<DeliveryRecord> = {}) => exampleDelivery(changes);
const second = (changes: Partial<DeliveryRecord> = {}) =>
  exampleDelivery({ orderReference: '1001-2' as OrderReference, ...changes });
const onAll = { orderReference: null };
const onFirst = { orderReference: '1001' };
const placed = { state: 'placed' as const };
const theirs = { state: 'needs_attention' as const, waitsFor: null };

describe('the word for a delivery', () => {
  test.each<[string, Word, { orderReference: string | null } | null, boolean, Word]>([
    ['is none where nobody gave one', null, null, false, null],
    ['is the one that it waits under', [goodsRule], null, false, [goodsRule]],
    ['is given by an action on the order', null, onAll, true, []],
    ['is given by an action on it', null, onFirst, true, []],
    ['is not given by an action on another one', null, { orderReference: '1001-2' }, false, null],
    ['keeps what it was given in spite of', [goodsRule], onFirst, true, [goodsRule]],
  ])('%s', (_name, before, person, actedOn, word) => {
    const delivery = first({ word: before && [...before] });
    expect(isActedOn(delivery, person)).toBe(actedOn);
    expect(wordOf(delivery, person)).toEqual(word);
  });
});

describe('the word for goods without a delivery', () => {
  test.each<[string, DeliveryRecord[], boolean, { orderReference: string | null } | null, Word]>([
    ['is none where nobody gave one', [], false, null, null],
    ['is given by an action on the order', [], false, onAll, []],
    ['is not given by an action on one delivery', [first()], false, onFirst, null],
    ['is the one that waits for deliveries', [], true, null, []],
    ['is the one under which all that there is waits', [first(), second({ word: [] })], false, null, []],
    ['is none beside what only a person sends', [first({ ...theirs, word: [] })], false, null, null],
    [
      'is the one that goes once the order says more',
      [first({ ...theirs, waitsFor: { kind: 'order' }, word: [] })],
      false,
      null,
      [],
    ],
    ['is none where the time of that one is over', [first(), second({ word: [], deadlineAt: now })], false, null, null],
    [
      'is none beside what waits for another reference',
      [first({ ...theirs, waitsFor: { kind: 'reference' }, word: [] })],
      false,
      null,
      null,
    ],
    ['is none where nothing waits under one', [first(), second()], false, null, null],
    ['is none once something was sent', [first(placed), second({ word: [] })], false, null, null],
    ['counts no end', [first({ state: 'cancelled' }), second({ word: [] })], false, null, []],
    [
      'counts nothing that was replaced',
      [first(placed), second({ word: [], replaces: '1001' as never })],
      false,
      null,
      [],
    ],
  ])('%s', (_name, deliveries, isGiven, person, word) => {
    const wordUntil = isGiven ? now + hourMs : null;
    expect(wordForNew(aggregateOf(deliveries, { wordUntil }), person)).toEqual(word);
  });

  test('is none for an order that is not stored', () => {
    expect(wordForNew(aggregateOf([], null), null)).toBeNull();
  });

  test('is none once its time is over', () => {
    expect(wordForNew(aggregateOf([], { wordUntil: now }), null)).toBeNull();
    expect(wordForNew(aggregateOf([], { wordUntil: now }), onAll)).toEqual([]);
  });

  const until = (deadlineAt: number | null) => first({ word: [], deadlineAt });
  test.each<[string, DeliveryRecord[], number | null, { orderReference: string | null } | null, number | null]>([
    ['as long as it was given for', [], now + hourMs, null, now + hourMs],
    ['from an action on the order on', [], now + hourMs, onAll, now + 24 * hourMs],
    ['no longer than its time', [], now - hourMs, null, null],
    ['not at all where nobody gave one', [], null, null, null],
    ['as long as that of what waits', [until(now + 2 * hourMs)], now - hourMs, null, now + 2 * hourMs],
    ['from now on where that has no end yet', [until(null)], null, null, now + 24 * hourMs],
  ])('counts %s', (_name, deliveries, wordUntil, person, end) => {
    expect(wordForNewUntil(aggregateOf(deliveries, { wordUntil }), person, { maxAgeHours: 24 })).toBe(end);
  });
});

describe('the word for an order', () => {
  test.each<[string, DeliveryRecord[], { orderReference: string | null } | null, Word]>([
    ['without deliveries is that for new ones', [], onAll, []],
    ['is the first that one of its deliveries has', [first(), second({ word: [goodsRule] })], null, [goodsRule]],
    ['is not that of what ended', [first({ state: 'cancelled', word: [] })], null, null],
    ['is that of the action', [first(), second()], onFirst, []],
    ['is none where no delivery has one', [first(), second()], null, null],
    ['is not that of what was replaced', [first({ word: [] }), second({ replaces: '1001' as never })], null, null],
  ])('%s', (_name, deliveries, person, word) => {
    expect(wordOfOrder(aggregateOf(deliveries), person)).toEqual(word);
  });
});
