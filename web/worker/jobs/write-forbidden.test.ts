import { expect, onTestFinished, test } from 'vitest';
import { reason } from '#deliveries/reasons.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { createLogger } from '#runtime/logger.ts';
import { deliveryRecord, orderRecord } from '#storage/panel/testing/seed-orders.ts';
import { engines, installShop, openTestStorage } from '#storage/testing/engines.ts';
import { createForbiddenJob } from './write-forbidden.ts';

const forbidden = { ...reason('note_refused', {}), of: 'note' as const, forbiddenAt: Date.now() - 60_000 };

test.each(engines)(
  'what a shop has approved since is owed again, a few orders of each shop at a time, on %s',
  async (engine) => {
    const storage = await openTestStorage(engine);
    onTestFinished(() => storage.close());
    const { db } = storage;
    const [large, small] = [
      await installShop(storage, 'large.myshopify.com'),
      await installShop(storage, 'small.myshopify.com'),
    ];
    const add = async (shop: ShopDomain, count: number) => {
      for (let index = 0; index < count; index += 1) {
        const order = orderRecord(shop, index);
        const placed = { placedAt: 1, writtenBackAt: 2, note: 'refused' as const, refusals: [forbidden] };
        const change = { order, deliveries: [{ ...deliveryRecord(order, 0), ...placed }] };
        await storage.orders.change(shop, order.orderId, () => ({ change, result: null }));
      }
    };
    await add(large, 45);
    await add(small, 1);
    const rows = (shop: ShopDomain) =>
      db.selectFrom('delivery').select(['order_id', 'written_back_at', 'forbidden_at']).where('shop', '=', shop);
    const owed = async (shop: ShopDomain) =>
      (await rows(shop).where('written_back_at', 'is', null).where('forbidden_at', 'is', null).execute()).length;
    const ran = () => db.updateTable('order_run').set({ next_run_at: null }).execute();
    // Of the first, no key at hand opens what is private; an older version wrote the second anew.
    const [unopened, older] = await rows(large).orderBy('order_id').limit(2).execute();
    const of = (orderId: string | undefined) =>
      db.updateTable('delivery').where('shop', '=', large).where('order_id', '=', String(orderId));
    await of(unopened?.order_id).set({ private: 'k9:x' }).execute();
    await storage.orders.change(large, older?.order_id as never, ({ deliveries }) => ({
      change: { deliveries: deliveries.map((delivery) => ({ ...delivery, refusals: [] })) },
      result: null,
    }));
    await of(older?.order_id)
      .set({ forbidden_at: new Date(1) })
      .execute();

    const round = createForbiddenJob({ storage, logger: createLogger('silent') });
    await ran();
    await round();
    expect([await owed(large), await owed(small)]).toEqual([18, 1]);
    const { next_run_at: due } = await db
      .selectFrom('order_run')
      .select('next_run_at')
      .where('shop', '=', small)
      .executeTakeFirstOrThrow();
    expect(due).toEqual(expect.any(Date));
    await round();
    expect(await owed(large)).toBe(20);
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await ran();
      await round();
    }
    expect(await owed(large)).toBe(43);
    const left = await rows(large).where('forbidden_at', 'is not', null).execute();
    expect(left).toMatchObject([{ order_id: unopened?.order_id }]);
    await ran();
    await round();
    expect(await db.selectFrom('order_run').select('order_id').where('next_run_at', 'is not', null).execute()).toEqual(
      [],
    );
  },
);
