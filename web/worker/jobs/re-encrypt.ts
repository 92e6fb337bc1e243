import type { Context } from '#runtime/context.ts';
import { processesWithout } from '#storage/heartbeats.ts';
import { reencryptStale } from '#storage/re-encrypt.ts';

const batch = 200;

/**
 * While older encryption keys are still configured, encrypts anew what they encrypted; true where there is more.
 * A process that lives without the new key could not read it: then nothing is done.
 */
export async function reencryptOld({ storage: { db, cipher } }: Context): Promise<boolean> {
  if (!cipher.isRotating || (await processesWithout(db, cipher.currentKeyId)).length > 0) return false;
  return (await reencryptStale(db, cipher, batch)) > 0;
}
