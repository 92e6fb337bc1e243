import type { Context } from '#runtime/context.ts';
import { resealStale } from '#storage/reseal.ts';

const batch = 200;

/** While older encryption keys are still configured, seals anew what they sealed; true where there is more. */
export async function resealOld({ storage }: Context): Promise<boolean> {
  if (!storage.sealer.isRotating) return false;
  return (await resealStale(storage.db, storage.sealer, batch)) > 0;
}
