import { type Kysely, sql } from 'kysely';

/**
 * What a merchant was already told by e-mail, beside what it is about: it is erased with it. `shop.digest_due_at` is the
 * claim: nothing is sent for the shop before it.
 */
const statements = [
  sql`alter table shop add column digest_due_at timestamptz, add column digest_failures int4 not null default 0`,
  sql`alter table shop_order add column mailed_reason text`,
  sql`alter table gate add column mailed_hold text`,
  // The condition of digest-store.ts, word for word.
  sql`create index shop_order_unmailed on shop_order (shop, updated_at)
    where state = 'needs_attention' and mailed_reason is distinct from coalesce(reason ->> 'code', '')`,
];

export const attentionMail = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
