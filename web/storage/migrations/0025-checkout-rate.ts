import { type Kysely, sql } from 'kysely';

/** The carrier service of a shop at Shopify, and what the secret part of its address is checked by. */
export const checkoutRate = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table shop add column carrier_service_id text, add column carrier_secret_hash text`.execute(db);
  },
};
