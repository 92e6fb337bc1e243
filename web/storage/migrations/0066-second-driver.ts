import { type Kysely, sql } from 'kysely';

/** Booked deliveries that go out instead of another one: the few among which a driver may come for nothing. */
export const secondDriver = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index delivery_second on delivery (shop, order_id)
      where replaces is not null and state = 'placed'`.execute(db);
  },
};
