import { expect, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import type { LeftDelivery, UninstallMail } from '#storage/uninstalls.ts';
import { uninstallMail } from './uninstall-mail.ts';

const zone = 'Africa/Johannesburg';
const left = (changes: Partial<LeftDelivery> = {}): LeftDelivery => ({
  orderName: '#1001',
  orderReference: '1001',
  deliveryId: 'D-1',
  slot: { start: '2026-11-21T12:00:00.000Z', end: '2026-11-21T14:00:00.000Z' },
  ...changes,
});
const mail = (deliveries: LeftDelivery[], changes: Partial<UninstallMail> = {}) =>
  uninstallMail(
    {
      ...{ shop: 'kettles.myshopify.com' as ShopDomain, shopName: 'Kettle & Crumb', timeZone: zone },
      ...{ email: 'owner@shop.example', language: 'en', deliveries },
      ...changes,
    },
    zone,
  );

test.each<[string, Partial<LeftDelivery>, string]>([
  ['its slot in the driver’s zone', {}, '#1001 · 1001: Sat 21 Nov 2026, 14:00–16:00 (D-1)'],
  ['its id where it has no slot', { slot: null }, '#1001 · 1001: D-1'],
  ['that nobody knows', { slot: null, deliveryId: null }, '#1001 · 1001: not sure whether it is booked'],
  ['no line break of an order’s name', { orderName: '#1\r\nBcc: x@y.z' }, '#1 Bcc: x@y.z · 1001: Sat'],
])('it names of each delivery %s', (_name, changes, line) => {
  expect(mail([left(changes)]).text).toContain(line);
});

test('very many are counted', () => {
  const { text, subject } = mail(Array.from({ length: 203 }, (_, index) => left({ orderReference: `${index}` })));
  expect(subject).toBe('Kettle & Crumb: drivers are booked, and the app was removed');
  expect(text).toContain('203 deliveries that may still come');
  expect(text).toContain('3 more are not named here.');
});

test.each([
  ['af', 'Die app is uit jou winkel verwyder.'],
  ['zu', 'I-app isusiwe esitolo sakho.'],
] as const)('it speaks %s, in text and in HTML', (language, words) => {
  const { text, html } = mail([left()], { language });
  for (const part of [text, html]) {
    expect(part).toContain(words);
    expect(part).toContain('2026, 14:00–16:00 (D-1)');
    expect(part).not.toMatch(/Sat 21/);
  }
});
