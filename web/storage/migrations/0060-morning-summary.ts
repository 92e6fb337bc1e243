import { type Kysely, sql } from 'kysely';

/** Which day of its own each shop was last told of in the morning, and when one that was not sent comes again. */
export const morningSummary = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table shop add column summary_day date, add column summary_due_at timestamptz`.execute(db);
  },
};
