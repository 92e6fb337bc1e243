/** An error that says what to do, by a code that the operator's commands know. */
export const refusal = (code: 'database_version' | 'other_keys' | 'half_restored', message: string): Error =>
  Object.assign(new Error(message), { code });

export const otherKeys =
  'ENCRYPTION_KEYS: none of these keys opens what is stored in this database. Add the key that it was written with, behind the new one (new:…,old:…), or name another database in DATABASE_URL or DATA_DIR. Nothing was changed.';
