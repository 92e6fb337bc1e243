import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { places } from './encrypted-columns.ts';
import type { Cipher } from './encryption.ts';
import { otherKeys, refusal } from './refusal.ts';
import type { Tables } from './schema.ts';

const place = places.appSecret('account');

/** Makes the secret that names service accounts, once per database; encrypted, and kept through key rotation. */
export async function ensureAccountSecret(db: Kysely<Tables>, cipher: Cipher): Promise<Buffer> {
  const fresh = cipher.encrypt(randomBytes(32).toString('base64'), place);
  await db
    .insertInto('app_secret')
    .values({ name: 'account', value_sealed: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readAccountSecret(db, cipher);
}

/** @throws Error where no key at hand opens it. */
export async function readAccountSecret(db: Kysely<Tables>, cipher: Cipher): Promise<Buffer> {
  const row = await db
    .selectFrom('app_secret')
    .select('value_sealed')
    .where('name', '=', 'account')
    .executeTakeFirstOrThrow();
  const secret = cipher.decryptOrNull(row.value_sealed, place);
  if (secret === null) throw refusal('other_keys', otherKeys);
  return Buffer.from(secret, 'base64');
}
