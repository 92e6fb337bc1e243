import { expect, test } from 'vitest';
import { buyerOf } from './buyer.ts';
import type { ShopOrder } from './shop-order.ts';
import { exampleFulfillmentOrder, exampleLine, exampleOrder } from './testing/example-order.ts';

const address = exampleOrder().shippingAddress;
const changed = (changes: Partial<NonNullable<typeof address>>) => address && { ...address, ...changes };
const nobody = { shippingAddress: null, customer: null, phone: null };

const rows: [name: string, order: Partial<ShopOrder>, expected: object][] = [
  [
    'an order as it should be',
    {},
    {
      name: 'Thandi Nkosi',
      phone: expect.stringMatching(/82 ?123 ?4567/),
      address: '71 Wale St, Schotsche Kloof, Cape Town, Western Cape, 8001, South Africa',
      items: [{ name: 'Mug – Blue', quantity: 2 }],
      total: { amount: expect.any(Number), currency: 'ZAR' },
    },
  ],
  [
    'an address without a street, as typed',
    { shippingAddress: changed({ address1: '', address2: null }) },
    { address: 'Cape Town, Western Cape, 8001, South Africa' },
  ],
  [
    'an address that holds nothing',
    {
      shippingAddress: changed({
        address1: null,
        address2: null,
        city: null,
        province: null,
        zip: null,
        country: null,
      }),
    },
    { address: null },
  ],
  [
    'an order that names nobody',
    {
      ...nobody,
      fulfillmentOrders: [
        exampleFulfillmentOrder({ contactPhone: null, lines: [exampleLine({ title: '', variantTitle: null })] }),
      ],
    },
    { name: null, phone: null, address: null, items: [{ name: 'item' }] },
  ],
  [
    'a phone that stands with the goods as their destination only',
    {
      ...nobody,
      fulfillmentOrders: [exampleFulfillmentOrder({ contactPhone: null, destinationPhone: '021 447 8194' })],
    },
    { phone: '021 447 8194' },
  ],
  [
    'a phone that stands with the delivery method only',
    {
      ...nobody,
      shippingLines: [{ title: 'Same Day', code: 'same-day', phone: '073 555 0188' }],
      fulfillmentOrders: [exampleFulfillmentOrder({ contactPhone: null })],
    },
    { phone: '073 555 0188' },
  ],
  [
    'goods once, whose fulfilment was cancelled, and none that were taken out',
    {
      fulfillmentOrders: [
        exampleFulfillmentOrder({ status: 'CLOSED', lines: [exampleLine()] }),
        exampleFulfillmentOrder({
          id: '502',
          lines: [exampleLine(), exampleLine({ title: 'Kettle', totalQuantity: 0, remainingQuantity: 0 })],
        }),
      ],
    },
    { items: [{ name: 'Mug – Blue', quantity: 2 }] },
  ],
];

test.each(rows)('%s', (_name, order, expected) => {
  expect(buyerOf(exampleOrder(order))).toMatchObject(expected);
});
