import { type Kysely, sql } from 'kysely';

/** How far a booked delivery is, and when the service is asked again. A version before leaves both as they are. */
export const deliveryLife = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table delivery
      add column progress text,
      add column progress_at timestamptz,
      add column look_at timestamptz`.execute(db);
  },
};
