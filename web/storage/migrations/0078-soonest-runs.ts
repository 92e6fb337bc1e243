import { type Kysely, sql } from 'kysely';

/**
 * A claim finds what is due without visiting every shop that waits for anything. Every rank is meant: by naming it, the
 * index cannot be taken for the orders of one shop and rank, among which it would read those of all others.
 */
export const soonestRuns = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index order_run_soonest on order_run (next_run_at)
      where next_run_at is not null and lease_until is null and rank >= -1`.execute(db);
  },
};
