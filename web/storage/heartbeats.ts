import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './schema.ts';

export interface Heartbeat {
  /** Host and process id, and what no other process has. */
  process: string;
  /** Whether it runs orders, and not only answers requests. */
  works: boolean;
  /** The ids of its encryption keys. */
  keyIds: readonly string[];
}

const names = new WeakMap<object, string>();

/** The name under which the process, or a test's app within it, writes that it lives. */
export function processName(storage: object): string {
  // Containers in the network of one host are all its process 1.
  const name = names.get(storage) ?? `${hostname()}/${process.pid}/${randomBytes(6).toString('hex')}`;
  names.set(storage, name);
  return name;
}

/** Writes that this process is alive, by the database's clock. */
export async function beat(db: Kysely<Tables>, { process, works, keyIds }: Heartbeat): Promise<void> {
  const alive = { at: sql<Date>`clock_timestamp()`, works, key_ids: [...keyIds] };
  await db
    .insertInto('worker_heartbeat')
    .values({ worker: process, ...alive })
    .onConflict((conflict) => conflict.column('worker').doUpdateSet(alive))
    .execute();
}

/** Forgets a process that has stopped. */
export async function forget(db: Kysely<Tables>, process: string): Promise<void> {
  await db.deleteFrom('worker_heartbeat').where('worker', '=', process).execute();
}

/** Forgets processes that were not heard of for a day. */
export async function forgetOldHeartbeats(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('worker_heartbeat').where('at', '<', sql<Date>`now() - interval '1 day'`).execute();
}

/** A process writes its row every 5 s. */
const heartbeatMaxAgeSeconds = 20;
const isRecent = sql<boolean>`at > clock_timestamp() - ${heartbeatMaxAgeSeconds} * interval '1 second'`;

/** Whether some worker wrote its heartbeat lately. */
export async function hasLiveWorker(db: Kysely<Tables>): Promise<boolean> {
  const row = await db
    .selectFrom('worker_heartbeat')
    .select('worker')
    .where(isRecent)
    .where('works', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this process has lately written that it lives, or can now: where it cannot, it stores no webhook either. */
export async function canBeat(db: Kysely<Tables>, process: string): Promise<boolean> {
  const own = db.selectFrom('worker_heartbeat').select('worker').where('worker', '=', process).where(isRecent);
  if ((await own.executeTakeFirst()) !== undefined) return true;
  const { numUpdatedRows } = await db
    .updateTable('worker_heartbeat')
    .set({ at: sql<Date>`clock_timestamp()` })
    .where('worker', '=', process)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Of the living workers that encrypt with this key and still hold older ones, the one that encrypts anew for all; null
 * where none has told of itself.
 */
export async function reencryptingWorker(db: Kysely<Tables>, keyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('worker_heartbeat')
    .select('worker')
    .where(isRecent)
    .where('works', '=', true)
    .where(sql<boolean>`key_ids[1] = ${keyId} and cardinality(key_ids) > 1`)
    .orderBy('worker')
    .limit(1)
    .executeTakeFirst();
  return row?.worker ?? null;
}

/** Host and process id of the living processes that do not hold this encryption key; of those of an older version nothing is known. */
export const processesWithout = (db: Kysely<Tables>, keyId: string): Promise<string[]> =>
  living(db, sql`not ${keyId} = any(key_ids)`);

/** Of those that hold it, the ones that encrypt with another. */
export const processesBehind = (db: Kysely<Tables>, keyId: string): Promise<string[]> =>
  living(db, sql`${keyId} = any(key_ids) and key_ids[1] <> ${keyId}`);

async function living(db: Kysely<Tables>, having: RawBuilder<unknown>): Promise<string[]> {
  const rows = await db
    .selectFrom('worker_heartbeat')
    .select('worker')
    .where(isRecent)
    .where(sql<boolean>`${having}`)
    .orderBy('worker')
    .execute();
  return rows.map(({ worker }) => worker.split('/').slice(0, 2).join('/'));
}
