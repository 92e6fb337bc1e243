import { type Kysely, sql } from 'kysely';

/** When all of a shop was last erased; of one that came back since, only what is older is erased at `at`. */
export const erasedWhole = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table erasure add column whole_at timestamptz`.execute(db);
  },
};
