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
    words: null,
  }));
const digest = (over: Partial<Digest>): Digest => ({
  shop: 'kettles.myshopify.com' as ShopDomain,
  address: 'kettles.myshopify.com' as ShopDomain,
  shopName: 'Kettle & Crumb',
  email: 'orders@shop.example',
  language: 'en',
  orders: [],
  waiting: over.orders?.length ?? 0,
  hold: null,
  conditions: [],
  ...over,
});

test.each<[string, Partial<Digest>, string]>([
  ['one order', { orders: orders(1) }, 'Kettle & Crumb: 1 order needs you'],
  ['two', { orders: orders(2) }, 'Kettle & Crumb: 2 orders need you'],
  ['a refused key', { hold: 'key' }, 'Kettle & Crumb: sending has stopped'],
  ['both', { orders: orders(1), hold: 'key' }, 'Kettle & Crumb: sending has stopped, 1 order needs you'],
  [
    'what stands still for two causes',
    {
      hold: 'key',
      conditions: [
        { code: 'reconnect', count: 0 },
        { code: 'drift', count: 2 },
      ],
    },
    'Kettle & Crumb: sending has stopped, 2 orders to decide about after their drivers were booked',
  ],
  ['a shop whose name is not known', { orders: orders(1), shopName: null }, 'kettles: 1 order needs you'],
])('the subject says what it is about: %s', (_name, over, subject) => {
  expect(digestMail(digest(over), panel).subject).toBe(subject);
});

test('the texts are those of the panel, in text and in HTML alike', () => {
  const { text, html } = digestMail(digest({ orders: orders(1), hold: 'address' }), panel);
  const { message, nextStep } = reason('address_wrong');
  for (const part of [text, html]) {
    for (const words of [
      message,
      nextStep,
      placementReason('dropoff_phone_missing').message,
      `${panel}/deliveries/5000`,
    ]) {
      expect(part).toContain(words);
    }
  }
  expect(html).toContain('<title>Kettle &amp; Crumb: Sending has stopped, 1 order needs you</title>');
});

test('very many orders are counted, and the panel lists them', () => {
  const { text } = digestMail(digest({ orders: orders(400), waiting: 500 }), panel);
  expect(text.match(/^#\d+$/gm)).toHaveLength(25);
  expect(text).toContain(
    `500 in all wait for a person; 25 are named here.\n\nShow all that need you:\n${panel}/deliveries?view=needs_you`,
  );
});

test('orders told of before are counted in', () => {
  expect(digestMail(digest({ orders: orders(2), waiting: 3 }), panel).text).toContain('3 in all wait');
  expect(digestMail(digest({ orders: orders(2) }), panel).text).not.toContain('in all wait');
});

test('orders with one cause stand under it together', () => {
  const other = {
    orderId: '9',
    orderName: '#9',
    reason: placementReason('dropoff_address_missing'),
    words: 'Ask <b>us</b>.',
  };
  const { text, html } = digestMail(digest({ orders: [...orders(2), other] }), panel);
  const { message, nextStep } = placementReason('dropoff_phone_missing');
  const lines = ['2 orders need you', message, `What to do: ${nextStep}`];
  const rows = [`#1000\n${panel}/deliveries/5000`, `#1001\n${panel}/deliveries/5001`];
  expect(text).toContain(`${lines.join('\n')}\n\n${rows.join('\n\n')}\n\n1 order needs you\n`);
  expect(html.split(message)).toHaveLength(2);
  expect(text).toContain(`#9\nThe delivery service says: “Ask <b>us</b>.”\n${panel}/deliveries/9`);
  expect(html).toContain('The delivery service says: “Ask &lt;b&gt;us&lt;/b&gt;.”');
});

test.each(['en', 'af', 'zu'] as const)('whom to ask about the app stands below what says so, in %s', (language) => {
  const support = 'mailto:help@example.com';
  const missing = digest({ language, conditions: [{ code: 'unexplained', count: 1 }] });
  expect(digestMail(missing, panel, support).text).toContain(support);
  expect(digestMail(missing, panel).text).not.toMatch(/null|mailto/);
  expect(digestMail(digest({ language, orders: orders(1) }), panel, support).text).not.toContain(support);
});

test('what waits after the booking is named, with what it is', () => {
  const changes = [
    { orderId: '5001', orderName: '#1001', what: 'ended' as const },
    { orderId: '5002', orderName: '#1002', what: 'later_day' as const },
    { orderId: '5003', orderName: '#1003', what: null },
  ];
  const ids = changes.map(({ orderId }) => `${orderId}/1`);
  const { text } = digestMail(digest({ conditions: [{ code: 'drift', count: 3, ids, changes }] }), panel);
  expect(text).toContain(
    [
      `#1001: cancelled or refunded, but a driver is still booked\n${panel}/deliveries/5001`,
      `#1002: the driver comes on a later day than the buyer was promised\n${panel}/deliveries/5002`,
      `#1003\n${panel}/deliveries/5003`,
    ].join('\n\n'),
  );
  expect(text).not.toContain('not named here');
});

test('more than can be named are counted', () => {
  const changes = orders(25).map((order) => ({ ...order, what: 'failed' as const }));
  const ids = Array.from({ length: 27 }, (_, index) => `${index}/1`);
  const { text } = digestMail(digest({ conditions: [{ code: 'undelivered', count: 27, ids, changes }] }), panel);
  expect(text).toContain('2 more are not named here.');
});

test.each([
  ['en', /Since .* booked, something came up/, /tell the delivery service, tell the buyer,/],
  ['af', /Sedert .* bespreek is, het iets opgeduik/, /sê vir die afleweringsdiens, sê vir die koper,/],
  ['zu', /Kusukela .*, kukhona okuvelile/, /tshela isevisi yokulethwa, tshela umthengi,/],
] as const)('what is to decide after booking may be told to the service or the buyer, in %s', (language, ...texts) => {
  for (const count of [1, 2]) {
    const { text } = digestMail(digest({ language, conditions: [{ code: 'drift', count }] }), panel);
    for (const words of texts) expect(text).toMatch(words);
  }
});
