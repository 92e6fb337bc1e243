import { describe, expect, test } from 'vitest';
import type { FraudRisk } from '#placement/fraud-risk.ts';
import { exampleOrder } from '#placement/testing/example-order.ts';
import type { WaitingWebhook } from '../order.ts';
import { fingerprintAfterRead, isNoteBehind, knownAfter, readAnewAt } from './self-triggered.ts';

const order = {
  ...{ shopifyUpdatedAt: 10, echoFingerprint: 'goods|a', noteHash: 'note', ownWrite: null },
  fraudRisk: 'none' as const,
};
const analysed = (fraudRisk: 'none' | 'high' | null) => ({ ...told(null, null), fraudRisk });
const told = (payloadUpdatedAt: number | null, echoFingerprint: string | null, payloadNoteHash = 'note') =>
  ({ payloadUpdatedAt, echoFingerprint, payloadNoteHash }) as WaitingWebhook;
const after = (webhooks: WaitingWebhook[], changes: object = {}, tagsMatter = false) =>
  knownAfter({ ...order, ...changes }, webhooks, tagsMatter);
const at = (shopifyUpdatedAt: number, echoFingerprint: string) => ({ shopifyUpdatedAt, echoFingerprint });
const ownWrite = { updatedAt: 20, noteHash: 'ours' };

describe('webhooks bring no news', () => {
  test.each<[string, WaitingWebhook[], object, ReturnType<typeof at>]>([
    ['where there are none', [], {}, at(10, 'goods|a')],
    ['with an older state', [told(9, 'other|z', 'z')], {}, at(10, 'goods|a')],
    ['with the state that was read', [told(10, 'goods|a')], {}, at(10, 'goods|a')],
    ['with the echo of our note', [told(20, 'goods|a', 'ours')], { ownWrite }, at(20, 'goods|a')],
    [
      'with the state that was read in the second of our note',
      [told(11, 'goods|a')],
      { ownWrite: { ...ownWrite, updatedAt: 11 } },
      at(11, 'goods|a'),
    ],
    ['of an analysis for fraud that found nothing', [analysed('none')], {}, at(10, 'goods|a')],
    [
      'of one that found nothing, beside the state that was read',
      [analysed('none'), told(10, 'goods|a')],
      {},
      at(10, 'goods|a'),
    ],
    ['with other tags and nothing else', [told(11, 'goods|b')], {}, at(11, 'goods|b')],
    ['one tag after the other', [told(12, 'goods|c'), told(11, 'goods|b')], {}, at(12, 'goods|c')],
    [
      'with the state that was read, and then with the echo of our note',
      [told(20, 'goods|b', 'ours'), told(10, 'goods|b')],
      { ownWrite, echoFingerprint: 'goods' },
      at(20, 'goods|b'),
    ],
    [
      'with the tags of the state that was read',
      [told(10, 'goods|b')],
      { echoFingerprint: 'goods' },
      at(10, 'goods|b'),
    ],
  ])('%s', (_name, webhooks, changes, known) => {
    expect(after(webhooks, changes)).toEqual(known);
  });
});

describe('webhooks bring news', () => {
  test.each<[string, WaitingWebhook[], object, boolean?]>([
    ['that do not say when', [told(null, 'goods|a')], {}],
    ['that carry no order', [told(11, null)], {}],
    ['with other goods', [told(11, 'more|b')], {}],
    ['with other goods in the instant that was read', [told(10, 'more|a')], {}],
    ['with another note', [told(11, 'goods|b', 'x')], {}],
    ['later than what was read, with the note that was there before ours', [told(19, 'goods|a')], { ownWrite }],
    ['later, where nothing shows what changed', [told(11, 'goods|a')], {}],
    ['later than a tag, where nothing shows what changed', [told(11, 'goods|b'), told(12, 'goods|b')], {}],
    ['later than a state whose fingerprint is not known', [told(11, 'goods|b')], { echoFingerprint: 'goods' }],
    [
      'of our note, with the goods of an older state than was read',
      [told(20, 'goods|a', 'ours')],
      { ownWrite, echoFingerprint: 'goods' },
    ],
    [
      'of our note in the second that was read, with the goods of an older state',
      [told(11, 'goods|a', 'ours')],
      { ownWrite: { ...ownWrite, updatedAt: 11 }, echoFingerprint: 'goods' },
    ],
    ['of an order without a fingerprint', [told(10, 'goods|a')], { echoFingerprint: null }],
    ['of an analysis for fraud that found what is not known', [analysed('high')], {}],
    ['of one that found a risk as grave as is known', [analysed('high')], { fraudRisk: 'high' }],
    ['of one that found a risk known before harmless', [analysed('none')], { fraudRisk: 'high' }],
    ['of one of an order that was read without it', [analysed('none')], { fraudRisk: null }],
    ['of one in words that nobody knows', [analysed(null)], {}],
    ['of one that found nothing, beside another state', [analysed('none'), told(11, 'more|b')], {}],
    ['with other tags where a rule asks for them', [told(11, 'goods|b')], {}, true],
    ['with other tags in the same instant where a rule asks for them', [told(10, 'goods|b')], {}, true],
  ])('%s', (_name, webhooks, changes, tagsMatter = false) => {
    expect(after(webhooks, changes, tagsMatter)).toBeNull();
  });
});

