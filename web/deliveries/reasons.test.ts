import { expect, test } from 'vitest';
import type { OrderReference, ShopDomain } from '#placement/ids.ts';
import { offeredPrefix, reason } from './reasons.ts';

/** Reasons that stand only where surely nothing of this delivery is at the service. */
const sureNo = ['too_late', 'attempts_used_up', 'refused_by_service', 'not_placed_again', 'can_be_sent'];

test('no reason denies a driver where one may exist', () => {
  const denying = Object.entries(reason.catalogue).filter(([, { message }]) => /no driver|not booked/i.test(message));
  expect(denying.map(([code]) => code).sort()).toEqual(sureNo.sort());
});

test('what leaves a driver in doubt names the reference that a person can ask the service about', () => {
  const doubtful = Object.entries(reason.catalogue).filter(([code]) => /_in_doubt$|^probably_placed$/.test(code));
  for (const [code, { message, nextStep }] of doubtful) expect(`${message} ${nextStep}`, code).toContain('{reference}');
});

test.each([
  ['one.myshopify.com', '1001', 'ONE-'],
  ['two.myshopify.com', '1001', 'TWO-'],
  ['two.myshopify.com', 'TEST-OLD-1001-2', 'TWO-'],
  ['two.myshopify.com', 'TWO-1001', 'SHOP-'],
])('%s, where %s is taken, is offered %s', (shop, taken, prefix) => {
  expect(offeredPrefix(shop as ShopDomain, taken as OrderReference)).toBe(prefix);
});
