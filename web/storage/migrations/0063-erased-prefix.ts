import { type Kysely, sql } from 'kysely';

/** The prefix under which an erased shop's deliveries are booked, encrypted: a shop that comes back has it again. */
export const erasedPrefix = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table erasure add column prefix_sealed text`.execute(db);
  },
};
