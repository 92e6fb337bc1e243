import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { OrderJob } from './job-queue.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { engines, openTestStorage, testKeys } from './testing/engines.ts';

const open = (dataDir: string): Promise<Storage> =>
  openStorage({
    url: undefined,
    dataDir,
    encryption: testKeys,
    maxConnections: 6,
    supervise: true,
    onError: () => undefined,
    log: () => undefined,
  });

test('an embedded database gives the work of the process before at once to the next one, as a repeated run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'same-day-jobs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await open(join(folder, 'data'));
  await first.queue.wake(first.db, 'a.myshopify.com' as ShopDomain, '1' as OrderId, { kind: 'advance', at: null });
  // As a process leaves it that is killed at work.
  await sql`update job_queue.job set state = 'active', started_on = now(), heartbeat_on = now()`.execute(first.db);
  await first.database.close();

  const second = await open(join(folder, 'data'));
  onTestFinished(() => second.close(1_000));
  // Without waiting for the heartbeat that the killed one missed.
  const { rows } = await sql<{ state: string }>`select state from job_queue.job`.execute(second.db);
  expect(rows).toEqual([{ state: 'retry' }]);
  const { promise, resolve } = Promise.withResolvers<OrderJob>();
  await second.queue.work(1, async (job) => resolve(job));
  expect(await promise).toMatchObject({ kind: 'advance', orderId: '1', again: true });
});

describe.each(engines)('on %s', (engine) => {
  test('orders of one shop whose ids lie 32,768 apart, as Shopify’s do, are worked on four at a time', async () => {
    const storage = await openTestStorage(engine);
    onTestFinished(() => storage.close(1_000));
    const shop = 'a.myshopify.com' as ShopDomain;
    const ids = Array.from({ length: 46 }, (_, index) => String(5_800_000_000_058n + BigInt(index) * 32_768n));
    const jobs = ids.map((orderId) => ({ kind: 'advance', shop, orderId: orderId as OrderId, at: null }) as const);
    await storage.queue.wakeMany(storage.db, jobs);
    const running = new Set<OrderId>();
    const go = Promise.withResolvers<void>();
    await storage.queue.work(12, async ({ orderId }) => {
      running.add(orderId);
      await go.promise;
    });
    try {
      await vi.waitFor(() => expect(running.size).toBe(4), { timeout: 3_000 });
    } finally {
      go.resolve();
    }
    await vi.waitFor(() => expect(running.size).toBe(ids.length), { timeout: 15_000 });
  });

  test('what a silent worker was doing is repeated at once, before the next one of its lane; what another is at work on is not', async () => {
    const storage = await openTestStorage(engine);
    onTestFinished(() => storage.close(1_000));
    const shop = 'a.myshopify.com' as ShopDomain;
    // Of one lane, and of another.
    for (const orderId of ['4', '8', '5'] as OrderId[])
      await storage.queue.wake(storage.db, shop, orderId, { kind: 'advance', at: null });
    await sql`update job_queue.job set state = 'active', started_on = now(), heartbeat_on = now() -
      case data ->> 'orderId' when '4' then interval '7 seconds' else interval '1 second' end
      where data ->> 'orderId' <> '8'`.execute(storage.db);

    expect(await storage.queue.takeBack()).toBe(1);
    expect(await storage.queue.takeBack()).toBe(0);
    const runs: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    await storage.queue.work(1, async ({ orderId, again }) => {
      runs.push(again ? `${orderId} again` : orderId);
      if (runs.length === 2) resolve();
    });
    await promise;
    expect(runs).toEqual(['4 again', '8']);
  });

  test('an order that waits for its turn is not queued again; one whose turn has begun, or comes later, is', async () => {
    const storage = await openTestStorage(engine);
    onTestFinished(() => storage.close(1_000));
    const order = { shop: 'a.myshopify.com' as ShopDomain, orderId: '1' as OrderId };
    const wake = () => storage.db.transaction().execute((trx) => storage.queue.wakeOnce(trx, [order]));
    const states = async (): Promise<string[]> => {
      const jobs = sql<{ state: string }>`select state from job_queue.job where state < 'completed' order by state`;
      return (await jobs.execute(storage.db)).rows.map(({ state }) => state);
    };
    await storage.queue.wake(storage.db, order.shop, order.orderId, { kind: 'advance', at: Date.now() + 60_000 });
    await storage.queue.wake(storage.db, order.shop, order.orderId, { kind: 'write_back', at: null });
    await wake();
    await wake();
    expect(await states()).toEqual(['created', 'created', 'created']);
    await sql`update job_queue.job set state = 'active' where data ->> 'kind' = 'advance' and start_after <= now()`.execute(
      storage.db,
    );
    await wake();
    await wake();
    expect(await states()).toEqual(['created', 'created', 'created', 'active']);
  });
});

test('a worker takes up a waiting job only after the news that counts on it is committed', async () => {
  const storage = await openTestStorage('server');
  onTestFinished(() => storage.close(1_000));
  const order = { shop: 'a.myshopify.com' as ShopDomain, orderId: '1' as OrderId };
  await storage.queue.wake(storage.db, order.shop, order.orderId, { kind: 'advance', at: null });
  const seen: string[] = [];
  const taken = Promise.withResolvers<void>();
  await storage.db.transaction().execute(async (trx) => {
    await storage.queue.wakeOnce(trx, [order]);
    await storage.queue.work(2, async () => {
      seen.push('taken up');
      taken.resolve();
    });
    // A second look for work, which finds the job locked.
    await storage.queue.wake(storage.db, 'b.myshopify.com' as ShopDomain, '2' as OrderId, {
      kind: 'advance',
      at: Date.now() + 60_000,
    });
    await sql`select pg_sleep(0.5)`.execute(trx);
    seen.push('committed');
  });
  await taken.promise;
  expect(seen).toEqual(['committed', 'taken up']);
});
