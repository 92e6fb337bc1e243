import { type Kysely, sql } from 'kysely';

/** Grows with every change of an order: whoever saw an older one decides anew. */
export const orderVersion = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table order_run add column version int8 not null default 0`.execute(db);
  },
};
