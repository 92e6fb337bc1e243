import { type Kysely, sql } from 'kysely';

/** Kept up with every write of an order, and read by nothing since a due order is a row of `order_run`. */
export const unusedIndexes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`drop index if exists delivery_moving, delivery_not_written_back, shop_order_due`.execute(db);
  },
};
