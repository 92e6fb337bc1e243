import { type Kysely, sql } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { JobQueue, OrderJob } from './job-queue.ts';
import type { Tables } from './schema.ts';

/** Above this many ready jobs nothing is rescued: what waits then waits for its turn, not for a lost job. */
const busy = 500;
const most = 200;

/**
 * Wakes up whatever should be moving and has stood still for `idleMs`: the rows are the truth, and a lost job costs no
 * order. What it finds besides leftovers of a killed process is a defect.
 *
 * @returns how many orders were woken up.
 */
export async function rescueIdle(db: Kysely<Tables>, queue: JobQueue, idleMs: number): Promise<number> {
  const ready = await sql<{ count: number }>`
    select count(*)::int4 as count from (
      select 1 from job_queue.job where name = 'orders' and state in ('created', 'retry') and start_after <= now() limit ${busy}
    ) as ready`.execute(db);
  if ((ready.rows[0]?.count ?? 0) >= busy) return 0;
  const { rows } = await sql<{ shop: string; order_id: string; kind: OrderJob['kind'] }>`
    with idle as (select clock_timestamp() - ${idleMs} * interval '1 millisecond' as since),
    still as (
      (select w.shop, w.order_id, 'advance' as kind from webhook w, idle
        where w.state = 'dispatched' and w.order_id is not null and w.received_at < idle.since limit ${most})
      union
      (select d.shop, d.order_id, 'advance' from delivery d, idle
        where d.state in ('queued', 'placing', 'confirming')
          and coalesce(d.lease_until, d.due_at, d.updated_at) < idle.since limit ${most})
      union
      -- Held for a gate that nobody will probe: whoever should have woken it up died between the two.
      (select d.shop, d.order_id, 'advance' from delivery d left join gate g on g.shop = d.shop and g.mode = d.mode, idle
        where d.state = 'held' and d.reason ->> 'code' in ('service_down', 'key_refused', 'address_wrong')
          and d.updated_at < idle.since and g.probe_at is null limit ${most})
      union
      (select o.shop, o.order_id, 'advance' from shop_order o, idle where o.due_at < idle.since limit ${most})
      union
      (select d.shop, d.order_id, 'write_back' from delivery d, idle
        where d.placed_at is not null and d.written_back_at is null
          and coalesce(d.due_at, d.updated_at) < idle.since limit ${most})
    )
    select still.shop, still.order_id, still.kind from still
    join shop s on s.shop = still.shop and s.uninstalled_at is null and not s.reconnect
    limit ${most}`.execute(db);
  const jobs = rows.map(({ shop, order_id, kind }) => ({
    kind,
    shop: shop as ShopDomain,
    orderId: order_id as OrderId,
    at: null,
  }));
  const of = (kind: OrderJob['kind']) => jobs.filter((job) => job.kind === kind);
  // A webhook that waited in the inbox is old when its order's turn is queued: that turn is not lost.
  await db.transaction().execute((trx) => queue.wakeOnce(trx, of('advance')));
  await queue.wakeMany(db, of('write_back'));
  return rows.length;
}
