import { describe, expect, test } from 'vitest';
import type { FraudRisk } from '#placement/fraud-risk.ts';
import { exampleOrder } from '#placement/testing/example-order.ts';
import type { WaitingWebhook } from '../order.ts';
import { isNoteBehind, readAnewAt } from './replica-lag.ts';

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
  const written = (updatedAt: number) => ({ ...seen(9_000), ownWrite: { updatedAt, noteHash: 'ours' } });
  const came = (payloadUpdatedAt: number | null, agoMs = 0) =>
    ({ payloadUpdatedAt, receivedAt: now - agoMs }) as WaitingWebhook;
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
