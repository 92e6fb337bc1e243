import { CompiledQuery } from 'kysely';
import type { OpenDatabase } from '#database/open-database.ts';
import { unavailable } from '../refusal.ts';
import type { CourierTables } from './tables.ts';

export type Database = OpenDatabase<CourierTables>;

const MAX_WAIT_MS = 10_000;

/** Runs one statement; both engines take the same text and give the same types. */
export async function run<Row>(database: Database, text: string, values: unknown[]): Promise<Row[]> {
  return (await database.db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}

/**
 * Bounds a wait for the database. The work may still be done afterwards, so the answer is 503: unknown, ask again.
 *
 * @throws Refusal 503
 */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(unavailable()), MAX_WAIT_MS);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
