import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change, OrderAggregate } from '#deliveries/order.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { exampleDelivery } from '#testing/deliveries/example-delivery.ts';
import { eraseOldOrders } from './erase-old.ts';
import type { Storage } from './open-storage.ts';
import { orderRecord } from './panel/testing/seed-orders.ts';
import { redactOrders } from './redact.ts';
import { engines, installShop, openTestStorage } from './testing/engines.ts';

describe.each(engines)('on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  test('an order that was read before its erasure does not come back after it', async () => {
    const shop = await installShop(storage, 'erased.myshopify.com');
    const order = orderRecord(shop, 7);
    const write = () => storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
    expect(await write()).toMatchObject({ kind: 'done', after: { order: { orderId: order.orderId }, erased: false } });
    await redactOrders(storage, shop, [order.orderId], null);
    expect(await write()).toMatchObject({ kind: 'done', after: { order: null, erased: true } });
    expect(await storage.orders.load(shop, order.orderId)).toMatchObject({ order: null, deliveries: [], erased: true });
  });

  test('what one change leaves is what the next begins with, and nothing is concluded from what is old', async () => {
    const shop = await installShop(storage, 'known.myshopify.com');
    const order = orderRecord(shop, 12);
    const { orderId } = order;
    const write = (number: number) => () => ({ change: { order: { ...order, number } }, result: null });
    const first = await storage.orders.change(shop, orderId, write(1));
    if (first.kind !== 'done') throw new Error(first.kind);
    const seen: (number | undefined)[] = [];
    const look = ({ order: stored }: OrderAggregate) => {
      seen.push(stored?.number);
      return { change: null, result: stored?.number };
    };
    await storage.orders.change(shop, orderId, write(2));
    expect(await storage.orders.change(shop, orderId, look, { from: first.after })).toMatchObject({ result: 2 });
    expect(seen).toEqual([1, 2]);
    await redactOrders(storage, shop, [orderId], null);
    expect(await storage.orders.change(shop, orderId, write(3), { from: first.after })).toMatchObject({
      after: { order: null, erased: true },
    });
  });

  test('what is encrypted is written anew only where it changed', async () => {
    const shop = await installShop(storage, `kept-${engine}.myshopify.com`);
    const order = orderRecord(shop, 14);
    const { orderId } = order;
    const delivery = exampleDelivery({ shop, orderId, note: 'pending' });
    const write = async (change: Change) => {
      const written = await storage.orders.change(shop, orderId, () => ({ change, result: null }));
      const { order: readOrder, deliveries } = await storage.orders.load(shop, orderId);
      expect({ order: readOrder, delivery: deliveries[0] }).toEqual({
        order: change.order,
        delivery: change.deliveries?.[0],
      });
      expect(written.kind).toBe('done');
      const at = sql`where shop = ${shop} and order_id = ${orderId}`;
      const stored = await sql<{ of_order: string; of_delivery: string }>`select
        (select private from shop_order ${at}) as of_order, (select private from delivery ${at}) as of_delivery`.execute(
        storage.db,
      );
      return stored.rows[0];
    };
    const first = await write({ order, deliveries: [delivery] });
    const noted = { ...delivery, note: 'written' as const, fence: delivery.fence + 1 };
    expect(await write({ order: { ...order, number: 15 }, deliveries: [noted] })).toEqual(first);
    const named = { ...order, customerName: 'Naledi Khumalo' };
    const refused = { ...noted, note: 'refused' as const };
    const second = await write({ order: named, deliveries: [refused] });
    expect(second?.of_order).not.toBe(first?.of_order);
    expect(second?.of_delivery).not.toBe(first?.of_delivery);
  });

  test.each([
    [
      'known',
      async (shop: ShopDomain, index: number) => {
        const order = orderRecord(shop, index);
        await storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
        return order;
      },
    ],
    ['never seen', async (shop: ShopDomain, index: number) => orderRecord(shop, index)],
  ])('whoever read a %s order before its erasure brings nothing of it back', async (name, given) => {
    const shop = await installShop(storage, `${name.replace(' ', '-')}-${engine}.myshopify.com`);
    const order = await given(shop, 13);
    const from = await storage.orders.load(shop, order.orderId);
    await redactOrders(storage, shop, [order.orderId], null);
    const outcome = await storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }), {
      from,
    });
    expect(outcome).toMatchObject({ after: { order: null, erased: true } });
    expect(await storage.orders.load(shop, order.orderId)).toMatchObject({ order: null });
  });

  test('whoever read an order before retention erased it brings nothing of it back', async () => {
    const shop = await installShop(storage, `retained-${engine}.myshopify.com`);
    const order = { ...orderRecord(shop, 14), state: 'skipped' as const, updatedAt: Date.now() - 90 * 86_400_000 };
    await storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }));
    const from = await storage.orders.load(shop, order.orderId);
    expect(await eraseOldOrders(storage.db, shop, 10)).toBe(1);
    const outcome = await storage.orders.change(shop, order.orderId, () => ({ change: { order }, result: null }), {
      from,
    });
    expect(outcome).toMatchObject({ after: { order: null, erased: true } });
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
});
