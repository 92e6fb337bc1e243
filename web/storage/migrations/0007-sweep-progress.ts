import { type Kysely, sql } from 'kysely';

/** Payments leave the inbox before anything else. */
const statements = [
  sql`drop index webhook_new`,
  // The order of inbox.ts, word for word.
  sql`create index webhook_new on webhook ((not (topic in ('orders/paid', 'sweep/paid'))), id) where state = 'new'`,
];

export const sweepProgress = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
