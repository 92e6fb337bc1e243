import { type Kysely, sql } from 'kysely';

/** Every process is heard of, with the encryption keys that it holds; rows of an older version are workers'. */
export const processKeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table worker_heartbeat add column works boolean not null default true,
      add column key_ids text[]`.execute(db);
  },
};
