import { type Kysely, sql, type Transaction } from 'kysely';
import type { OpenDatabase } from '#database/open-database.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { type ClaimedRun, claimOrders, cutOff, leaseMs, statementBegan } from './claim-orders.ts';
import type { Tables } from './schema.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** What a run is about: a payment goes before an order's own next step, news of an order that rests behind both. */
type Rank = 'paid' | 'next' | 'resting';
const ranks: readonly Rank[] = ['paid', 'next', 'resting'];

/** An order that is to run at `at` (epoch ms; null: now). */
export interface AskedRun {
  shop: ShopDomain;
  orderId: OrderId;
  at: number | null;
  /** Default `next`. */
  rank?: Rank;
}

/** How a run ended. What is counted from now is, in milliseconds, by the database's clock: no host's may be asked. */
interface RunEnding {
  /** When it is due again, epoch ms; null: when its own rows say so. */
  at?: number | null;
  /** The same, from now on. */
  inMs?: number | null;
  failed: boolean;
  /** For so long not even its own rows make it due again: they would fail in the same way. */
  restsMs?: number;
}

/** When orders run. A due order is a row; running it too often is harmless, for its own rows say what is left to do. */
export interface OrderRuns {
  /** Within the transaction of the news that the run is about; doubled requests are one. */
  ask(db: Db, orders: readonly AskedRun[]): Promise<void>;
  /** Takes up to `most` due orders of these shops, or of all: shops in turn, at most a few of one shop at a time. */
  claim(most: number, shops?: readonly ShopDomain[] | null): Promise<ClaimedRun[]>;
  /** Gives a run back; it is due again at the time of `end`, of its own rows, or when it was asked for meanwhile. */
  finish(run: ClaimedRun, end: RunEnding): Promise<void>;
  /** These runs are still under way: their leases go on. A run that could not be given back is not among them. */
  extend(underWay: readonly ClaimedRun[]): Promise<void>;
  /** Makes the orders of dead workers due again, once nobody may still be calling the service about them; how many. */
  reclaim(): Promise<number>;
  /** Shopify asked the shop to slow down: none of its orders runs for so many milliseconds. */
  waitForShop(shop: ShopDomain, forMs: number): Promise<void>;
}

const next = ranks.indexOf('next');
/** What failed or died more often than this in a row may be why its worker dies: it waits twice as long each time. */
const deathsAtOnce = 3;
const longestRestMs = 60_000;

/** Its notices name the shop whose order is due. */
export const orderDueChannel = 'order_due';
/** A busy database or a process at its limit may miss several in a row. */
export const extendLeasesMs = leaseMs / 6;

