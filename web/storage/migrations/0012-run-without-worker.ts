import { type Kysely, sql } from 'kysely';

/** A run belongs to whoever holds its fence; nobody reads a name. */
export const runWithoutWorker = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table order_run drop column worker`.execute(db);
  },
};
