import { describe, expect, it } from 'vitest';
import type { OrderReference, ShopDomain } from './ids.ts';
import { looksLikeReference, newReference, orderReference, prefixOf, renamed } from './order-reference.ts';

describe('orderReference', () => {
  it.each([
    [{ number: 1001, index: 0, prefix: '', testMode: false }, '1001'],
    [{ number: 1001, index: 1, prefix: '', testMode: false }, '1001-2'],
    [{ number: 1001, index: 2, prefix: 'Shop-', testMode: false }, 'Shop-1001-3'],
    [{ number: 1001, index: 0, prefix: 'Shop-', testMode: true }, 'TEST-Shop-1001'],
    [{ number: 1001, index: 0, prefix: 'Ä/?\n-', testMode: false }, '-1001'],
    [{ number: Number.NaN, index: 0, prefix: '', testMode: false }, '0'],
  ])('%j gives %s', (from, reference) => {
    expect(orderReference(from)).toBe(reference);
  });

  it('has the form by which our note lines are known, and fits 255 characters', () => {
    const reference = orderReference({
      number: Number.MAX_SAFE_INTEGER,
      index: 249,
      prefix: `${'A'.repeat(20)}-`,
      testMode: true,
    });
    expect(looksLikeReference(reference)).toBe(true);
    expect(looksLikeReference(newReference(reference, []))).toBe(true);
    expect(reference.length).toBeLessThan(100);
  });
});

describe('newReference', () => {
  it.each([
    ['1001', [], '1001-R2'],
    ['1001', ['1001'], '1001-R2'],
    ['1001', ['1001', '1001-R2'], '1001-R3'],
    ['1001-R2', ['1001', '1001-R2'], '1001-R3'],
    ['1001-R2', [], '1001-R3'],
    ['1001-2', ['1001', '1001-R9', '1001-2'], '1001-2-R2'],
    ['1001-2', ['1001-2-R3'], '1001-2-R4'],
    ['1001', ['1001-Rx', '1001-R99999999999', '11001-R5'], '1001-R2'],
  ])('after %s, with %j known, comes %s', (reference, existing, next) => {
    expect(newReference(reference as OrderReference, existing)).toBe(next);
  });
});

describe('renamed', () => {
  it.each([
    ['1001', 'SHOP-', false, 'SHOP-1001'],
    ['1001-2', 'SHOP-', false, 'SHOP-1001-2'],
    ['1001-R2', 'SHOP-', false, 'SHOP-1001-R2'],
    ['1001-3-R12', 'SHOP-', false, 'SHOP-1001-3-R12'],
    ['OLD-1001-2', 'NEW-', false, 'NEW-1001-2'],
    ['OLD-1001-R2', '', false, '1001-R2'],
    ['TEST-1001', 'SHOP-', true, 'TEST-SHOP-1001'],
    ['TEST-OLD-1001-2-R3', '', true, 'TEST-1001-2-R3'],
    ['TEST-OLD-1001-2-R3', 'NEW-', false, 'NEW-1001-2-R3'],
    ['-1001', 'SHOP-', false, '-1001'],
  ])('%s under "%s", test mode %s, is %s', (reference, prefix, testMode, expected) => {
    expect(renamed(reference as OrderReference, { prefix, testMode })).toBe(expected);
  });

  it('gives a reference that it was given under the same prefix back', () => {
    for (const testMode of [false, true]) {
      for (const index of [0, 1, 9]) {
        const given = orderReference({ number: 1001, index, prefix: 'SHOP-', testMode });
        const again = newReference(given, []);
        expect(renamed(given, { prefix: 'SHOP-', testMode })).toBe(given);
        expect(renamed(again, { prefix: 'SHOP-', testMode })).toBe(again);
      }
    }
  });
});

describe('looksLikeReference', () => {
  it.each(['please', '', 'now-R2', '1001 ', '1001-R', 'TEST-'])('%j is none of ours', (text) => {
    expect(looksLikeReference(text)).toBe(false);
  });
});

describe('prefixOf', () => {
  it.each([
    ['kettles.myshopify.com', 'KETTLES-'],
    ['kettlesoftheoldworld.myshopify.com', 'KETTLESOFTHEOLDWORLD-'],
    ['kettles-2.myshopify.com', 'KETTLESCOHJLL-'],
    ['the-best-kettles-of-cape-town.myshopify.com', 'THEBESTKAPETOWNAJSIQ-'],
    ['test.myshopify.com', 'TESTHUJCK-'],
    ['1.myshopify.com', 'BAAABX-'],
  ])('%s has %s', (shop, prefix) => {
    expect(prefixOf(shop as ShopDomain)).toBe(prefix);
  });

  it.each([
    ['kettles-2', 'kettlesc', 'kettles2', 'kettle-s2', 'kettles--2'],
    ['shop1', 'shopb', 'shop-1', 'shop-b'],
    ['test', 'testshop', 'test-shop'],
    ['the-best-kettles-of-cape-town', 'the-best-pots-of-cape-town', 'thebestkettlesofcapetown'],
    ['1', 'b', '-1', '1-'],
  ])('no two of %s, %s, %s and so on have the same one', (...names) => {
    const prefixes = names.map((name) => prefixOf(`${name}.myshopify.com` as ShopDomain));
    expect(new Set(prefixes).size).toBe(names.length);
    for (const prefix of prefixes) expect(prefix).toMatch(/^(?!TEST-)[A-Z]{1,20}-$/);
  });
});
