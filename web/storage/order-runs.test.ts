import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { exampleDelivery } from '#testing/deliveries/example-delivery.ts';
import type { Storage } from './open-storage.ts';
import { createOrderRuns, extendLeasesMs, type OrderRuns, orderDueChannel } from './order-runs.ts';
import { orderRecord } from './panel/testing/seed-orders.ts';
import { engines, installShop, openTestStorage } from './testing/engines.ts';

const realIds = (count: number): OrderId[] =>
  Array.from({ length: count }, (_, index) => String(5_000_000_000_058 + 32_768 * index) as OrderId);

describe.each(engines)('orders that are due, on %s', (engine) => {
  let storage: Storage;
  let runs: OrderRuns;
  let shops = 0;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
    runs = createOrderRuns(storage.database);
    return () => storage.close();
  });
  const shopWith = async (ids: readonly OrderId[], at: number | null = null): Promise<ShopDomain> => {
    shops += 1;
    const shop = await installShop(storage, `runs-${shops}.myshopify.com`);
    await runs.ask(
      storage.db,
      ids.map((orderId) => ({ shop, orderId, at })),
    );
    onTestFinished(async () => {
      await sql`delete from order_run where shop = ${shop}`.execute(storage.db);
    });
    return shop;
  };
  const claim = async (most = 10) => (await runs.claim(most)).map(({ orderId }) => orderId);

  test('an order that is asked for twice runs once, and again when it is asked for while it runs', async () => {
    const [id = '' as OrderId] = realIds(1);
    const shop = await shopWith([id, id]);
    await runs.ask(storage.db, [{ shop, orderId: id, at: null }]);
    const [run] = await runs.claim(10);
    expect(run).toMatchObject({ shop, orderId: id, again: false, failures: 0 });
    expect(await claim()).toEqual([]);
    await runs.ask(storage.db, [{ shop, orderId: id, at: null }]);
    expect(await claim()).toEqual([]);
    if (run) await runs.finish(run, { at: null, failed: false });
    expect(await claim()).toEqual([id]);
    const [last] = [await runs.claim(10)];
    expect(last).toEqual([]);
  });

  test('a run that is done is due again when it said so, and not before', async () => {
    const shop = await shopWith(realIds(1));
    const [run] = await runs.claim(1);
    if (run) await runs.finish(run, { at: Date.now() + 3_600_000, failed: false });
    expect(await claim()).toEqual([]);
    await sql`update order_run set next_run_at = now() where shop = ${shop}`.execute(storage.db);
    expect(await claim()).toHaveLength(1);
  });

  test('what an order waits for stays due when news runs it before', async () => {
    const [id = '' as OrderId] = realIds(1);
    const shop = await shopWith([id]);
    const later = Date.now() + 3_600_000;
    const order = { ...orderRecord(shop, 1), orderId: id, dueAt: later };
    await storage.orders.change(shop, id, () => ({ change: { order }, result: null }));
    const [run] = await runs.claim(1);
    if (run) await runs.finish(run, { at: null, failed: false });
    const row = await storage.db
      .selectFrom('order_run')
      .select('next_run_at')
      .where('shop', '=', shop)
      .executeTakeFirst();
    expect(row?.next_run_at?.getTime()).toBe(later);
  });

  test('what an order waits for cannot run it at once again while it fails', async () => {
    const [id = '' as OrderId] = realIds(1);
    const shop = await shopWith([id]);
    const order = { ...orderRecord(shop, 1), orderId: id, dueAt: Date.now() - 60_000 };
    await storage.orders.change(shop, id, () => ({ change: { order }, result: null }));
    const [run] = await runs.claim(1);
    if (run) await runs.finish(run, { failed: true, restsMs: 30_000 });
    const { rows } = await sql<{ in_ms: number }>`
      select extract(epoch from next_run_at - clock_timestamp())::float8 * 1000 as in_ms from order_run where shop = ${shop}
    `.execute(storage.db);
    expect(rows[0]?.in_ms).toBeGreaterThan(20_000);
    expect(rows[0]?.in_ms).toBeLessThanOrEqual(30_000);
  });

  test('what is due later is not read by a claim', async () => {
    const ids = realIds(3_000);
    const shop = await shopWith(ids, Date.now() + 3_600_000);
    await sql`update order_run set next_run_at = now() where shop = ${shop} and order_id = ${ids[7]}`.execute(
      storage.db,
    );
    expect(await readByClaim('order_run', 'tuples_fetched')).toBeLessThan(50);
  });

  test('shops that have nothing due are not visited by a claim', async () => {
    const [id = '' as OrderId] = realIds(1);
    await shopWith([id]);
    await shopsThatWait();
    // Nor does what a shop may not run, however much, make a flood.
    await sql`with held as (update shop set reconnect = true where shop = 'waits-1' returning shop)
      insert into order_run (shop, order_id, next_run_at) select shop, 'due-' || n, now() from held, generate_series(1, 300) as n`.execute(
      storage.db,
    );
    expect(await readByClaim('order_run_due', 'numscans')).toBeLessThan(20);
  });

  test('behind a flood a claim for the shop that has news goes through no other shop', async () => {
    const [id = '' as OrderId] = realIds(1);
    const shop = await shopWith([id]);
    const flood = await shopWith(realIds(300));
    await shopsThatWait();
    expect(await readByClaim('order_run_due', 'numscans', [shop])).toBeLessThan(10);
    expect((await runs.claim(10)).map((run) => run.shop)).toEqual(Array(4).fill(flood));
  });

  test('the notice of due orders names each shop once, whoever makes them due', async () => {
    const heard: string[] = [];
    const [id = '' as OrderId, second = '' as OrderId, later = '' as OrderId] = realIds(3);
    const [first, other] = [await shopWith([]), await shopWith([])];
    const stop = await storage.database.listen(orderDueChannel, (named) => heard.push(named));
    onTestFinished(stop);
    await runs.ask(storage.db, [
      { shop: first, orderId: id, at: null },
      { shop: first, orderId: second, at: null },
      { shop: other, orderId: later, at: Date.now() + 3_600_000 },
    ]);
    await expect.poll(() => heard).toEqual([first]);
    const order = { ...orderRecord(other, 1), orderId: id };
    await storage.orders.change(other, id, () => ({ change: { order, wakes: [{ at: null }] }, result: null }));
    await expect.poll(() => heard).toEqual([first, other]);
  });

  /** Four hundred shops, `waits-1` and on, with an order that waits for later. */
  async function shopsThatWait(): Promise<void> {
    onTestFinished(async () => {
      for (const table of ['order_run', 'shop'])
        await sql`delete from ${sql.table(table)} where shop like 'waits-%'`.execute(storage.db);
    });
    await sql`with waiting as (
        insert into shop (shop, settings, installed_at) select 'waits-' || n, '{}', now() from generate_series(1, 400) as n returning shop
      ) insert into order_run (shop, order_id, next_run_at) select shop, '1', now() + interval '1 hour' from waiting`.execute(
      storage.db,
    );
  }

  /** What a claim of one order reads of a table, or how often it goes through an index. */
  async function readByClaim(
    name: string,
    what: 'tuples_fetched' | 'numscans',
    shops: readonly ShopDomain[] | null = null,
  ): Promise<number> {
    // A planner looks at the ends of an index, and goes past what other tests left there.
    await sql`vacuum (analyze) order_run`.execute(storage.db);
    return storage.db.transaction().execute(async (trx) => {
      const read = async () => {
        const count = sql.raw(`pg_stat_get_xact_${what}('${name}'::regclass)::int4`);
        const { rows } = await sql<{ read: number }>`select ${count} as read`.execute(trx);
        return rows[0]?.read ?? 0;
      };
      const before = await read();
      expect(await createOrderRuns({ db: trx }).claim(10, shops)).toHaveLength(1);
      return (await read()) - before;
    });
  }

  test('a run that failed says so to the next one', async () => {
    await shopWith(realIds(1));
    const [run] = await runs.claim(1);
    if (run) await runs.finish(run, { at: Date.now() - 1, failed: true });
    expect(await runs.claim(1)).toMatchObject([{ again: true, failures: 1 }]);
  });

  test('a claim that names shops takes up theirs alone, a few of each', async () => {
    const [first, second] = [await shopWith(realIds(6)), await shopWith(realIds(1))];
    await shopWith(realIds(2));
    const claimed = (await runs.claim(10, [first, second, first])).map(({ shop }) => shop);
    expect(claimed.toSorted()).toEqual([first, first, first, first, second].toSorted());
    expect(await runs.claim(10, [])).toEqual([]);
    expect(await claim()).toHaveLength(2);
  });

  test('ids 32,768 apart run side by side, four of a shop at a time, the others when there is room', async () => {
    const ids = realIds(6);
    await shopWith(ids);
    const first = await runs.claim(10);
    expect(first).toHaveLength(4);
    expect(await claim()).toEqual([]);
    for (const run of first.slice(0, 2)) await runs.finish(run, { at: null, failed: false });
    expect(await claim()).toHaveLength(2);
  });

  test('10,000 due orders of one shop keep one order of another waiting for no round', async () => {
    await shopWith(realIds(10_000));
    const [last = '' as OrderId] = realIds(1);
    const other = await shopWith([last]);
    const claimed = await runs.claim(2);
    expect(claimed.map(({ shop }) => shop)).toContain(other);
  });

  test('a paid order goes before the news of four hundred that rest', async () => {
    const ids = realIds(401);
    const shop = await shopWith([]);
    const news = ids.slice(0, 400).map((orderId) => ({ shop, orderId, at: null, rank: 'resting' as const }));
    await runs.ask(storage.db, news);
    const paid = ids[400] as OrderId;
    await runs.ask(storage.db, [{ shop, orderId: paid, at: null, rank: 'paid' }]);
    expect(await claim(1)).toEqual([paid]);
  });

  test('the orders of a dead worker are due again once its leases are over; those of a living one are not', async () => {
    const shop = await shopWith(realIds(2));
    const [dead, living] = [await runs.claim(1), await runs.claim(1)];
    await sql`update order_run set lease_until = now() where shop = ${shop} and order_id = ${dead[0]?.orderId}`.execute(
      storage.db,
    );
    await runs.extend([...living, ...dead]);
    expect(await runs.reclaim()).toBe(1);
    expect(await runs.claim(10)).toMatchObject([{ orderId: dead[0]?.orderId, again: true }]);
    // Whoever stood still and comes back changes nothing for the new one.
    if (dead[0]) await runs.finish(dead[0], { at: null, failed: true });
    if (living[0]) await runs.finish(living[0], { at: null, failed: false });
    expect(await claim()).toEqual([]);
  });

  test('a living worker may miss several extensions before its orders are another’s', async () => {
    const shop = await shopWith(realIds(1));
    const run = await runs.claim(1);
    const extensionsLeft = async (): Promise<number> => {
      const { rows } = await sql<{ ms: number }>`
        select extract(epoch from lease_until - clock_timestamp())::float8 * 1000 as ms from order_run where shop = ${shop}
      `.execute(storage.db);
      return Math.floor((rows[0]?.ms ?? 0) / extendLeasesMs);
    };
    expect(await extensionsLeft()).toBeGreaterThanOrEqual(4);
    await sql`update order_run set lease_until = now() + interval '1 second' where shop = ${shop}`.execute(storage.db);
    expect(await extensionsLeft()).toBeLessThan(4);
    await runs.extend(run);
    expect(await extensionsLeft()).toBeGreaterThanOrEqual(4);
  });

  test('what a dead worker left goes before what was paid since, ever later where it dies again and again', async () => {
    const [dead = '' as OrderId, ...others] = realIds(9);
    const shop = await shopWith([dead]);
    await runs.claim(1);
    const paid = others.map((orderId) => ({ shop, orderId, at: Date.now() - 60_000, rank: 'paid' as const }));
    await runs.ask(storage.db, paid);
    const row = sql`where shop = ${shop} and order_id = ${dead}`;
    const rests: number[] = [];
    for (let deaths = 1; deaths <= 12; deaths += 1) {
      const ended = await sql<{ at: string }>`
        update order_run set lease_until = now() - interval '1 hour' ${row} returning lease_until::text as at`.execute(
        storage.db,
      );
      await runs.reclaim();
      const { rows } = await sql<{ s: number }>`
        select extract(epoch from next_run_at - ${ended.rows[0]?.at}::timestamptz)::float8 as s from order_run ${row}`.execute(
        storage.db,
      );
      rests.push(Math.ceil(rows[0]?.s ?? Number.NaN));
      expect(await claim(1)).toEqual([dead]);
    }
    expect(rests).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  test('a dead worker’s order is due when nobody may still be calling the service about it', async () => {
    const [id = '' as OrderId] = realIds(1);
    const shop = await shopWith([id]);
    const callEnds = Date.now() + 60_000;
    const delivery = { ...exampleDelivery(), shop, orderId: id, state: 'placing' as const, leaseUntil: callEnds };
    const order = { ...orderRecord(shop, 1), orderId: id };
    await storage.orders.change(shop, id, () => ({ change: { order, deliveries: [delivery] }, result: null }));
    await runs.claim(1);
    await sql`update order_run set lease_until = now() where shop = ${shop}`.execute(storage.db);
    await runs.reclaim();
    const row = await storage.db.selectFrom('order_run').select('next_run_at').where('shop', '=', shop).execute();
    expect(row[0]?.next_run_at?.getTime()).toBe(callEnds);
  });

  test('a run that stood still past its lease decides nothing once another has begun', async () => {
    const [id = '' as OrderId] = realIds(1);
    const shop = await shopWith([id]);
    const decided: string[] = [];
    const decideAs = (run?: { fence: string }) =>
      storage.orders.change(
        shop,
        id,
        () => {
          decided.push(run?.fence ?? '');
          return { change: null, result: null };
        },
        run,
      );
    const [still] = await runs.claim(1);
    await sql`update order_run set lease_until = now() where shop = ${shop}`.execute(storage.db);
    await runs.reclaim();
    // Nobody has begun yet: whatever it takes now, the next run sees.
    expect(await decideAs(still)).toMatchObject({ kind: 'done' });
    const [next] = await runs.claim(1);
    expect(await decideAs(still)).toEqual({ kind: 'overtaken' });
    expect(await decideAs(next)).toMatchObject({ kind: 'done' });
    expect(decided).toEqual([still?.fence, next?.fence]);
    if (next) await runs.finish(next, { at: null, failed: false });
    expect(await decideAs(still)).toEqual({ kind: 'overtaken' });
  });

  test('a run that was overtaken writes nothing, however well it still knows the order', async () => {
    const [id = '' as OrderId] = realIds(1);
    const shop = await shopWith([id]);
    const order = { ...orderRecord(shop, 1), orderId: id };
    const [still] = await runs.claim(1);
    const from = await storage.orders.load(shop, id);
    await sql`update order_run set lease_until = now() where shop = ${shop}`.execute(storage.db);
    await runs.reclaim();
    await runs.claim(1);
    const write = () => ({ change: { order }, result: null });
    expect(await storage.orders.change(shop, id, write, { from, fence: still?.fence ?? '' })).toEqual({
      kind: 'overtaken',
    });
    expect(await storage.orders.load(shop, id)).toMatchObject({ order: null });
  });

  test.each([
    ['is not installed any more', sql`uninstalled_at = now()`],
    ['must be connected again', sql`reconnect = true`],
    ['was asked to slow down', sql`throttled_until = now() + interval '1 minute'`],
  ])('no order of a shop that %s runs, and each as soon as that is over', async (_name, obstacle) => {
    const shop = await shopWith(realIds(2));
    await sql`update shop set ${obstacle} where shop = ${shop}`.execute(storage.db);
    expect(await claim()).toEqual([]);
    await sql`update shop set uninstalled_at = null, reconnect = false, throttled_until = null where shop = ${shop}`.execute(
      storage.db,
    );
    expect(await claim()).toHaveLength(2);
  });

  test('a shop that Shopify asks to slow down waits until the latest time that it was told', async () => {
    const [shop, other] = [await shopWith(realIds(1)), await shopWith(realIds(1))];
    await runs.waitForShop(shop, 300);
    await runs.waitForShop(shop, 600_000);
    await runs.waitForShop(shop, 1_000);
    expect((await runs.claim(10)).map((run) => run.shop)).toEqual([other]);
    const { rows } = await sql<{ in_ms: number }>`
      select extract(epoch from throttled_until - clock_timestamp())::float8 * 1000 as in_ms from shop where shop = ${shop}
    `.execute(storage.db);
    expect(rows[0]?.in_ms).toBeGreaterThan(500_000);
    await sql`update shop set throttled_until = null where shop = ${shop}`.execute(storage.db);
    await runs.waitForShop(shop, 1);
    await expect.poll(() => claim()).toHaveLength(1);
  });

  test('two workers that look at once never take the same order', async () => {
    await Promise.all(Array.from({ length: 5 }, () => shopWith(realIds(4))));
    const keys: string[] = [];
    for (let round = 0; keys.length < 20 && round < 20; round += 1) {
      const claimed = await Promise.all(Array.from({ length: 8 }, () => runs.claim(3)));
      keys.push(...claimed.flat().map(({ shop, orderId }) => `${shop}/${orderId}`));
    }
    expect(keys).toHaveLength(20);
    expect(new Set(keys).size).toBe(20);
  });
});
