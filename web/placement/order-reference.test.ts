import { describe, expect, it } from 'vitest';
import type { OrderReference } from './ids.ts';
import { looksLikeReference, newReference, orderReference } from './order-reference.ts';

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

describe('looksLikeReference', () => {
  it.each(['please', '', 'now-R2', '1001 ', '1001-R', 'TEST-'])('%j is none of ours', (text) => {
    expect(looksLikeReference(text)).toBe(false);
  });
});
