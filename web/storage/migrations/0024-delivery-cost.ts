import { type Kysely, sql } from 'kysely';

/** What the service charged for a delivery, in rand, for figures over many. A version before leaves it as it is. */
export const deliveryCost = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table delivery add column cost numeric(14, 2)`.execute(db);
  },
};
