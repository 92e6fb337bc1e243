import { type Kysely, sql } from 'kysely';

/** A shop that was renamed is found under its new address, and by the number that Shopify gives it for ever. */
export const renamedShops = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table shop add column shopify_id text`.execute(db);
    await sql`create index shop_renamed_to on shop (renamed_to) where renamed_to is not null`.execute(db);
    await sql`create index shop_shopify_id on shop (shopify_id) where shopify_id is not null`.execute(db);
    // Its owner was told that the new address is not known.
    await sql`delete from shop_condition where code = 'renamed'`.execute(db);
  },
};
