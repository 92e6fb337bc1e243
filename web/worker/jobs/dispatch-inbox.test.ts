import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ShopDomain } from '#placement/ids.ts';
import { readFigures } from '#storage/figures.ts';
import type { Storage } from '#storage/open-storage.ts';
import { rescueIdle } from '#storage/rescue.ts';
import { engines, installShop, openTestStorage } from '#storage/testing/engines.ts';
import { dispatchInbox } from './dispatch-inbox.ts';

async function twoShops(engine: (typeof engines)[number]) {
  const storage = await openTestStorage(engine);
  onTestFinished(() => storage.close(1_000));
  const busy = await installShop(storage, 'busy.myshopify.com');
  const quiet = await installShop(storage, 'quiet.myshopify.com');
  return { storage, busy, quiet };
}

async function receive({ inbox }: Storage, shop: ShopDomain, topic: string, id: number): Promise<void> {
  const body = topic.startsWith('orders/')
    ? { id, admin_graphql_api_id: `gid://shopify/Order/${id}` }
    : { domain: shop };
  await inbox.receive({
    shop,
    webhookId: `${topic} ${id}`,
    topic,
    triggeredAt: null,
    body: Buffer.from(JSON.stringify(body)),
    unusable: null,
  });
}

/** Orders 1 to `count` of a shop, paid at the same time. */
async function receiveFlood(storage: Storage, shop: ShopDomain, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => receive(storage, shop, 'orders/paid', index + 1)));
}

/** Hands on what can be handed on, as the worker does. */
async function dispatchAll(storage: Storage): Promise<void> {
  while (await dispatchInbox({ storage }));
}

async function newOf({ db }: Storage, shop: ShopDomain): Promise<number> {
  const rows = await db
    .selectFrom('webhook')
    .select('id')
    .where('shop', '=', shop)
    .where('state', '=', 'new')
    .execute();
  return rows.length;
}

async function readyOf({ db }: Storage, shop: ShopDomain): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from job_queue.job
    where data ->> 'shop' = ${shop} and state < 'active' and start_after <= now()`.execute(db);
  return rows[0]?.count ?? 0;
}

describe.each(engines)('on %s', (engine) => {
  test("a shop's flood waits in the inbox; another shop's order and its own uninstallation do not wait behind it", async () => {
    const { storage, busy, quiet } = await twoShops(engine);
    await receiveFlood(storage, busy, 350);
    await receive(storage, quiet, 'orders/paid', 1_000);
    await receive(storage, busy, 'app/uninstalled', 1);
    await dispatchAll(storage);

    expect(await newOf(storage, quiet)).toBe(0);
    expect(await readyOf(storage, quiet)).toBe(1);
    expect(await storage.inbox.shopWebhooks(10)).toMatchObject([{ topic: 'app/uninstalled' }]);
    // A batch that begins below the limit of 100 may pass it.
    const ready = await readyOf(storage, busy);
    expect(ready).toBeGreaterThanOrEqual(100);
    expect(ready).toBeLessThan(200);
    expect(await newOf(storage, busy)).toBe(350 - ready);
    expect(await readFigures(storage.db)).toMatchObject({ jobs: { ready: ready + 1 }, webhooks: 350 - ready });

    // As soon as there is room the rest follows.
    const seen = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const done = sql<{
        order_id: string;
      }>`delete from job_queue.job where name = 'orders' returning data ->> 'orderId' as order_id`;
      for (const { order_id } of (await done.execute(storage.db)).rows) seen.add(order_id);
      await dispatchAll(storage);
    }
    expect(seen.size).toBe(351);
  });

  test('a webhook that waits in the inbox counts with its age, and is not taken for lost when its turn is queued', async () => {
    const { storage, busy } = await twoShops(engine);
    await receive(storage, busy, 'orders/paid', 1);
    await sql`update webhook set received_at = now() - interval '5 minutes'`.execute(storage.db);
    expect((await readFigures(storage.db)).oldestJobSeconds).toBeGreaterThan(299);
    await dispatchAll(storage);
    await rescueIdle(storage.db, storage.queue, 60_000);
    expect(await readyOf(storage, busy)).toBe(1);
    await sql`delete from job_queue.job where name = 'orders'`.execute(storage.db);
    await rescueIdle(storage.db, storage.queue, 60_000);
    expect(await readyOf(storage, busy)).toBe(1);
  });
});
