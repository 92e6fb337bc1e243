import { type Kysely, sql } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Tables } from './schema.ts';

/**
 * What is known of a run of the Flow action. `begun`: it is the caller's now; `isFresh`: it was first called a moment ago.
 * `refusal`: why it sent nothing.
 */
export type FlowRun =
  | { kind: 'begun'; isFresh: boolean }
  | { kind: 'under_way' }
  | { kind: 'done'; refusal: string | null };

/** Longer than any press takes: after it, whoever began has died, and the press may be repeated. */
const heldFor = sql`interval '2 minutes'`;

/** Longer than Shopify takes to show an order that it has. */
const freshFor = sql`interval '10 seconds'`;

/**
 * Begins a run, of several callers for one; Flow sends a run again under the same id until it is answered. One that rests
 * is not younger for it: a refusal without an end marks it.
 */
export async function beginFlowRun(
  db: Kysely<Tables>,
  shop: ShopDomain,
  { runId, orderId }: { runId: string; orderId: OrderId },
): Promise<FlowRun> {
  const { rows } = await sql<{ is_fresh: boolean }>`
    insert into flow_run (shop, run_id, order_id) values (${shop}, ${runId}, ${orderId})
    on conflict (shop, run_id) do update set refusal = null, started_at = case when flow_run.refusal is null
        then clock_timestamp() else greatest(flow_run.started_at, clock_timestamp() - ${freshFor}) end
      where flow_run.done_at is null
        and (flow_run.refusal is not null or flow_run.started_at < clock_timestamp() - ${heldFor})
    returning started_at > clock_timestamp() - ${freshFor} as is_fresh`.execute(db);
  if (rows[0]) return { kind: 'begun', isFresh: rows[0].is_fresh };
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

/** Nothing came of it yet; it may be begun again at once, and its age is kept. */
export async function restFlowRun(
  db: Kysely<Tables>,
  shop: ShopDomain,
  { runId, refusal }: { runId: string; refusal: string },
): Promise<void> {
  const run = db.updateTable('flow_run').set({ refusal }).where('shop', '=', shop).where('run_id', '=', runId);
  await run.where('done_at', 'is', null).execute();
}

/** Nothing came of it and it may be begun again at once. */
export async function dropFlowRun(db: Kysely<Tables>, shop: ShopDomain, runId: string): Promise<void> {
  await db.deleteFrom('flow_run').where('shop', '=', shop).where('run_id', '=', runId).execute();
}
