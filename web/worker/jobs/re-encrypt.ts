import type { Context } from '#runtime/context.ts';
import { reencryptStale } from '#storage/re-encrypt.ts';

const batch = 200;

/** While older encryption keys are still configured, encrypts anew what they encrypted; true where there is more. */
export async function reencryptOld({ storage }: Context): Promise<boolean> {
  if (!storage.cipher.isRotating) return false;
  return (await reencryptStale(storage.db, storage.cipher, batch)) > 0;
}
