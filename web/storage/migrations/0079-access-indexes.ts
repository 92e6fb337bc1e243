import { type Kysely, sql } from 'kysely';

/** Old views, and those of an erased order, are found without reading those of a whole year. */
export const accessIndexes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index access_log_age on access_log (at)`.execute(db);
    await sql`create index access_log_order on access_log (shop, order_id) where order_id is not null`.execute(db);
  },
};
