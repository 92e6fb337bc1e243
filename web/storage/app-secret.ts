import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { places } from './encrypted-columns.ts';
import type { Cipher } from './encryption.ts';
import { otherKeys, refusal } from './refusal.ts';
import type { Tables } from './schema.ts';

/** `account` names service accounts and erasures; `search` makes the hashes by which orders are found. */
type SecretName = 'account' | 'search';

/** Makes a secret of the installation, once per database; encrypted, and kept through key rotation. 32 bytes. */
export async function ensureSecret(db: Kysely<Tables>, cipher: Cipher, name: SecretName): Promise<Buffer> {
  const fresh = cipher.encrypt(randomBytes(32).toString('base64'), places.appSecret(name));
  await db
    .insertInto('app_secret')
    .values({ name, value_sealed: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readSecret(db, cipher, name);
}

/** @throws Error where no key at hand opens it. */
export async function readSecret(db: Kysely<Tables>, cipher: Cipher, name: SecretName): Promise<Buffer> {
  const row = await db
    .selectFrom('app_secret')
    .select('value_sealed')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const secret = cipher.decryptOrNull(row.value_sealed, places.appSecret(name));
  if (secret === null) throw refusal('other_keys', otherKeys);
  return Buffer.from(secret, 'base64');
}

/** Whether the data was encrypted anew with a key that is not at hand; these secrets always come first. */
export async function lacksKey(db: Kysely<Tables>, { keyIds }: Cipher): Promise<boolean> {
  const row = await db
    .selectFrom('app_secret')
    .select('name')
    .where(sql<boolean>`not split_part(value_sealed, '.', 2) = any(${keyIds}::text[])`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
