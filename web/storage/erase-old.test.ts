import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { eraseOldAccess, eraseOldBodies, eraseOldWebhooks } from './erase-old.ts';
import { eraseOrders, repeatErasures } from './redact.ts';
import type { Tables } from './schema.ts';
import { engines, openTestStorage } from './testing/engines.ts';

const shop = 'shop-1.myshopify.com' as ShopDomain;
const year = 366 * 24 * 60;

/** Views of many shops, one a minute before now; every twentieth of an order. */
async function look(db: Kysely<Tables>, count: number, minutesAgo = 0): Promise<void> {
  await sql`insert into access_log (shop, at, actor, what, order_id)
    select 'shop-' || n % 50 || '.myshopify.com', now() - (n + ${minutesAgo}::int) * interval '1 minute', 'staff 7', 'order',
      case when n % 20 = 1 then n::text end
    from generate_series(1, ${count}::int) n`.execute(db);
  await sql`analyze access_log`.execute(db);
}

const left = async (db: Kysely<Tables>) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from access_log`.execute(db);
  return rows[0]?.n;
};

/** How many views this transaction has read, one by one or through an index. */
async function readByNow(trx: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select (pg_stat_get_xact_tuples_returned('access_log'::regclass)
    + pg_stat_get_xact_tuples_fetched('access_log'::regclass))::int4 as n`.execute(trx);
  return rows[0]?.n ?? 0;
}

describe.each(engines)('on %s', (engine) => {
  test('views older than a year go, so many at a time', async () => {
    const { db, close } = await openTestStorage(engine);
    onTestFinished(close);
    await look(db, 10);
    await look(db, 25, year);
    expect(await eraseOldAccess(db, 20)).toBe(20);
    expect(await eraseOldAccess(db, 20)).toBe(5);
    expect(await left(db)).toBe(10);
  });

  test('old bodies go where an order’s run needs none of them, and stay where they say what is to be done', async () => {
    const { db, close } = await openTestStorage(engine);
    onTestFinished(close);
    for (const [topic, orderId, days] of [
      ['orders/paid', '1', 8],
      ['orders/updated', '1', 6],
      ['shop/redact', null, 8],
    ] as const)
      await sql`insert into webhook (shop, webhook_id, topic, state, order_id, body_sealed, received_at)
        values (${shop}, ${topic}, ${topic}, 'dispatched', ${orderId}, 'x', now() - ${days} * interval '1 day')`.execute(
        db,
      );
    expect([await eraseOldBodies(db, shop, 10), await eraseOldBodies(db, shop, 10)]).toEqual([1, 0]);
    const kept = db.selectFrom('webhook').select('topic').where('body_sealed', 'is not', null).orderBy('topic');
    expect(await kept.execute()).toEqual([{ topic: 'orders/updated' }, { topic: 'shop/redact' }]);
  });

  test('what waits without an order goes in time, and stays where it is to be carried out', async () => {
    const { db, close } = await openTestStorage(engine);
    onTestFinished(close);
    const compliance = ['customers/data_request', 'customers/redact', 'shop/redact'];
    const store = (webhookId: string, topic: string, orderId: string | null, days: number) =>
      sql`insert into webhook (shop, webhook_id, topic, state, order_id, body_sealed, received_at) values (${shop},
        ${webhookId}, ${topic}, 'dispatched', ${orderId}, 'x', now() - ${days} * interval '1 day')`.execute(db);
    for (const topic of ['app/uninstalled', ...compliance, 'fulfillment_orders/moved', 'locations/update'])
      await store(topic, topic, null, 8);
    await store('fresh', 'fulfillment_orders/moved', null, 6);
    await store('of an order', 'fulfillment_orders/moved', '1', 8);
    expect([await eraseOldWebhooks(db, shop, 10), await eraseOldWebhooks(db, shop, 10)]).toEqual([2, 0]);
    const kept = await db.selectFrom('webhook').select('webhook_id').orderBy('id').execute();
    expect(kept.map((row) => row.webhook_id)).toEqual(['app/uninstalled', ...compliance, 'fresh', 'of an order']);
  });

  test('to forget views, or which order they were of, reads no others', async () => {
    const { db, close } = await openTestStorage(engine);
    onTestFinished(close);
    await look(db, 20_000);
    await look(db, 2_000, year);
    await db.insertInto('redaction').values({ shop, order_id: '201' }).execute();
    await sql`analyze redaction`.execute(db);
    await db.transaction().execute(async (trx) => {
      await eraseOrders(trx, shop, ['1' as OrderId, '101' as OrderId]);
      await repeatErasures(trx);
      expect(await readByNow(trx)).toBeLessThan(100);
      expect(await eraseOldAccess(trx, 10_000)).toBe(2_000);
      expect(await readByNow(trx)).toBeLessThan(10_000);
    });
    const named = db.selectFrom('access_log').select('order_id').where('order_id', 'in', ['1', '101', '201', '301']);
    expect(await named.execute()).toEqual([{ order_id: '301' }]);
  });
});

test('what is given its order while the retention looks at it is kept', async () => {
  const storage = await openTestStorage('server');
  onTestFinished(() => storage.close());
  const { db } = storage;
  await sql`insert into webhook (shop, webhook_id, topic, state, received_at)
    values (${shop}, '1', 'fulfillment_orders/moved', 'dispatched', now() - interval '8 days')`.execute(db);
  let erased: Promise<number> | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`update webhook set order_id = '1' where shop = ${shop}`.execute(trx);
    erased = eraseOldWebhooks(db, shop, 10);
    await Promise.race([erased, sleep(200)]);
  });
  expect(await erased).toBe(0);
});
