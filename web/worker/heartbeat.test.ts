import { hostname } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import type { Context } from '#runtime/context.ts';
import { createLogger } from '#runtime/logger.ts';
import { hasLiveWorker, processesWithout } from '#storage/heartbeats.ts';
import { engines, openTestStorage } from '#storage/testing/engines.ts';
import { startHeartbeat } from './heartbeat.ts';

// As of two containers in the network of one host: both are process 1 of it.
test.each(engines)(
  'processes of one name are heard of apart, until each has stopped; people read host and id, on %s',
  async (engine) => {
    const storage = await openTestStorage(engine);
    onTestFinished(() => storage.close());
    const start = (role: string, keyIds: string[]) => {
      const parts = {
        config: { role },
        storage: { db: storage.db, cipher: { keyIds } },
        logger: createLogger('silent'),
      };
      return startHeartbeat(parts as unknown as Context);
    };
    const worker = await start('worker', ['old']);
    const web = await start('web', ['new', 'old']);
    expect(await processesWithout(storage.db, 'new')).toEqual([`${hostname()}/${process.pid}`]);
    expect(await hasLiveWorker(storage.db)).toBe(true);
    await worker.stop();
    expect(await processesWithout(storage.db, 'new')).toEqual([]);
    expect(await processesWithout(storage.db, 'none')).toHaveLength(1);
    await web.stop();
    expect(await processesWithout(storage.db, 'none')).toEqual([]);
  },
);
