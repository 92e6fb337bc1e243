import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { eraseOldAccess, eraseOldBodies } from './erase-old.ts';
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
