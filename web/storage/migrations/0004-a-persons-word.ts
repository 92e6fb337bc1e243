import { type Kysely, sql } from 'kysely';

/**
 * `delivery.word`: the rules that a person's press set aside for this delivery; null where nobody pressed for it. Until
 * here a press counted for the whole order, and a delivery without a deadline was one that a person had sent.
 * `redaction.until_paid`: what the retention left of an unpaid order gives way to a payment. Of older ones nobody knows
 * whose they are: they stay.
 */
const statements = [
  sql`alter table delivery add column word jsonb`,
  sql`update delivery set word = '[]' where deadline_at is null and placed_at is null`,
  sql`update shop_order set sent_by_person = false where sent_by_person and (has_delivery or state not in ('held', 'queued'))`,
  // Shopify's address of the store, where it is another one by now.
  sql`alter table shop add column renamed_to text`,
  sql`alter table redaction add column until_paid boolean not null default false`,
];

export const personsWord = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
