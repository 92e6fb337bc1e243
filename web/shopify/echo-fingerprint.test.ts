import { describe, expect, it } from 'vitest';
import { echoFingerprint } from './echo-fingerprint.ts';

const order = {
  id: 1,
  updated_at: '2026-11-21T10:00:00+02:00',
  note: 'x',
  phone: null,
  tags: 'a, b',
  financial_status: 'paid',
  cancelled_at: null,
  shipping_address: { address1: '375 Albert Rd', zip: '7915', phone: '021' },
  shipping_lines: [{ id: 5, title: 'Same day', code: 'SD', phone: null }],
  line_items: [
    { id: 11, quantity: 1, current_quantity: 1, grams: 100, name: 'A' },
    { id: 12, quantity: 2, current_quantity: 2, grams: 100, name: 'B' },
  ],
  refunds: [],
};
const with_ = (change: object) => echoFingerprint({ ...order, ...change });
const fingerprint = echoFingerprint(order);

describe('the fingerprint of an order', () => {
  it.each<[string, object]>([
    ['the note', { note: 'Same-day delivery 1001: …' }],
    ['the instant', { updated_at: '2026-11-21T11:00:00+02:00' }],
    ['a key nobody maps', { browser_ip: '1.2.3.4' }],
    ['the order of the lines', { line_items: order.line_items.toReversed() }],
    ['the order of keys', Object.fromEntries(Object.entries(order).toReversed())],
  ])('stays the same when only %s changes', (_name, change) => {
    expect(with_(change)).toBe(fingerprint);
  });

  it.each<[string, object]>([
    ['the street', { shipping_address: { ...order.shipping_address, address1: '1 Main' } }],
    ['the address is gone', { shipping_address: null }],
    ['the phone of the address', { shipping_address: { ...order.shipping_address, phone: '082' } }],
    ['the phone', { phone: '082' }],
    ['the tags', { tags: 'a' }],
    ['the payment', { financial_status: 'refunded' }],
    ['a cancellation', { cancelled_at: '2026-11-21T10:01:00+02:00' }],
    ['a quantity', { line_items: [{ ...order.line_items[0], current_quantity: 0 }, order.line_items[1]] }],
    ['a line', { line_items: [order.line_items[0]] }],
    ['the shipping line', { shipping_lines: [{ ...order.shipping_lines[0], title: 'Courier' }] }],
    ['a refund', { refunds: [{ id: 1 }] }],
  ])('changes with %s', (_name, change) => {
    expect(with_(change)).not.toBe(fingerprint);
  });

  it('shows tags apart from all that matters to every shop', () => {
    expect(with_({ tags: 'a' }).split('|')[0]).toBe(fingerprint.split('|')[0]);
  });

  it('is given for bodies of any form', () => {
    for (const odd of [{}, { line_items: 4, shipping_address: [], refunds: 'x' }, { line_items: [null, 4] }]) {
      expect(echoFingerprint(odd)).toMatch(/^[\w-]{43}\|[\w-]{11}$/);
    }
  });
});
