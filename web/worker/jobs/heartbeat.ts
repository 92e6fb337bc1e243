import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Context } from '#runtime/context.ts';

/** Tells `/readyz` of every process that a worker is alive. */
export async function beat({ storage }: Context): Promise<void> {
  const now = sql<Date>`clock_timestamp()`;
  await storage.db
    .insertInto('worker_heartbeat')
    .values({ worker: `${hostname()}/${process.pid}`, at: now })
    .onConflict((conflict) => conflict.column('worker').doUpdateSet({ at: now }))
    .execute();
}
