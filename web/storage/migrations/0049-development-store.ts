import { type Kysely, sql } from 'kysely';

/** Whether Shopify says that it is a store for development, where nobody buys. */
export const developmentStore = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table shop add column development boolean not null default false`.execute(db);
  },
};
