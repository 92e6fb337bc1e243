import { expect, test } from 'vitest';
import { noLongerShown } from '#api-contract/drift.ts';
import { orderEnded } from '#placement/drift.ts';
import type { LocationId, OrderReference } from '#placement/ids.ts';
import {
  exampleFulfillmentOrder,
  exampleLine,
  exampleLocation,
  exampleOrder,
} from '#placement/testing/example-order.ts';
import { aggregateOf, booked, exampleDelivery, exampleShop, now } from '#testing/deliveries/example-delivery.ts';
import { reason } from '../reasons.ts';
import { applySnapshot } from './apply-snapshot.ts';

const courier = { freeze: () => '{}', timeZone: 'Africa/Johannesburg', canLookup: true };
const untold = { webhooks: [], loadedAt: now };
const lines = [{ fulfillmentOrderId: '501', lineId: '5010', lineItemId: '71', quantity: 1, fulfilledBefore: 0 }];
const first = exampleDelivery({
  ...{ orderReference: '1001' as OrderReference, state: 'cancelled', placedAt: now, service: booked(), lines },
  reason: reason('cancelled_at_service', {}),
});
const second = exampleDelivery({
  ...{ orderReference: '1001-R2' as OrderReference, replaces: first.orderReference, state: 'cancelled', lines },
  reason: reason('goods_moved', {}),
});
const gone = exampleFulfillmentOrder({
  ...{ id: '501', status: 'CLOSED' },
  lines: [exampleLine({ id: '5010', lineItemId: '71', remainingQuantity: 0, totalQuantity: 1 })],
});
const came = exampleFulfillmentOrder({
  ...{ id: '599', location: exampleLocation({ id: '9002' as LocationId, phone: null }) },
  lines: [exampleLine({ id: '5990', lineItemId: '99' })],
});

test.each([
  ['goods that came, and lack something', [gone, came], 'needs_attention', 'pickup_phone_missing'],
  ['what became of the first driver, where no goods came', [gone], 'cancelled', 'cancelled_at_service'],
] as const)('once what was booked again has ended unsent, an order says %s', (_name, goods, state, code) => {
  const instant = new Date(now).toISOString();
  const order = exampleOrder({ fulfillmentOrders: [...goods], processedAt: instant, paidAt: instant });
  const context = { shop: exampleShop(), courier, ...untold, before: null, person: null, wake: false };
  const { change } = applySnapshot(aggregateOf([first, second]), order, context);
  expect(change?.order).toMatchObject({ state, reason: { code } });
});

test.each([
  ['was seen to be deleted', { drift: [orderEnded(noLongerShown)] }, {}],
  ['was seen to be cancelled and deleted', { drift: [orderEnded('cancelled')] }, { cancelledAt: now }],
])('a reading that began before its order %s tells nothing', (_name, changes, ended) => {
  const instant = new Date(now).toISOString();
  const read = exampleOrder({ processedAt: instant, paidAt: instant, updatedAt: instant });
  const delivery = exampleDelivery({ state: 'placed', placedAt: now, service: booked(), ...changes });
  const stored = { shopifyUpdatedAt: now, fraudRisk: 'none' as const, updatedAt: now, ...ended };
  const told = (before: { updatedAt: number }) =>
    applySnapshot(aggregateOf([delivery], stored), read, {
      ...{ shop: exampleShop(), courier, ...untold, person: null, wake: false },
      before: { ...stored, ...before },
    });
  expect(told({ updatedAt: now - 1 }).result.kind).toBe('stale');
  const later = told({ updatedAt: now });
  expect(later.result.kind).toBe('applied');
  expect(later.change?.deliveries?.[0]?.drift ?? []).not.toContainEqual(changes.drift[0]);
});

const late = { ...came, location: exampleLocation() };
test('goods that came too late are not counted from when those that are gone could go', () => {
  const instant = new Date(now - 12 * 3_600_000).toISOString();
  const order = exampleOrder({ fulfillmentOrders: [gone, late], processedAt: instant, paidAt: instant });
  const moved = { ...second, replaces: null, openedAt: now };
  const shop = exampleShop({}, { automation: { cutOff: '12:00' } });
  const context = { shop, courier, ...untold, before: null, person: null, wake: false };
  const { change } = applySnapshot(aggregateOf([moved], { paidAt: Date.parse(instant) }), order, context);
  expect(change?.order?.state).toBe('needs_attention');
});
