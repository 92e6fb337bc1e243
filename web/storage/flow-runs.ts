import { type Kysely, sql } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Tables } from './schema.ts';

/** What is known of a run of the Flow action. `begun`: it is the caller's now. `refusal`: why it sent nothing. */
export type FlowRun = { kind: 'begun' } | { kind: 'under_way' } | { kind: 'done'; refusal: string | null };

/** Longer than any press takes: after it, whoever began has died, and the press may be repeated. */
const heldFor = sql`interval '2 minutes'`;

/** Begins a run, of several callers for one; Flow sends a run again under the same id until it is answered. */
export async function beginFlowRun(
  db: Kysely<Tables>,
  shop: ShopDomain,
  { runId, orderId }: { runId: string; orderId: OrderId },
): Promise<FlowRun> {
  const { rows } = await sql`
    insert into flow_run (shop, run_id, order_id) values (${shop}, ${runId}, ${orderId})
    on conflict (shop, run_id) do update set started_at = clock_timestamp()
      where flow_run.done_at is null and flow_run.started_at < clock_timestamp() - ${heldFor}
    returning run_id`.execute(db);
  if (rows.length > 0) return { kind: 'begun' };
  const run = await db
    .selectFrom('flow_run')
    .select(['done_at', 'refusal'])
    .where('shop', '=', shop)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return run?.done_at ? { kind: 'done', refusal: run.refusal } : { kind: 'under_way' };
}

export async function endFlowRun(
  db: Kysely<Tables>,
  shop: ShopDomain,
  { runId, refusal }: { runId: string; refusal: string | null },
): Promise<void> {
  await db
    .updateTable('flow_run')
    .set({ done_at: sql`clock_timestamp()`, refusal })
    .where('shop', '=', shop)
    .where('run_id', '=', runId)
    .execute();
}

/** Nothing came of it and it may be begun again at once. */
export async function dropFlowRun(db: Kysely<Tables>, shop: ShopDomain, runId: string): Promise<void> {
  await db.deleteFrom('flow_run').where('shop', '=', shop).where('run_id', '=', runId).execute();
}
