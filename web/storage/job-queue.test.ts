import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { OrderJob } from './job-queue.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { testKeys } from './testing/engines.ts';

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
