import { expect, onTestFinished, test } from 'vitest';
import type { DriftItem } from '#api-contract/drift.ts';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { openTestStorage } from '../testing/engines.ts';
import { createPanelReads } from './panel-reads.ts';
import { deliveryRecord, orderRecord } from './testing/seed-orders.ts';

const shop = 'alarms.myshopify.com' as ShopDomain;
const day = 86_400_000;

test('a driver who comes for nothing today is shown, however many old tasks nobody has closed', async () => {
  const onError = (error: unknown) => {
    throw error;
  };
  const storage = await openTestStorage('pglite', { onError });
  onTestFinished(() => storage.close());
  const now = Date.now();
  const put = async (index: number, slotAt: number, drift: DriftItem, changes: Partial<DeliveryRecord>) => {
    const order = { ...orderRecord(shop, index * 6), updatedAt: slotAt };
    const base = deliveryRecord(order, 0);
    const service = base.service && { ...base.service, slot: { start: new Date(slotAt).toISOString(), end: null } };
    const delivery: DeliveryRecord = { ...base, ...changes, service, drift: [drift] };
    await storage.orders.change(shop, order.orderId, () => ({
      change: { order, deliveries: [delivery], paidAtShopify: true },
      result: null,
    }));
    return delivery.orderReference;
  };
  const back: DriftItem = { about: 'not_delivered', field: 'delivery', placed: 'to be delivered', now: 'returned' };
  for (let index = 0; index < 20; index += 1)
    await put(index, now - (20 - index) * day, back, { progress: 'returned' });
  const ended: DriftItem = { about: 'order_ended', field: 'order', placed: 'open', now: 'cancelled' };
  const today = await put(20, now + 3_600_000, ended, {});
  const shown = await createPanelReads(storage).changed(shop, 20);
  expect(shown).toHaveLength(20);
  expect(shown.map(({ delivery }) => delivery.orderReference)).toContain(today);
});
