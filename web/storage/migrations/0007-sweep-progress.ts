import { type Kysely, sql } from 'kysely';

/** Payments leave the inbox before anything else; a comparison with Shopify's list goes on where it stopped. */
const statements = [
  sql`drop index webhook_new`,
  // The order of inbox.ts, word for word.
  sql`create index webhook_new on webhook ((not (topic in ('orders/paid', 'sweep/paid'))), id) where state = 'new'`,
  sql`create index webhook_swept on webhook (shop, order_id) where state = 'new' and order_id is not null`,
  sql`alter table shop add column sweep_progress jsonb`,
];

export const sweepProgress = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
