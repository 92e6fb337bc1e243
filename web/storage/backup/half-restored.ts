import { type Kysely, sql, type Transaction } from 'kysely';
import { places } from '../encrypted-columns.ts';
import type { Cipher } from '../encryption.ts';
import { refusal } from '../refusal.ts';
import type { Tables } from '../schema.ts';

/** The name of a row among the secrets that stands there while a backup is restored. */
const mark = 'restoring';
export const anotherRuns =
  'Another restore into this database runs, or has just ended: wait for it. Nothing was changed.';
export const howToEmpty =
  'drop the database and create it anew, or, of the embedded one, remove the folder that DATA_DIR names.';

/** From here until `markRestored` no process of the app opens the database. */
export async function markHalfRestored(db: Kysely<Tables>, cipher: Cipher): Promise<void> {
  await db
    .insertInto('app_secret')
    .values({ name: mark, value_sealed: cipher.encrypt(mark, places.appSecret(mark)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function markRestored(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('app_secret').where('name', '=', mark).execute();
}

/** @throws Error in words for the operator, where a restore has not ended. The database may be of any version, or empty. */
export async function refuseHalfRestored(db: Kysely<Tables>): Promise<void> {
  if ((await secretsOf(db)).includes(mark))
    throw refusal(
      'half_restored',
      'A restore into this database has not ended: it still runs, or it was cut short. What was erased may be here again, so nothing opens it. Where it was cut short, run `npm run restore` again.',
    );
}

/**
 * Holds the mark, where it is there, until the transaction ends.
 *
 * @returns whether it is there.
 * @throws Error in words for the operator, where anything but an unfinished restore without rows is in the database.
 */
export async function refuseUsed(trx: Transaction<Tables>): Promise<boolean> {
  if ((await secretsOf(trx)).length === 0) return false;
  const own = trx.selectFrom('app_secret').select('name').where('name', '=', mark);
  const isHeld = (await own.forUpdate().skipLocked().executeTakeFirst()) !== undefined;
  // Read behind the lock: what another restore put in while it had the mark is seen.
  const names = await secretsOf(trx);
  if (!names.includes(mark) && names.length > 0)
    throw new Error(
      'The database is in use, and was left as it is: a backup is restored into an empty one. Name a new one in DATABASE_URL, or a new folder in DATA_DIR.',
    );
  if (!isHeld) throw new Error(anotherRuns);
  if (names.length > 1)
    throw new Error(
      `A restore into this database has put its rows there and not ended: it still runs, or it was cut short. Where it was cut short, empty the database, and restore again: ${howToEmpty}`,
    );
  return true;
}

async function secretsOf(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('app_secret') is not null as there`.execute(db);
  if (!rows[0]?.there) return [];
  return (await db.selectFrom('app_secret').select('name').execute()).map(({ name }) => name);
}
