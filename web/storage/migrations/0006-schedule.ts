import { type Kysely, sql } from 'kysely';

/**
 * From when an order could be sent by day and opening hours (null: since it was paid), and which of its goods Shopify told
 * of as prepared for local delivery.
 */
const statements = [
  sql`alter table shop_order add column sendable_from timestamptz, add column prepared jsonb not null default '[]'`,
  sql`alter table webhook add column prepared jsonb`,
];

export const schedule = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