test('the fingerprint kept with a snapshot has its tags only where it is of that very state', () => {
  expect(fingerprintAfterRead(null, [told(9, 'old|o'), told(10, 'goods|a')], 10)).toBe('goods|a');
  expect(fingerprintAfterRead(null, [told(10, 'goods|a')], 11)).toBe('goods');
  expect(fingerprintAfterRead(order, [], 10)).toBe('goods|a');
  expect(fingerprintAfterRead(null, [told(12, null), told(11, 'goods|a')], 12)).toBe('goods');
  expect(fingerprintAfterRead(null, [], 12)).toBeNull();
});

test('an order that was read before keeps no fingerprint of an older state than was read now', () => {
  expect(fingerprintAfterRead(order, [told(12, null)], 12)).toBeNull();
  expect(fingerprintAfterRead(order, [told(11, 'goods|b')], 12)).toBeNull();
  expect(fingerprintAfterRead(order, [told(12, 'goods|b')], 12)).toBe('goods|b');
});

describe('an order is read once more two seconds later', () => {
  const now = 1_000_000;
  const { fulfillmentOrders } = exampleOrder();
  const createdAt = new Date(now - 599_999).toISOString();
  const read = {
    updatedAt: new Date(10_000).toISOString(),
    riskRecommendation: 'NONE',
    fulfillmentOrders,
    createdAt,
  };
  const seen = (shopifyUpdatedAt: number, changes: { fraudRisk?: FraudRisk; updatedAt?: number } = {}) => ({
    ...{ shopifyUpdatedAt, ownWrite: null, firstSeenAt: 1 },
    ...{ fraudRisk: 'none' as FraudRisk, updatedAt: 1, ...changes },
  });
  const written = (updatedAt: number) => ({ ...seen(9_000), ownWrite: { ...ownWrite, updatedAt } });
  const came = (payloadUpdatedAt: number | null, agoMs = 0) => ({
    ...told(payloadUpdatedAt, null),
    receivedAt: now - agoMs,
  });
  const high = { fraudRisk: 'high' as const };
  const analysedNow = { ...came(null), ...{ fraudRisk: 'none' as const } };
  const deletion = (agoMs: number) => ({ ...came(null, agoMs), topic: 'orders/delete' });
  test.each<[string, ReturnType<typeof written> | ReturnType<typeof seen> | null, WaitingWebhook[], boolean]>([
    ['where a webhook tells a later state than was read', seen(10_000), [came(10_001, 4_999)], true],
    ['also of a new order', null, [came(9_000), came(10_001)], true],
    ['not where that came long ago', seen(10_000), [came(10_001, 5_000)], false],
    ['not where it tells the state that was read', seen(9_000), [came(10_000)], false],
    ['not where it tells an older one', null, [came(9_999)], false],
    ['where one without an instant came and nothing newer was read', seen(10_000), [came(null, 1_999)], true],
    ['not where that was read two seconds later', seen(10_000), [came(null, 2_000)], false],
    ['not where something newer was read', seen(9_000), [came(null)], false],
    ['also where another tells of just that', seen(9_000), [came(null), came(10_000)], true],
    ['not where what was read is newer than that too', seen(9_000), [came(null), came(9_999)], false],
    [
      'but where several tell of no instant: it may be that of one of them',
      seen(9_000),
      [came(null), came(null)],
      true,
    ],
    ['not where all of them came long before', seen(9_000), [came(null, 2_000), came(null, 2_000)], false],
    ['not where nothing was read before', null, [came(null)], false],
    ['but where another tells of just what was read', null, [came(null), came(10_000)], true],
    ['where its deletion was told of and it is shown', seen(9_000), [deletion(4_999)], true],
    ['not where that was long ago', seen(9_000), [deletion(5_000)], false],
    ['not where no webhook came', seen(10_000), [], false],
    ['where it has another risk than was just read', seen(10_000, { ...high, updatedAt: now - 4_999 }), [], true],
    ['not where that was read long ago', seen(10_000, { ...high, updatedAt: now - 5_000 }), [], false],
    ['not where something newer was read', seen(9_000, { ...high, updatedAt: now }), [], false],
    ['not where an analysis was told of', seen(10_000, { ...high, updatedAt: now }), [analysedNow], false],
    ['where we wrote to it just now and the reading does not show it', written(now - 4_999), [], true],
    ['not where it shows it', written(10_000), [], false],
    ['not where we wrote long ago', written(now - 5_000), [], false],
  ])('%s', (_name, stored, webhooks, isReadAgain) => {
    expect(readAnewAt(read, { stored, webhooks, now })).toBe(isReadAgain ? now + 2_000 : null);
  });

  test.each([
    ['where no goods were read of an order just told of, which is not routed yet', [came(10_000, 4_999)], true],
    ['not where that was told long ago', [came(10_000, 5_000)], false],
    ['not where nothing told of it', [], false],
  ])('%s', (_name, webhooks, isReadAgain) => {
    const again = readAnewAt({ ...read, fulfillmentOrders: [] }, { stored: null, webhooks, now });
    expect(again).toBe(isReadAgain ? now + 2_000 : null);
  });

  test('not where it was made long ago: no goods of it are shown', () => {
    const old = { ...read, fulfillmentOrders: [], createdAt: new Date(now - 600_000).toISOString() };
    expect(readAnewAt(old, { stored: null, webhooks: [came(10_000)], now })).toBeNull();
  });

  const risky = (fraudRisk: 'none' | 'medium' | 'high', agoMs = 0) => ({ ...came(null, agoMs), fraudRisk });
  test.each<[string, string | null, ReturnType<typeof risky>, boolean]>([
    ['where an analysis for fraud found a graver risk than was read', 'INVESTIGATE', risky('high', 4_999), true],
    ['also where no recommendation was read', null, risky('medium'), true],
    ['not where it came long ago', 'NONE', risky('high', 5_000), false],
    ['also where that risk was read', 'CANCEL', risky('high', 1_999), true],
    ['or a graver one', 'CANCEL', risky('none', 1_999), true],
    ['not where it found nothing and nothing was read', 'ACCEPT', risky('none'), false],
    ['not where that was read two seconds later', 'CANCEL', risky('medium', 2_000), false],
  ])('%s', (_name, riskRecommendation, webhook, isReadAgain) => {
    for (const stored of [seen(10_000), seen(9_000), null]) {
      const again = readAnewAt({ ...read, riskRecommendation }, { stored, webhooks: [webhook], now });
      expect(again).toBe(isReadAgain ? now + 2_000 : null);
    }
  });

  const made = (firstSeenAt: number) => ({ ...seen(9_000), firstSeenAt });
  test.each([
    ['where Shopify does not know it and a webhook has just come', null, [came(null, 4_999)], true],
    ['where one of its webhooks has', null, [came(8_000, 60_000), came(9_000)], true],
    ['not where it came before', null, [came(null, 5_000)], false],
    ['where the order is new', made(now - 4_999), [], true],
    ['not where it is dated far ahead', made(now + 5_000), [], false],
    ['not where it was known long since', made(now - 5_000), [], false],
  ])('%s', (_name, stored, webhooks, isAsked) => {
    expect(readAnewAt(null, { stored, webhooks, now })).toBe(isAsked ? now + 2_000 : null);
  });
});

describe('isNoteBehind', () => {
  const now = 10_000;
  const known = (shopifyUpdatedAt: number, writtenAt: number | null = null) => {
    const ownWrite = writtenAt === null ? null : { updatedAt: writtenAt, noteHash: 'hash' };
    return { shopifyUpdatedAt, ownWrite };
  };
  test.each<[string, number | null, ReturnType<typeof known>, boolean]>([
    ['older than the order is known to be', 8_999, known(9_000), true],
    ['of just then', 9_000, known(9_000), false],
    ['newer', 9_001, known(9_000), false],
    ['older than our own note', 9_000, known(8_000, 9_500), true],
    ['of an order that changed long ago', 4_000, known(5_000), false],
    ['of one that is not shown and changed just now', null, known(5_001), true],
    ['of one that is not shown and changed long ago', null, known(5_000), false],
  ])('a note %s', (_name, at, order, isBehind) => {
    const note = at === null ? null : { updatedAt: new Date(at).toISOString() };
    expect(isNoteBehind(note, order, now)).toBe(isBehind);
  });
});
