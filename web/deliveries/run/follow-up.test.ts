import { expect, test } from 'vitest';
import { aggregateOf, booked, exampleDelivery, exampleShop, now } from '#testing/deliveries/example-delivery.ts';
import { AppError } from '../errors.ts';
import { type Decided, mergeDeliveries, type OrderAggregate } from '../order.ts';
import { followUp } from './follow-up.ts';

const denied = new AppError({
  ...{ code: 'shopify_denied', retryable: false },
  ...{ merchantMessage: 'Shopify denied access.', nextStep: 'Allow it.' },
});

test('a fulfilment that may be neither looked for nor made is refused on its row', async () => {
  const placed = exampleDelivery({ state: 'placed', placedAt: now, service: booked() });
  let known = aggregateOf([placed]);
  const deny = async () => {
    throw denied;
  };
  const record = async (decide: (order: OrderAggregate) => Decided<unknown>) => {
    known = { ...known, deliveries: mergeDeliveries(known.deliveries, decide(known).change?.deliveries ?? []) };
  };
  const ports = { shopify: { findFulfillment: deny, fulfil: deny, readOrder: async () => null } };
  const { settings, ...others } = exampleShop();
  const shop = { ...others, settings: { ...settings, writeBack: { ...settings.writeBack, fulfil: 'placed' } } };
  await followUp(ports as never, { shop, orderId: placed.orderId, known, record } as never);
  expect(known.deliveries).toMatchObject([{ fulfillmentId: null, refusals: [{ code: 'fulfilment_refused' }] }]);
});
