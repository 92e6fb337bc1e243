import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reason } from '#api-contract/order.ts';
import { reason } from '#deliveries/reasons.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import type { Storage } from '../open-storage.ts';
import { deliveryRecord, orderRecord } from '../panel/testing/seed-orders.ts';
import { engines, installShop, openTestStorage } from '../testing/engines.ts';
import { waitsFor } from './0070-waits-for.ts';

const until = '2026-11-23T06:00:00.250Z';
const at = Date.parse(until);
const taken = { reference: '1001', prefix: 'SHOP-' };

/** A row of a version that knew the reason only. */
const rows: [state: 'held' | 'needs_attention' | 'queued', why: Reason | null, waitsFor: object | null][] = [
  ['held', reason('service_down', {}), { kind: 'service' }],
  ['held', reason('key_refused', {}), { kind: 'service' }],
  ['held', reason('address_wrong', {}), { kind: 'service' }],
  ['held', placementReason('paused'), { kind: 'settings' }],
  ['held', placementReason('no_key'), { kind: 'settings' }],
  ['held', placementReason('no_test_key'), { kind: 'settings' }],
  ['held', placementReason('test_mode'), { kind: 'settings' }],
  ['held', placementReason('fulfillment_on_hold', { hold: 'Fraud' }), { kind: 'release' }],
  ['held', placementReason('waiting_in_progress'), { kind: 'packing' }],
  ['held', placementReason('waiting_prepared'), { kind: 'packing' }],
  ['held', placementReason('fulfillment_scheduled', {}, { until }), { kind: 'opening', at }],
  ['held', placementReason('fulfillment_scheduled', {}, { retrying: true }), { kind: 'opening', at: null }],
  ['held', placementReason('edit_window', { minutes: 15 }, { until }), { kind: 'time', at }],
  ['held', placementReason('waiting_for_day', { day: '2026-11-23' }, { until }), { kind: 'time', at }],
  ['held', placementReason('outside_hours', {}, { until }), { kind: 'time', at }],
  ['held', null, null],
  ['needs_attention', reason('reference_taken', taken), { kind: 'reference' }],
  ['needs_attention', reason('reference_reserved_here', taken), { kind: 'reference' }],
  ['needs_attention', reason('reference_reserved_elsewhere', taken), { kind: 'reference' }],
  ['needs_attention', reason('refused_by_service', {}), null],
  ['queued', placementReason('paused'), null],
];

describe.each(engines)('on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  test('what orders and deliveries of an earlier version wait for follows from their reasons', async () => {
    const shop = await installShop(storage, 'earlier.myshopify.com');
    const orders = rows.map(([state, why], index) => ({ ...orderRecord(shop, index), state, reason: why }));
    for (const order of orders) {
      const change = { order, deliveries: [{ ...deliveryRecord(order, 0), reason: order.reason }] };
      await storage.orders.change(shop, order.orderId, () => ({ change, result: null }));
    }
    for (const table of ['shop_order', 'delivery'] as const) {
      await storage.db.schema.alterTable(table).dropColumn('waits_for').execute();
    }
    await waitsFor.up(storage.db as Kysely<unknown>);
    for (const [index, { orderId }] of orders.entries()) {
      const { order, deliveries } = await storage.orders.load(shop, orderId);
      const found = [order?.waitsFor, deliveries[0]?.waitsFor];
      expect([rows[index]?.[1]?.code, ...found]).toEqual([rows[index]?.[1]?.code, rows[index]?.[2], rows[index]?.[2]]);
    }
  });
});
