import { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { z } from 'zod';
import { migrationsBetween } from '#database/migrate.ts';
import { openDatabase } from '#database/open-database.ts';
import { readSecret } from '../app-secret.ts';
import { Cipher } from '../encryption.ts';
import { eraseAgain } from '../erase-again.ts';
import { migrations, openStorage, type StorageOptions } from '../open-storage.ts';
import type { Tables } from '../schema.ts';
import { readBackupFile } from './backup-file.ts';
import { anotherRuns, howToEmpty, markHalfRestored, markRestored, refuseUsed } from './half-restored.ts';
import { loadErasures, loadRows } from './load-rows.ts';

const headSchema = z.object({
  kind: z.enum(['whole', 'erasures']),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
});

export interface Restored {
  /** When the backup was made. */
  createdAt: string;
  rows: number;
  /** When the file of erasures was made; null without one. */
  erasuresUntil: string | null;
  shops: number;
  /** Those that the backup did not know, by the file of erasures. */
  newShops: string[];
}

type Place = Pick<StorageOptions, 'url' | 'dataDir' | 'encryption'>;
const silent = { onError: () => undefined, log: () => undefined };
/** Nobody waits behind a restore, and one that is ended in the middle begins anew. */
const withoutLimit = { waits: { statementMs: 0, answerMs: 0 } };

/**
 * Fills an empty database with a backup, brings it up to date, and erases again what was erased before or, by the file of
 * `dumpErasures`, since.
 *
 * @throws Error in words for the operator: the database is as empty as it was then, or the mark keeps it from being opened.
 */
export async function restoreBackup(place: Place, file: string, erasures: string | null): Promise<Restored> {
  const cipher = new Cipher(place.encryption);
  const { head, lines } = await begin(file, cipher, 'whole');
  const newer = head.migrations.filter((name) => !(name in migrations));
  if (newer.length > 0) throw new Error(`The backup is of a newer version of the app: it has ${newer.join(', ')}.`);
  const since = erasures === null ? null : await readErasures(erasures, cipher, head);
  const then = Object.fromEntries(Object.entries(migrations).filter(([name]) => head.migrations.includes(name)));
  await refusePlaceInUse(place, then);
  const database = await openDatabase<Tables>({
    ...{ ...place, ...withoutLimit, migrations: then, maxConnections: 2, log: () => undefined },
  });
  const rows = await load(database.db, cipher, lines).finally(() => database.close());

  const storage = await openStorage({ ...place, ...withoutLimit, maxConnections: 2, restoring: true, ...silent });
  try {
    // Until it is told of the new rows, the database reads whole tables where an index would do.
    await analyzeTables(storage.db);
    const newShops = since ? await loadErasures(storage.db, cipher, since.lines) : [];
    await eraseAgain(storage);
    // Who held them, or paused, was of another installation.
    await storage.db.updateTable('shop').set({ sweep_lease_until: null, token_lease_until: null }).execute();
    await markRestored(storage.db);
    const shops = await storage.db.selectFrom('shop').select('shop').execute();
    return { createdAt: head.createdAt, rows, erasuresUntil: since?.createdAt ?? null, shops: shops.length, newShops };
  } finally {
    await storage.close();
  }
}

/** All rows, and the mark that they may not be used yet; or neither. */
async function load(db: Kysely<Tables>, cipher: Cipher, lines: AsyncIterable<string>): Promise<number> {
  await markHalfRestored(db, cipher);
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await refuseUsed(trx))) throw new Error(anotherRuns);
      const rows = await loadRows(trx, lines);
      // What no key at hand opens is refused while all of it can be taken back.
      await readSecret(trx, cipher, 'account');
      return rows;
    });
  } catch (error) {
    await takeBackMark(db).catch(() => undefined);
    throw error;
  }
}

/** Not where rows are there after all, as where the answer to their commit was lost, nor where another restore has it. */
async function takeBackMark(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await refuseUsed(trx)) await markRestored(trx);
  });
}

/** A table whose statistics cannot be taken only costs time. */
async function analyzeTables(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db).catch(() => undefined);
}

async function begin(file: string, cipher: Cipher, kind: 'whole' | 'erasures') {
  const lines = readBackupFile(file, cipher);
  const first = await lines.next();
  const head = headSchema.parse(JSON.parse(first.done ? 'null' : first.value));
  if (head.kind === kind) return { head, lines };
  throw new Error(
    kind === 'whole' ? `${file} holds erasures only.` : `${file} is a whole backup, not one of erasures.`,
  );
}

/** All of a file of erasures, which is small: one that cannot be read is found out before anything is changed. */
async function readErasures(file: string, cipher: Cipher, backup: { createdAt: string }) {
  const { head, lines } = await begin(file, cipher, 'erasures');
  if (Date.parse(head.createdAt) < Date.parse(backup.createdAt)) {
    throw new Error(
      `${file} is older than the backup, and knows nothing of the time after it: name a later one, or none.`,
    );
  }
  const read: string[] = await Readable.from(lines).toArray();
  return { createdAt: head.createdAt, lines: read };
}

async function refusePlaceInUse(place: Place, then: Record<string, Migration>): Promise<void> {
  const database = await openDatabase<Tables>({ ...place, maxConnections: 1 });
  try {
    await database.db.transaction().execute(refuseUsed);
    // Rows of an older version in newer tables: what the steps between do to rows would never be done.
    const { unknown } = await migrationsBetween(database.db, then);
    if (unknown.length > 0)
      throw new Error(
        `The database is of a newer version than the backup: it has ${unknown.join(', ')}. Restore into one that nothing has migrated: ${howToEmpty}`,
      );
  } finally {
    await database.close();
  }
}
