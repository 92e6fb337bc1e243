import type { Kysely } from 'kysely';
import { places } from '../encrypted-columns.ts';
import type { Cipher } from '../encryption.ts';
import { refusal } from '../refusal.ts';
import type { Tables } from '../schema.ts';

/** The name of a row among the secrets that stands there while a backup is restored. */
const mark = 'restoring';

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

/** @throws Error in words for the operator, where a restore has not ended. */
export async function refuseHalfRestored(db: Kysely<Tables>): Promise<void> {
  const half = await db.selectFrom('app_secret').select('name').where('name', '=', mark).executeTakeFirst();
  if (half)
    throw refusal(
      'half_restored',
      'A restore into this database has not ended: it still runs, or it was cut short. What was erased may be here again, so nothing opens it. Where it was cut short, run `npm run restore` again.',
    );
}

/** @throws Error in words for the operator, where anything but an unfinished restore without rows is in the database. */
export async function refuseUsed(db: Kysely<Tables>): Promise<void> {
  const names = (await db.selectFrom('app_secret').select('name').execute()).map(({ name }) => name);
  if (names.every((name) => name === mark)) return;
  throw new Error(
    names.includes(mark)
      ? 'A restore into this database was cut short when its rows were there. Empty it, and restore again: drop the database and create it anew, or, of the embedded one, remove the folder that DATA_DIR names.'
      : 'The database is in use: a backup is restored into an empty one.',
  );
}
