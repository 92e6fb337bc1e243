import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Reason } from '#api-contract/order.ts';
import { reason } from '#deliveries/reasons.ts';
import { placementReason } from '#placement/placement-reasons.ts';
import type { WaitsFor } from '#placement/waiting.ts';
import { deliveryRecord, orderRecord } from '../panel/testing/seed-orders.ts';
import { engines, installShop, openTestStorage } from '../testing/engines.ts';
import { waitsForOrder } from './0081-waits-for-order.ts';

const state = 'needs_attention';
const lacking = placementReason('pickup_phone_missing', { location: 'Main Road' });
const order = { kind: 'order' } as const;

/** A row of the version before: with a delivery or without one, and what order and delivery wait for from now on. */
const rows: [
  reason: Reason,
  delivery: WaitsFor | null | 'none',
  order: WaitsFor | null,
  delivered?: WaitsFor | null,
][] = [
  [lacking, 'none', order],
  [lacking, order, null, order],
  [lacking, null, null, { kind: 'lacking' }],
  [placementReason('never_open'), 'none', order],
  [placementReason('never_open'), null, null, order],
  [placementReason('opens_too_late'), null, null, order],
  [reason('refused_by_service', {}), null, null, null],
];

test.each(engines)(
  'what is a person’s goes once it is put right, also of an earlier version, on %s',
  async (engine) => {
    const storage = await openTestStorage(engine);
    const shop = await installShop(storage, 'earlier.myshopify.com');
    const orders = rows.map(
      ([why], index) => ({ ...orderRecord(shop, index), state, reason: why, waitsFor: null }) as const,
    );
    for (const [index, one] of orders.entries()) {
      const waitsFor = rows[index]?.[1] ?? null;
      const deliveries = waitsFor === 'none' ? [] : [{ ...deliveryRecord(one, 0), reason: one.reason, waitsFor }];
      await storage.orders.change(shop, one.orderId, () => ({ change: { order: one, deliveries }, result: null }));
    }
    await waitsForOrder.up(storage.db as Kysely<unknown>);
    for (const [index, { orderId }] of orders.entries()) {
      const { order: stored, deliveries } = await storage.orders.load(shop, orderId);
      const found = [stored?.reason?.code, stored?.waitsFor, deliveries[0]?.waitsFor];
      expect(found).toEqual([rows[index]?.[0].code, rows[index]?.[2], rows[index]?.[3]]);
    }
    await storage.close();
  },
);
