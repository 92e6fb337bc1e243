import { hostname } from 'node:os';
import type { Context } from '#runtime/context.ts';
import { beat } from '#storage/heartbeats.ts';

/** Tells `/readyz` of every process that this worker is alive. */
export async function tellAlive({ storage }: Context): Promise<void> {
  await beat(storage.db, `${hostname()}/${process.pid}`);
}
