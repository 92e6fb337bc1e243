import { type Kysely, sql } from 'kysely';

/** What Shopify forbade for lack of access is written again once its shop has granted more. */
export const forbiddenWrites = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table shop add column granted_at timestamptz`.execute(db);
    await sql`alter table delivery add column forbidden_at timestamptz`.execute(db);
    await sql`create index delivery_forbidden on delivery (shop, order_id) where forbidden_at is not null`.execute(db);
  },
};
