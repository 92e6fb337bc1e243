import { expect, test } from 'vitest';
import { settings } from '#api-contract/settings.ts';
import {
  exampleAddress,
  exampleFulfillmentOrder,
  exampleLine,
  exampleOrder,
} from '#placement/testing/example-order.ts';
import { mapGoods } from './map-goods.ts';

/** An order of one fulfilment order with another phone number than before, as Shopify's books have its goods. */
function phoneAt(status: 'OPEN' | 'CLOSED' | 'CANCELLED', remainingQuantity: number) {
  const lines = [exampleLine({ remainingQuantity })];
  const order = exampleOrder({
    shippingAddress: exampleAddress({ phone: '083 987 6543' }),
    fulfillmentOrders: [exampleFulfillmentOrder({ status, lines })],
  });
  const known = { corrections: {}, deliveries: [], now: Date.parse('2026-11-21T08:00:00Z') };
  const locationKey = String(order.fulfillmentOrders[0]?.location.id);
  const { fields = [] } = mapGoods(order, settings.parse({}), known).at(locationKey) ?? {};
  return fields.find(({ field }) => field === 'dropoff_contact_phone')?.value;
}

test('whom goods go to is known while they lie on the shelf, and once they were handed over', () => {
  expect(phoneAt('OPEN', 1)).toBe('0839876543');
  expect(phoneAt('CLOSED', 0)).toBe('0839876543');
});

test('goods that were called off go to nobody', () => {
  expect(phoneAt('CANCELLED', 0)).toBeUndefined();
});
