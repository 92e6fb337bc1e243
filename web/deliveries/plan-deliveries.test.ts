import { expect, test } from 'vitest';
import { settings } from '#api-contract/settings.ts';
import { exampleOrder } from '#placement/example-order.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { afterChange } from './after-change.ts';
import { applySnapshot } from './apply-snapshot.ts';
import { beginPlacing } from './claim.ts';
import type { OrderAggregate } from './order-aggregate.ts';

const paidAt = Date.parse('2026-11-21T08:00:00Z');
const nothing: OrderAggregate = { order: null, deliveries: [], erased: false, now: paidAt };
const account = (mode: 'live' | 'test') => ({ mode, apiKey: mode, account: mode, last4: mode });
const shopIn = (testMode: boolean) => ({
  shop: 'demo-shop.myshopify.com' as ShopDomain,
  ...{ installedAt: 0, uninstalledAt: null, reconnect: false, name: null },
  ...{ timeZone: 'Africa/Johannesburg', currency: 'ZAR' },
  settings: settings.parse({ automation: { testMode, maxAgeHours: 720 } }),
  accounts: { live: account('live'), test: account('test') },
});

function read(aggregate: OrderAggregate, order: Partial<ShopOrder>, testMode: boolean): OrderAggregate {
  const snapshot = exampleOrder({ processedAt: new Date(paidAt).toISOString(), paidAt: null, ...order });
  const courier = { timeZone: 'Africa/Johannesburg', freeze: (request: object) => JSON.stringify(request) };
  const context = { shop: shopIn(testMode), courier, webhooks: [], person: null, wake: false };
  const { change } = applySnapshot(aggregate, snapshot, context);
  return change ? afterChange(aggregate, change) : aggregate;
}

/** As versions before this one left a live order in test mode: planned for the test service. */
const planned = read(nothing, { test: true }, true);

test('a live order that was planned for the test service goes out live once test mode ends', () => {
  expect(planned.deliveries).toMatchObject([{ mode: 'test', orderReference: 'TEST-1001', state: 'queued' }]);
  const waiting = read(planned, {}, true);
  expect(waiting.order).toMatchObject({ state: 'held', reason: { code: 'test_mode' } });
  const { order, deliveries } = read(waiting, {}, false);
  expect(order).toMatchObject({ state: 'queued', reason: null });
  expect(deliveries).toMatchObject([
    { orderReference: 'TEST-1001', state: 'cancelled', reason: { code: 'test_mode_ended' } },
    { orderReference: '1001', state: 'queued', mode: 'live', account: 'live', replaces: 'TEST-1001' },
  ]);
  expect(deliveries[1]?.body).toContain('"order_reference":"1001"');
});

test('what may exist at the test service stays as it is', () => {
  const [delivery] = planned.deliveries;
  const sent = delivery ? [beginPlacing(delivery, paidAt, 1_000, shopIn(true))] : [];
  const { deliveries } = read({ ...planned, deliveries: sent }, {}, false);
  expect(deliveries).toMatchObject([{ orderReference: 'TEST-1001', state: 'placing', mode: 'test' }]);
});

test('a problem of the order is told before its goods change service', () => {
  const { order, deliveries } = read(planned, { shippingAddress: null }, false);
  expect(order).toMatchObject({ state: 'needs_attention', reason: { code: 'dropoff_address_missing' } });
  expect(deliveries).toMatchObject([{ orderReference: 'TEST-1001', state: 'needs_attention' }]);
});
