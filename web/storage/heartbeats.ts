import { type Kysely, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** Writes that this worker is alive, by the database's clock. */
export async function beat(db: Kysely<Tables>, worker: string): Promise<void> {
  const at = sql<Date>`clock_timestamp()`;
  await db
    .insertInto('worker_heartbeat')
    .values({ worker, at })
    .onConflict((conflict) => conflict.column('worker').doUpdateSet({ at }))
    .execute();
}

/** Forgets workers that were not heard of for a day. */
export async function forgetOldHeartbeats(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('worker_heartbeat').where('at', '<', sql<Date>`now() - interval '1 day'`).execute();
}

/** A worker writes its row every 5 s. */
const heartbeatMaxAgeSeconds = 20;

/** Whether some worker wrote its heartbeat lately. */
export async function hasLiveWorker(db: Kysely<Tables>): Promise<boolean> {
  const row = await db
    .selectFrom('worker_heartbeat')
    .select('worker')
    .where('at', '>', sql<Date>`clock_timestamp() - ${heartbeatMaxAgeSeconds} * interval '1 second'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
