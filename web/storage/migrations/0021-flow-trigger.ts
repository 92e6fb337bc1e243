import { type Kysely, sql } from 'kysely';

/** Which shops use the Flow trigger, and the changes that Flow is still to be told of. */
export const flowTrigger = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table flow_trigger (
      shop text primary key,
      enabled boolean not null,
      -- Of Shopify's newest word: an older one that comes later changes nothing.
      told_at timestamptz not null
    )`.execute(db);
    await sql`create table flow_event (
      id int8 generated always as identity primary key,
      shop text not null,
      order_id text not null,
      order_reference text,
      change text not null,
      slot_start timestamptz,
      tries int4 not null default 0,
      due_at timestamptz not null default clock_timestamp()
    )`.execute(db);
    await sql`create index flow_event_due on flow_event (due_at)`.execute(db);
    await sql`create index flow_event_order on flow_event (shop, order_id)`.execute(db);
  },
};
