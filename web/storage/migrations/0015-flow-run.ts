import { type Kysely, sql } from 'kysely';

/** Runs of the Flow action: Flow repeats a run under its id, and an order is pressed once for it. */
export const flowRun = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table flow_run (
      shop text not null,
      run_id text not null,
      order_id text not null,
      started_at timestamptz not null default clock_timestamp(),
      done_at timestamptz,
      -- Why nothing was sent; null where it was.
      refusal text,
      primary key (shop, run_id)
    )`.execute(db);
    await sql`create index flow_run_order on flow_run (shop, order_id)`.execute(db);
  },
};
