import { type Kysely, sql } from 'kysely';

/** Which shops and customers were erased, by a keyed hash: a restored backup is erased again. */
export const erasure = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table erasure (name text primary key, at timestamptz not null)`.execute(db);
  },
};
