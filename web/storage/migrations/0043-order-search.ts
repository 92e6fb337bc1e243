import { type Kysely, sql } from 'kysely';

/** By what an order is found besides its number: keyed hashes. An order that is stored already gets them with its next reading. */
export const orderSearch = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table order_search (
      shop text not null, order_id text not null, hashes text[] not null, primary key (shop, order_id)
    )`.execute(db);
    await sql`create index order_search_hashes on order_search using gin (hashes)`.execute(db);
  },
};
