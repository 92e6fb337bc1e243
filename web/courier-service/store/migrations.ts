import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { PLACE_FUNCTION } from './place-function.ts';

const first: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) {
      await sql.raw(statement).execute(db);
    }
  },
};

/** Names that clients give are compared byte for byte: collation "C", whatever the database's own is. */
const STATEMENTS = [
  `create table courier_slot (
    area text collate "C" not null,
    start_at timestamptz not null,
    end_at timestamptz not null,
    capacity integer not null,
    taken integer not null default 0,
    open boolean not null default true,
    primary key (area, start_at),
    constraint courier_slot_room check (taken between 0 and capacity),
    check (start_at < end_at)
  )`,
  'create sequence courier_delivery_seq as bigint start with 100001',
  `create table courier_delivery (
    seq bigint primary key,
    account text collate "C" not null,
    order_reference text collate "C",
    customer_identifier text collate "C",
    state text not null,
    area text collate "C" not null,
    slot_start timestamptz not null,
    slot_end timestamptz not null,
    distance_m integer not null,
    time_s integer not null,
    request json not null,
    resolved json not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint courier_delivery_reference unique (order_reference),
    constraint courier_delivery_state check (state in ('PENDING PICKUP', 'PENDING DROPOFF', 'DELIVERED', 'CANCELLED'))
  )`,
  PLACE_FUNCTION,
  'create index courier_delivery_account on courier_delivery (account, seq)',
  `create index courier_delivery_customer on courier_delivery (account, customer_identifier, seq)
    where customer_identifier is not null`,
  `create index courier_delivery_pending on courier_delivery (slot_start)
    where state in ('PENDING PICKUP', 'PENDING DROPOFF')`,
  'create index courier_delivery_slot on courier_delivery (slot_start)',
  `create table courier_webhook (
    id text collate "C" primary key,
    account text collate "C" not null,
    endpoint_url text collate "C" not null,
    secret text not null,
    created_at timestamptz not null,
    unique (account, endpoint_url)
  )`,
  `create table courier_notification (
    seq bigint generated always as identity primary key,
    webhook_id text collate "C" not null references courier_webhook (id) on delete cascade,
    delivery_seq bigint not null references courier_delivery (seq) on delete cascade,
    state text not null,
    occurred_at timestamptz not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null,
    claimed_until timestamptz,
    delivered_at timestamptz,
    failed_at timestamptz,
    last_error text
  )`,
  `create index courier_notification_waiting on courier_notification (next_attempt_at)
    where delivered_at is null and failed_at is null`,
  `create index courier_notification_order on courier_notification (webhook_id, delivery_seq, seq)
    where delivered_at is null and failed_at is null`,
  'create index courier_notification_delivery on courier_notification (delivery_seq)',
];

/** A parcel that nobody takes in is brought back. */
const ends: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table courier_delivery drop constraint courier_delivery_state,
      add constraint courier_delivery_state
        check (state in ('PENDING PICKUP', 'PENDING DROPOFF', 'DELIVERED', 'FAILED', 'RETURNED', 'CANCELLED'))`.execute(
      db,
    );
    await sql`create index courier_delivery_failed on courier_delivery (updated_at) where state = 'FAILED'`.execute(db);
  },
};

/** The first of each webhook are found without reading all that waits for it. */
const firstOfEach: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index courier_notification_first on courier_notification (webhook_id, next_attempt_at, seq)
      where delivered_at is null and failed_at is null`.execute(db);
  },
};

/** What a webhook was not told is listed without reading all that it was. */
const undelivered: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index courier_notification_undelivered on courier_notification (webhook_id, seq)
      where delivered_at is null`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '0001_deliveries': first,
  '0002_ends': ends,
  '0003_first_of_each_webhook': firstOfEach,
  '0004_undelivered_of_each_webhook': undelivered,
};
