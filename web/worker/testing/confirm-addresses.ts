import { type Kysely, sql } from 'kysely';
import type { Tables } from '#storage/schema.ts';

/** As if every shop had pressed the link to its address. */
export async function confirmAddresses(db: Kysely<Tables>): Promise<void> {
  await sql`insert into mail_address (shop, email, confirmed_at)
    select shop, settings #>> '{notifications,email}', clock_timestamp() from shop
    where settings #>> '{notifications,email}' is not null
    on conflict (shop) do update set email = excluded.email, confirmed_at = excluded.confirmed_at`.execute(db);
}
