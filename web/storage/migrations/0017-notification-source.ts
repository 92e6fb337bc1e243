import { type Kysely, sql } from 'kysely';

/** Where a service account tells of its deliveries, and the secret that signs it. A version before knows nothing of it. */
export const notificationSource = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table notification_source (
      shop text not null,
      mode text not null,
      account text not null,
      -- Names the account in the address that the service calls.
      token text not null unique,
      url text not null,
      secret_sealed text,
      tried_at timestamptz not null default clock_timestamp(),
      primary key (shop, mode)
    )`.execute(db);
  },
};
