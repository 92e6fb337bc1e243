import { type Kysely, sql } from 'kysely';

/** The language in which each member of a shop's staff wants the panel; Shopify's admin offers neither of two of them. */
export const personLanguage = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table person_language (
      shop text not null,
      user_id text not null,
      language text not null,
      primary key (shop, user_id)
    )`.execute(db);
  },
};
