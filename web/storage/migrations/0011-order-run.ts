import { type Kysely, sql } from 'kysely';

/**
 * When an order is to be run next, and by whom it is run now. Apart from `shop_order`, which begins with the first
 * reading, and small, because it is written at every claim.
 */
const statements = [
  sql`create table order_run (
    shop text not null,
    order_id text not null,
    next_run_at timestamptz,
    rank int2 not null default 1,
    lease_until timestamptz,
    worker text,
    fence int8 not null default 0,
    failures int4 not null default 0,
    interrupted boolean not null default false,
    primary key (shop, order_id)
  ) with (fillfactor = 70)`,
  sql`create index order_run_due on order_run (shop, rank, next_run_at)
    where next_run_at is not null and lease_until is null`,
  sql`create index order_run_leased on order_run (lease_until) where lease_until is not null`,
  sql`alter table shop add column throttled_until timestamptz`,
  sql`drop index webhook_new`,
  // The order of dispatch-webhooks.ts, word for word.
  sql`create index webhook_new on webhook (shop, (not (topic in ('orders/paid', 'sweep/paid'))), id) where state = 'new'`,
  // Whatever may have been waiting in the job queue of the version before; a run too many finds nothing to do.
  sql`insert into order_run (shop, order_id, next_run_at)
    select shop, order_id, min(at) from (
      select shop, order_id, now() as at from webhook where state = 'dispatched' and order_id is not null
      union all
      select shop, order_id, coalesce(due_at, now()) from delivery where state in ('queued', 'placing', 'confirming', 'held')
      union all
      select shop, order_id, coalesce(due_at, now()) from shop_order where state in ('queued', 'held') or due_at is not null
      union all
      select shop, order_id, now() from delivery where placed_at is not null and written_back_at is null
    ) as waiting group by shop, order_id`,
];

export const orderRun = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
