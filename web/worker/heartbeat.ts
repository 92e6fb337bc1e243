import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { lacksKey } from '#storage/app-secret.ts';
import { beat, forget, processName } from '#storage/heartbeats.ts';
import { startLoop } from './loop.ts';

const everyMs = 5_000;

/** Tells the other processes, `/readyz` and the operator that this one is alive; resolves once it has. */
export async function startHeartbeat({ config, storage, logger }: Context): Promise<{ stop(): Promise<void> }> {
  const { db, cipher } = storage;
  const unique = processName(storage);
  const own = { process: unique, works: config.role !== 'web', keyIds: cipher.keyIds };
  await beat(db, own);
  let lacked = false;
  const work = async (): Promise<void> => {
    await beat(db, own);
    const lacks = await lacksKey(db, cipher);
    if (lacks && !lacked) {
      const todo = 'set the ENCRYPTION_KEYS of the other processes and start it again';
      logger.error(`this process lacks the key that the data is encrypted with: ${todo}`, { code: 'key_not_at_hand' });
    }
    lacked = lacks;
  };
  const loop = startLoop(everyMs, work, (error) => {
    logger.error('a round of background work failed', { code: codeOf(error), outcome: 'heartbeat' });
  });
  return {
    stop: async () => {
      await loop.stop();
      await forget(db, unique).catch(() => undefined);
    },
  };
}
