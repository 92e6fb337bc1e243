import { hostname } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import type { Context } from '#runtime/context.ts';
import { createLogger } from '#runtime/logger.ts';
import { hasLiveWorker, processesWithout } from '#storage/heartbeats.ts';
import { engines, openTestStorage } from '#storage/testing/engines.ts';
import { startHeartbeat } from './heartbeat.ts';

// As of two containers in the network of one host: both are process 1 of it.
test.each(engines)('processes of one name are heard of apart, and people read host and id, on %s', async (engine) => {
  const storage = await openTestStorage(engine);
  onTestFinished(() => storage.close());
  for (const [role, keyIds] of [
    ['worker', ['old']],
    ['web', ['new', 'old']],
  ] as const) {
    const context = {
      config: { role },
      storage: { db: storage.db, cipher: { keyIds } },
      logger: createLogger('silent'),
    };
    const { stop } = await startHeartbeat(context as unknown as Context);
    await stop();
  }
  expect(await processesWithout(storage.db, 'new')).toEqual([`${hostname()}/${process.pid}`]);
  expect(await hasLiveWorker(storage.db)).toBe(true);
});
