import { sql } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { PortWorld } from '#testing/ports/port-world.ts';
import { redactOrders } from '../redact.ts';
import { type EngineName, installShop, openTestStorage } from './engines.ts';

/** The stores on an engine, for the suites of their ports. */
export async function openPortWorld(engine: EngineName): Promise<PortWorld> {
  const storage = await openTestStorage(engine);
  const { db, orders, shops, sweeps, runs } = storage;
  let count = 0;
  const rowOf = (shop: ShopDomain, orderId: OrderId) =>
    db
      .selectFrom('order_run')
      .select(['fence', 'next_run_at'])
      .where('shop', '=', shop)
      .where('order_id', '=', orderId)
      .executeTakeFirst();
  return {
    ...{ orders, shops, sweeps },
    addShop: () => {
      count += 1;
      return installShop(storage, `port-${count}.myshopify.com`);
    },
    redact: async (shop, orderId) => {
      await redactOrders(storage, shop, [orderId], null);
    },
    receive: async (shop, orderId, { topic }) => {
      const { id } = await db
        .insertInto('webhook')
        .values({
          shop,
          webhook_id: sql<string>`gen_random_uuid()::text`,
          topic,
          state: 'dispatched',
          order_id: orderId,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    beginRun: async (shop, orderId) => {
      await runs.ask(db, [{ shop, orderId, at: null, rank: 'paid' }]);
      await sql`update order_run set lease_until = null where shop = ${shop}`.execute(db);
      for (const run of await runs.claim(1_000)) if (run.orderId === orderId && run.shop === shop) return run.fence;
      throw new Error('the order was not claimed');
    },
    runsAt: async (shop, orderId) => (await rowOf(shop, orderId))?.next_run_at?.getTime() ?? null,
    close: () => storage.close(),
  };
}
