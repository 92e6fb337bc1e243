import { describe, expect, test } from 'vitest';
import { exampleRecord } from '#testing/deliveries/example-delivery.ts';
import type { WaitingWebhook } from '../order.ts';
import { askAnewAt, fingerprintAfterRead, knownAfter, readAnewAt } from './self-triggered.ts';

const order = { shopifyUpdatedAt: 10, echoFingerprint: 'goods|a', noteHash: 'note', ownWrite: null };
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
  const second = 1_000_000;
  const read = { updatedAt: new Date(10_000).toISOString() };
  const seen = (shopifyUpdatedAt: number, writtenAt?: number) => ({
    ...{ ...order, shopifyUpdatedAt },
    ownWrite: writtenAt === undefined ? null : { ...ownWrite, updatedAt: writtenAt },
  });
  const none: WaitingWebhook[] = [];
  test.each<[string, ReturnType<typeof seen> | null, WaitingWebhook[], now: number, boolean]>([
    ['where a webhook tells a later state than was read', seen(10_000), [told(10_001, null)], second, true],
    ['also of a new order', null, [told(10_001, null)], second, true],
    ['not where it tells the state that was read', seen(9_000), [told(10_000, null)], second, false],
    ['not where it tells an older one', null, [told(9_999, null)], second, false],
    ['where one that names no instant came and nothing newer was read', seen(10_000), [told(null, null)], second, true],
    ['not where something newer was read', seen(9_000), [told(null, null)], second, false],
    ['not where nothing was read before', null, [told(null, null)], second, false],
    ['not where no webhook came', seen(10_000), none, second, false],
    ['where we wrote to it just now and the reading does not show it', seen(9_000, 10_001), none, 15_000, true],
    ['not where it shows it', seen(9_000, 10_000), none, 14_999, false],
    ['not where we wrote long ago', seen(9_000, 10_001), none, 15_001, false],
  ])('%s', (_name, stored, webhooks, now, isReadAgain) => {
    expect(readAnewAt(read, { stored, webhooks, now })).toBe(isReadAgain ? now + 2_000 : null);
  });
});

describe('an order that Shopify does not know is asked for once more', () => {
  const now = 1_000_000;
  const made = (processedAt: number) => exampleRecord({ processedAt });
  const came = (receivedAt: number) => ({ ...told(null, null), receivedAt });
  test.each([
    ['where its webhook has just come', null, [came(now - 4_999)], true],
    ['where one of its webhooks has', null, [came(1), came(now)], true],
    ['not where it came before', null, [came(now - 5_000)], false],
    ['where the order is new', made(now - 4_999), [], true],
    ['not where it was known long since', made(now - 5_000), [], false],
  ])('%s', (_name, order, webhooks, isAsked) => {
    expect(askAnewAt({ order, webhooks, now })).toBe(isAsked ? now + 2_000 : null);
  });
});
