import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import { copyOrders } from '#storage/testing/copy-orders.ts';
import { openTestStorage } from '#storage/testing/engines.ts';
import { orderKinds } from '#store-simulator/catalogue/order-kinds.ts';
import { demoShop } from '../local-world.ts';
import { startTestWorld } from '../test-world.ts';

export interface ErasureResult {
  /** Past the shop's retention when the app started, and of those what is stored still. */
  old: number;
  left: number;
  elapsedMs: number;
  /** Whether an order that was paid meanwhile got its driver. */
  placedMeanwhile: boolean;
}

/** Starts the app on `orders` orders that are older than the shop keeps them, and lets its own rounds erase them. */
export async function eraseManyOrders(
  freshDatabase: () => Promise<string>,
  { orders, withinMs }: { orders: number; withinMs: number },
): Promise<ErasureResult> {
  const url = await freshDatabase();
  const secret = randomBytes(32);
  const shop = demoShop as ShopDomain;
  const storage = await openTestStorage('server', { url, encryption: { keys: [{ id: 'k', secret }] } });
  try {
    await copyOrders(storage, shop, orders);
    await sql`update shop_order set updated_at = now() - interval '40 days'`.execute(storage.db);
    await sql`insert into shop (shop) values (${shop}) on conflict do nothing`.execute(storage.db);
  } finally {
    await storage.close();
  }

  const startedAt = performance.now();
  const world = await startTestWorld({
    freshDatabase,
    env: { DATABASE_URL: url, ENCRYPTION_KEYS: `k:${secret.toString('base64')}` },
    unjudged: 'the old orders are of no store',
  });
  try {
    const { db } = world.app.context.storage;
    const left = async () => {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from shop_order where updated_at < now() - interval '31 days')
          + (select count(*) from delivery d where not exists (
            select from shop_order o where o.shop = d.shop and o.order_id = d.order_id)) as count`.execute(db);
      return Number(rows[0]?.count);
    };
    const { id } = world.store.addOrder(demoShop, orderKinds.paid({ number: 900_001 }));
    const { state } = await world.orderUntil(id, (view) => view.state === 'placed', withinMs);
    let some = await left();
    for (const until = Date.now() + withinMs; some > 0 && Date.now() < until; some = await left()) await pause(200);
    const elapsedMs = Math.round(performance.now() - startedAt);
    return { old: orders + 1, left: some, elapsedMs, placedMeanwhile: state === 'placed' };
  } finally {
    await world.close();
  }
}