export function createOrderRuns({ db }: Pick<OpenDatabase<Tables>, 'db'>): OrderRuns {
  return {
    ask: askForRuns,
    claim: (most, shops = null) => claimOrders(db, most, shops),
    finish: async ({ shop, orderId, fence, failures }, { at = null, inMs = null, failed, restsMs = 0 }) => {
      await sql`
        update order_run set lease_until = null, interrupted = false,
          failures = ${failed ? failures + 1 : 0},
          rank = case when next_run_at is null then ${next} else least(rank, ${next}) end,
          next_run_at = least(next_run_at, ${at === null ? null : new Date(at)}::timestamptz, ${fromNow(inMs)}, ${ownDue(shop, orderId, restsMs)})
        where shop = ${shop} and order_id = ${orderId} and fence = ${fence}`.execute(db);
    },
    extend: async (underWay) => {
      if (underWay.length === 0) return;
      const column = (name: 'shop' | 'orderId' | 'fence') => underWay.map((run) => run[name]);
      // In the order of the key, as those who ask for several orders lock them.
      await sql`with mine as (
          select r.shop, r.order_id
          from unnest(${column('shop')}::text[], ${column('orderId')}::text[], ${column('fence')}::int8[]) as u(shop, order_id, fence)
          join order_run r on r.shop = u.shop and r.order_id = u.order_id
          where r.fence = u.fence and r.lease_until > clock_timestamp() order by r.shop, r.order_id for update of r
        )
        update order_run r set lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        from mine where r.shop = mine.shop and r.order_id = mine.order_id`.execute(db);
    },
    reclaim: async () => {
      const { numAffectedRows } = await sql`
        update order_run set lease_until = null, interrupted = true, failures = failures + 1, rank = ${cutOff},
          next_run_at = least(next_run_at, greatest(lease_until + ${restOfTheDead} * interval '1 millisecond', (
            select max(d.lease_until) from delivery d where d.shop = order_run.shop and d.order_id = order_run.order_id
          )))
        where (shop, order_id) in (
          select shop, order_id from order_run where lease_until <= ${statementBegan} for update skip locked
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
    waitForShop: async (shop, forMs) => {
      await sql`update shop set throttled_until = greatest(throttled_until, ${fromNow(forMs)}) where shop = ${shop}`.execute(
        db,
      );
    },
  };
}

const restOfTheDead = sql`case when failures < ${deathsAtOnce} then 0
  else least(${longestRestMs}, 1000 * 2 ^ least(failures - ${deathsAtOnce}, 10)) end`;

const fromNow = (ms: number | null) => sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`;

/**
 * When the rows of an order want it to go on by themselves: a claim took that time off its row. A second at least, so
 * that what a run could not change does not run it at once again.
 */
const ownDue = (shop: ShopDomain, orderId: OrderId, restsMs: number) => sql`(
  select case when min(due) is not null then greatest(min(due), ${fromNow(Math.max(1_000, restsMs))}) end from (
    select coalesce(d.lease_until, d.due_at) as due from delivery d
    where d.shop = ${shop} and d.order_id = ${orderId} and d.state in ('queued', 'placing', 'confirming', 'held')
    union all
    select coalesce(d.due_at, clock_timestamp()) from delivery d
    where d.shop = ${shop} and d.order_id = ${orderId} and d.placed_at is not null and d.written_back_at is null
    union all
    select d.look_at from delivery d
    where d.shop = ${shop} and d.order_id = ${orderId} and d.state in ('placed', 'cancelled') and d.look_at is not null
    union all
    select to_timestamp((d.cancellation ->> 'dueAt')::float8 / 1000) from delivery d
    where d.shop = ${shop} and d.order_id = ${orderId} and d.state in ('placed', 'cancelled')
    union all
    select o.due_at from shop_order o where o.shop = ${shop} and o.order_id = ${orderId}
  ) as own)`;

/** An embedded database has one process at a time: whoever held a lease when this one starts is dead. */
export async function endAllLeases(db: Kysely<Tables>): Promise<void> {
  await sql`update order_run set lease_until = clock_timestamp() where lease_until is not null`.execute(db);
}

/**
 * Keeps every change of these orders waiting until the transaction ends, and makes it decide anew then: for what writes
 * the rows of orders otherwise.
 */
export async function lockOrders(
  trx: Transaction<Tables>,
  shop: ShopDomain,
  orderIds: readonly OrderId[],
): Promise<void> {
  await sql`insert into order_run (shop, order_id, version)
    select ${shop}, u.id, 1 from unnest(${[...orderIds]}::text[]) as u(id) order by u.id
    on conflict (shop, order_id) do update set version = order_run.version + 1`.execute(trx);
}

/** Makes orders due, within the transaction of the news that their runs are about. */
export async function askForRuns(db: Db, orders: readonly AskedRun[]): Promise<void> {
  if (orders.length === 0) return;
  // In the order of the key, so that two transactions that ask for the same orders never wait for each other.
  const byKey = new Map<string, AskedRun>();
  for (const order of orders) {
    const key = `${order.shop}/${order.orderId}`;
    const before = byKey.get(key);
    if (!before || (order.at ?? 0) < (before.at ?? 0)) byKey.set(key, order);
  }
  const rows = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, order]) => order);
  const column = <T>(pick: (order: AskedRun) => T) => rows.map(pick);
  await sql`
    with asked as (
      insert into order_run (shop, order_id, next_run_at, rank)
      select u.shop, u.order_id, coalesce(u.at, clock_timestamp()), u.rank
      from unnest(
        ${column(({ shop }) => shop)}::text[], ${column(({ orderId }) => orderId)}::text[],
        ${column(({ at }) => (at === null ? null : new Date(at).toISOString()))}::timestamptz[],
        ${column(({ rank = 'next' }) => ranks.indexOf(rank))}::int2[]
      ) as u(shop, order_id, at, rank)
      ${becomesDue}
      returning shop, next_run_at
    )
    ${notifyWhereDue}`.execute(db);
}

/** An order that is asked for again runs once, at the earlier time and by the more urgent reason. */
export const becomesDue = sql`on conflict (shop, order_id) do update set
  rank = least(excluded.rank, case when order_run.next_run_at is not null then order_run.rank end),
  next_run_at = least(order_run.next_run_at, excluded.next_run_at)`;

/** Tells the workers of each shop that has a row of `asked` that is due now. */
export const notifyWhereDue = sql`select pg_notify(${orderDueChannel}, due.shop) from (
  select distinct shop from asked where next_run_at <= clock_timestamp()) as due`;
