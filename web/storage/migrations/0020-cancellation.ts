import { type Kysely, sql } from 'kysely';

/** What is to be cancelled at the service; a version before neither reads nor writes it. */
export const cancellation = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table delivery add column cancellation jsonb`.execute(db);
  },
};
