import { type Kysely, sql } from 'kysely';

/** What the last check of each stored key found, and the orders that a person sends by hand in an index of their own. */
export const keyCheck = {
  async up(db: Kysely<unknown>): Promise<void> {
    // `{account, kind}`: of another account than the stored key's it says nothing.
    await sql`alter table shop add column live_key_check jsonb, add column test_key_check jsonb`.execute(db);
    await sql`create index shop_order_to_send on shop_order (shop, updated_at, order_id)
      where not has_delivery and state = 'skipped' and reason ->> 'code' = 'manual_mode'`.execute(db);
  },
};
