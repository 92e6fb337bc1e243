import type { Context } from '#runtime/context.ts';
import { processesWithout, reencryptingWorker } from '#storage/heartbeats.ts';
import { reencryptStale, startPass } from '#storage/re-encrypt.ts';

const batch = 200;

/**
 * While older encryption keys are still configured, encrypts anew what they encrypted; true where there is more.
 * A process that lives without the new key could not read it: then nothing is done, nor where another worker does it.
 *
 * @param process the name under which this one writes that it lives.
 */
export function createReencryptJob(
  { storage: { db, cipher } }: { storage: Pick<Context['storage'], 'db' | 'cipher'> },
  process: string,
): () => Promise<boolean> {
  const pass = startPass();
  return async () => {
    if (!cipher.isRotating || (await processesWithout(db, cipher.currentKeyId)).length > 0) return false;
    if (((await reencryptingWorker(db, cipher.currentKeyId)) ?? process) !== process) return false;
    return (await reencryptStale(db, cipher, batch, pass)) > 0;
  };
}
