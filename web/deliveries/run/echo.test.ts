import { describe, expect, test } from 'vitest';
import type { WaitingWebhook } from '../order.ts';
import { fingerprintAfterRead, knownAfter } from './echo.ts';

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
