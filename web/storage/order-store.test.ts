import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from './open-storage.ts';
import { orderRecord } from './panel/testing/seed-orders.ts';
import { redactOrders } from './redact.ts';
import { engines, installShop, openTestStorage } from './testing/engines.ts';

describe.each(engines)('on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close(1_000));

  test('an order that was read before its erasure does not come back after it', async () => {
    const shop = await installShop(storage, 'erased.myshopify.com');
    const order = orderRecord(shop, 7);
    const write = () => storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
    expect(await write()).toMatchObject({ kind: 'done', after: { order: { orderId: order.orderId }, erased: false } });
    await redactOrders(storage, shop, [order.orderId], null);
    expect(await write()).toMatchObject({ kind: 'done', after: { order: null, erased: true } });
    expect(await storage.orders.load(shop, order.orderId)).toMatchObject({ order: null, deliveries: [], erased: true });
  });

  test('a sweep looks at an order whose last change was our own write only where its echo did not come', async () => {
    const shop = await installShop(storage, 'own-write.myshopify.com');
    const foundWith = async (number: number, writtenAgoMs: number): Promise<number> => {
      const updatedAt = Date.now() - writtenAgoMs;
      const ownWrite = { updatedAt, noteHash: 'ours' };
      const order = { ...orderRecord(shop, number), shopifyUpdatedAt: updatedAt - 60_000, ownWrite };
      await storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
      const { orderId: id, name } = order;
      const at = new Date(updatedAt).toISOString();
      const listed = { id, number, name, updatedAt: at, processedAt: at, financialStatus: 'PAID', cancelledAt: null };
      return storage.sweeps.reconcile(shop, [listed], { startedAt: updatedAt, next: null, leaseMs: 1_000 });
    };
    expect(await foundWith(9, 10_000)).toBe(0);
    expect(await foundWith(10, 600_000)).toBe(1);
  });

  test('a webhook that says nothing new moves on what was seen of the order, and never back', async () => {
    const shop = await installShop(storage, 'echo.myshopify.com');
    const order = orderRecord(shop, 8);
    await storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
    const seen = async () => {
      const { order: stored } = await storage.orders.load(shop, order.orderId);
      return [stored?.shopifyUpdatedAt, stored?.echoFingerprint];
    };
    const mark = (seenAt: number, echoFingerprint: string) =>
      storage.orders.markWebhooksKnown(shop, order.orderId, { ids: [], seenAt, echoFingerprint });
    const later = order.shopifyUpdatedAt + 5_000;
    await mark(later, 'a|b');
    expect(await seen()).toEqual([later, 'a|b']);
    await mark(order.shopifyUpdatedAt, 'a|old');
    expect(await seen()).toEqual([later, 'a|b']);
  });
});
