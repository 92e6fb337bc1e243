import { type Kysely, sql } from 'kysely';

/**
 * Whom a condition is about, and whom of them its shop was told of: one that comes as another ends is news. Null in rows
 * of the version before, which counts them only.
 */
export const toldIds = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table shop_condition add column ids text[], add column told_ids text[]`.execute(db);
  },
};
