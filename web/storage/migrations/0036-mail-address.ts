import { type Kysely, sql } from 'kysely';

/**
 * Whether somebody who reads a shop's mail address has confirmed it. Addresses that were mailed before count as
 * confirmed: an update must not end the alarms of shops that rely on them.
 */
export const mailAddress = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table mail_address (
      shop text primary key,
      email text not null,
      confirmed_at timestamptz,
      token_hash text,
      token_expires_at timestamptz,
      -- No link goes out before it; null: none is wanted.
      link_due_at timestamptz,
      link_sent_at timestamptz,
      -- Links of the day that began at links_since, whatever address they went to.
      links int4 not null default 0,
      links_since timestamptz
    )`.execute(db);
    await sql`create unique index mail_address_token on mail_address (token_hash) where token_hash is not null`.execute(
      db,
    );
    await sql`insert into mail_address (shop, email, confirmed_at)
      select shop, settings #>> '{notifications,email}', clock_timestamp() from shop
      where settings #>> '{notifications,email}' is not null`.execute(db);
  },
};
