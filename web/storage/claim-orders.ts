import { type Kysely, sql } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Tables } from './schema.ts';

/** An order that this worker runs now. */
export interface ClaimedRun {
  shop: ShopDomain;
  orderId: OrderId;
  fence: string;
  /** Runs in a row before this one that failed, or died with their worker. */
  failures: number;
  /** The run before failed, or died with its worker. */
  again: boolean;
}

/** What a dead worker left may be under way at the service: it goes before what was not begun. */
export const cutOff = -1;
/** Orders of one shop that run at a time: one shop's hanging service leaves room for the others. */
const runsPerShop = 4;
/** A worker that has not extended its leases for so long is taken for dead. Calls have leases of their own, longer than any call. */
export const leaseMs = 6_000;

/** So many due orders, and their shops, are looked through at each claim. */
const fewDue = 200;
/** Unlike `clock_timestamp()` it can end the search of an index: what is due later is not read. */
export const statementBegan = sql`statement_timestamp()`;

/** Nothing holds back all orders of shop `s`. */
export const mayRun = sql`s.uninstalled_at is null and not s.reconnect
  and (s.throttled_until is null or s.throttled_until <= ${statementBegan})`;

/**
 * The shops to look at where none are named. Where few orders are due they name the shops; behind a flood every shop that
 * waits for anything is visited, lest one shop's hide another's.
 */
const everyShop = sql`soonest as materialized (
      select r.shop from order_run r
      where r.next_run_at <= ${statementBegan} and r.lease_until is null and r.rank >= ${sql.lit(cutOff)}
        -- By the offset it stays a question about each order, and does not become one about every shop.
        and exists (select from shop s where s.shop = r.shop and ${mayRun} offset 0)
      order by r.next_run_at limit ${sql.lit(fewDue)}
    ), waiting as (
      (select shop from order_run where next_run_at is not null and lease_until is null
        and (select count(*) from soonest) = ${sql.lit(fewDue)} order by shop limit 1)
      union all
      select (
        select r.shop from order_run r
        where r.next_run_at is not null and r.lease_until is null and r.shop > w.shop order by r.shop limit 1
      ) from waiting w where w.shop is not null
    ), looked_at as (
      select shop from soonest union select shop from waiting
    )`;
const theseShops = (shops: readonly ShopDomain[]) =>
  sql`looked_at as (select distinct unnest(${shops}::text[]) as shop)`;

/**
 * One statement: the shops that may have due orders, the room that each has left, its most urgent orders, then shops in
 * turn. What holds back a whole shop is asked here, so that nobody has to be woken up when it ends.
 */
export async function claimOrders(
  db: Kysely<Tables>,
  most: number,
  shops: readonly ShopDomain[] | null,
): Promise<ClaimedRun[]> {
  const { rows } = await sql<{ shop: ShopDomain; order_id: OrderId; fence: string; failures: number; again: boolean }>`
    with recursive ${shops === null ? everyShop : theseShops(shops)}, running as (
      select shop, count(*) as runs from order_run where lease_until > ${statementBegan} group by shop
    ), room as (
      select w.shop, ${sql.lit(runsPerShop)} - coalesce(running.runs, 0) as room
      from looked_at w
        join shop s on s.shop = w.shop left join running on running.shop = w.shop
      where ${mayRun}
    ), picked as (
      select first.*, row_number() over (partition by first.shop order by first.rank, first.next_run_at) as place
      from room cross join (values (${sql.lit(cutOff)}), (0), (1), (2)) as ranks(rank) cross join lateral (
        select r.shop, r.order_id, r.rank, r.next_run_at from order_run r
        where r.shop = room.shop and r.rank = ranks.rank and r.next_run_at <= ${statementBegan} and r.lease_until is null
        order by r.next_run_at limit greatest(room.room, 0)
      ) as first
    ), chosen as (
      select p.shop, p.order_id from picked p join room on room.shop = p.shop
      where p.place <= room.room order by p.place, p.rank, p.next_run_at limit ${most}
    ), locked as (
      select r.shop, r.order_id from order_run r join chosen c on c.shop = r.shop and c.order_id = r.order_id
      where r.lease_until is null for update of r skip locked
    )
    update order_run r set lease_until = clock_timestamp() + ${sql.lit(leaseMs)} * interval '1 millisecond',
      fence = r.fence + 1, next_run_at = null
    from locked l where r.shop = l.shop and r.order_id = l.order_id and r.lease_until is null
    returning r.shop, r.order_id, r.fence, r.failures, r.interrupted or r.failures > 0 as again`.execute(db);
  return rows.map(({ order_id: orderId, ...run }) => ({ ...run, orderId }));
}
