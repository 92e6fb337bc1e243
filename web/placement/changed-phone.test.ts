import { expect, test } from 'vitest';
import { staffPhones, withChangedPhone } from './changed-phone.ts';
import type { ShopOrder } from './shop-order.ts';
import { exampleAddress, exampleOrder } from './testing/example-order.ts';

const orderWith = (address: string | null, order: string | null): ShopOrder =>
  exampleOrder({ shippingAddress: exampleAddress({ phone: address }), phone: order });
const [a, b] = ['082 123 4567', '083 987 6543'];

test.each<[string, [string | null, string | null], [string | null, string | null], ShopOrder['changedPhone']]>([
  ['nothing changed', [a, b], [a, b], undefined],
  ['the same number is written otherwise', [a, null], ['+27 82 123 4567', null], undefined],
  ['the address has another', [a, null], [b, null], 'address'],
  ['the address has one now', [null, null], [a, null], 'address'],
  ['a mistyped one of the address is corrected', ['082 123', null], [a, null], 'address'],
  ['the address has one that nobody can call', [a, null], ['082 123', null], undefined],
  ['the address has none any more', [a, b], [null, b], undefined],
  ['the order has another beside that of the address', [a, a], [a, b], undefined],
  ['the order has another', [null, a], [null, b], 'order'],
])('of which place the phone number was changed where %s', (_what, before, now, place) => {
  const first = staffPhones(orderWith(...before));
  expect(withChangedPhone(orderWith(...now), first).changedPhone).toBe(place);
});

test('where nobody kept what an order was first read with nothing was changed', () => {
  expect(withChangedPhone(orderWith(a, b), null).changedPhone).toBeUndefined();
  const guest = exampleOrder({ shippingAddress: null, phone: null });
  expect(withChangedPhone(guest, staffPhones(guest)).changedPhone).toBeUndefined();
});
