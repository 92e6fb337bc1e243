import { expect, test } from 'vitest';
import { reason } from '#deliveries/reasons.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import type { Digest } from '#storage/digest-store.ts';
import { digestMail } from './digest-mail.ts';

const panel = 'https://admin.shopify.com/store/kettles/apps/client';
const orders = (count: number): Digest['orders'] =>
  Array.from({ length: count }, (_, index) => ({
    orderId: `${5_000 + index}`,
    orderName: `#${1_000 + index}`,
    reason: placementReason('dropoff_phone_missing'),
  }));
const digest = (over: Partial<Digest>): Digest => ({
  shop: 'kettles.myshopify.com' as ShopDomain,
  shopName: 'Kettle & Crumb',
  email: 'orders@shop.example',
  orders: [],
  waiting: over.orders?.length ?? 0,
  hold: null,
  conditions: [],
  ...over,
});

test.each<[string, Partial<Digest>, string]>([
  ['one order', { orders: orders(1) }, 'Kettle & Crumb: 1 order needs attention'],
  ['two', { orders: orders(2) }, 'Kettle & Crumb: 2 orders need attention'],
  ['a refused key', { hold: 'key' }, 'Kettle & Crumb: sending has stopped'],
  ['both', { orders: orders(1), hold: 'key' }, 'Kettle & Crumb: sending has stopped, 1 order needs attention'],
  [
    'what stands still for two causes',
    {
      hold: 'key',
      conditions: [
        { code: 'reconnect', count: 0 },
        { code: 'drift', count: 2 },
      ],
    },
    'Kettle & Crumb: sending has stopped, 2 orders changed after their drivers were booked',
  ],
  ['a shop whose name is not known', { orders: orders(1), shopName: null }, 'kettles: 1 order needs attention'],
])('the subject says what it is about: %s', (_name, over, subject) => {
  expect(digestMail(digest(over), panel).subject).toBe(subject);
});

test('the texts are those of the panel, in text and in HTML alike', () => {
  const { text, html } = digestMail(digest({ orders: orders(1), hold: 'address' }), panel);
  const { message, nextStep } = reason('address_wrong');
  for (const part of [text, html]) {
    for (const words of [message, nextStep, placementReason('dropoff_phone_missing').message, `${panel}/orders/5000`]) {
      expect(part).toContain(words);
    }
  }
  expect(html).toContain('<p>Kettle &amp; Crumb: sending has stopped');
});

test('very many orders are counted, and the panel lists them', () => {
  const { text } = digestMail(digest({ orders: orders(400), waiting: 500 }), panel);
  expect(text.match(/^#\d+$/gm)).toHaveLength(25);
  expect(text).toContain(`500 in all wait for a person; 25 are named here.\n${panel}/deliveries?state=needs_attention`);
});

test('orders told of before are counted in', () => {
  expect(digestMail(digest({ orders: orders(2), waiting: 3 }), panel).text).toContain('3 in all wait');
  expect(digestMail(digest({ orders: orders(2) }), panel).text).not.toContain('in all wait');
});
