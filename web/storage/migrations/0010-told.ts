import { type Kysely, sql } from 'kysely';

/**
 * What people are told: whether Shopify lets the app read, customers' requests for their data, what was told by e-mail. A
 * shop's own prefix `TEST-` would make live orders look like test orders: it is taken away. What is stored of orders that
 * only a person releases no longer says that they go on by themselves.
 */
const statements = [
  sql`alter table shop add column reads_refused_at timestamptz`,
  sql`update shop set settings = jsonb_set(settings, '{reference,prefix}', '""')
    where upper(settings #>> '{reference,prefix}') = 'TEST-'`,
  sql`create table data_request (
    shop text not null,
    id int8 generated always as identity,
    -- Shopify's id of the request, or of its webhook.
    request_key text not null,
    customer_id text,
    order_ids jsonb not null,
    requested_at timestamptz not null,
    answered_at timestamptz,
    answered_by text,
    primary key (shop, id),
    unique (shop, request_key)
  )`,
  // What stands still for a shop; one that is told of comes again at `tell_at`, or when it concerns more.
  sql`create table shop_condition (
    shop text not null,
    code text not null,
    count int4 not null,
    counts boolean not null,
    since timestamptz not null,
    tell_at timestamptz not null,
    told_count int4 not null default 0,
    primary key (shop, code)
  )`,
  sql`alter table gate add column mailed_hold_at timestamptz`,
  ...['shop_order', 'delivery'].map(
    (table) => sql`update ${sql.table(table)} set reason = jsonb_set(reason, '{retrying}', 'false')
      where state = 'held' and reason ->> 'code' in ('paused', 'no_key', 'no_test_key', 'key_refused', 'address_wrong',
        'fulfillment_on_hold', 'waiting_in_progress')`,
  ),
];

export const whatPeopleAreTold = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
