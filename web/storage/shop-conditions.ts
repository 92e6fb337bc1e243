import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import { mailAddress } from './mail-address.ts';
import { isUnexplained } from './panel/balance.ts';
import { comparedSince, knownFor, readsRefusedNow } from './panel/comparison.ts';
import { isDoubled, isUndelivered, toldAs } from './panel/undelivered.ts';
import type { Tables } from './schema.ts';
import { inTestMode, isPaused } from './stored-settings.ts';

/** What stands still for a whole shop, or waits for its owner beside single orders. */
export type ConditionCode =
  | ('reconnect' | 'reads_refused' | 'no_key' | 'paused' | 'service_down' | 'sweep_behind' | 'writes_forbidden')
  | ('unexplained' | 'test_mode' | 'undelivered' | 'drift' | 'second_driver' | 'data_request');

export interface ShopCondition {
  code: ConditionCode;
  /** Orders or customers that it is about; 0 where it is about the shop itself. */
  count: number;
  /** Whom; null where a version before wrote it down. */
  ids?: readonly string[] | null;
}

interface Watched {
  /** Minutes that it lasts before it is told. */
  lasts: number;
  /** Hours after which it is told again while it lasts. */
  again: number;
  /** Whether another order or customer is news, before that time is over. */
  counts: boolean;
  /** `select shop, count, ids, since` over `watched`, the shops that want mail; `since` is null for now. */
  found: RawBuilder<unknown>;
}

const day = 24;
const isBehind = sql`${comparedSince} < clock_timestamp() - ${knownFor}`;
const isRefused = sql`coalesce(${readsRefusedNow}, false)`;
const nobody = sql`'{}'::text[]`;
const own = (condition: RawBuilder<unknown>, since: RawBuilder<unknown> = sql`null::timestamptz`) =>
  sql`select shop, 0 as count, ${nobody} as ids, ${since} as since from watched s where ${condition}`;
const counted = (
  from: RawBuilder<unknown>,
  id: RawBuilder<unknown> | null,
  since: RawBuilder<unknown> = sql`null::timestamptz`,
) =>
  sql`select w.shop, count(*)::int4 as count, ${id ? sql`array_agg(${id} order by ${id})` : nobody} as ids,
    ${since} as since from watched w join ${from} group by w.shop`;

const conditions: Record<ConditionCode, Watched> = {
  reconnect: { lasts: 0, again: day, counts: false, found: own(sql`reconnect`) },
  reads_refused: {
    ...{ lasts: 0, again: day, counts: false },
    found: own(sql`${isRefused} and not reconnect`),
  },
  no_key: { lasts: 15, again: day, counts: false, found: own(sql`live_key_sealed is null and not ${inTestMode}`) },
  paused: { lasts: 24 * 60, again: day, counts: false, found: own(isPaused) },
  // A circuit that nobody needs says nothing about the service.
  service_down: {
    ...{ lasts: 60, again: day, counts: false },
    found: sql`select w.shop, 0 as count, ${nobody} as ids, null::timestamptz as since from watched w
      join gate g on g.shop = w.shop and g.mode = 'live'
      where g.state ->> 'breaker' <> 'closed' and g.state ->> 'hold' is null and exists (
        select from delivery d where d.shop = w.shop and d.state in ('held', 'confirming', 'queued') and d.mode = 'live')`,
  },
  sweep_behind: {
    ...{ lasts: 60, again: day, counts: false },
    found: own(sql`${isBehind} and not reconnect and not ${isRefused}`, comparedSince),
  },
  // What was forbidden long ago may be what nobody wants any more.
  writes_forbidden: {
    ...{ lasts: 15, again: 7 * day, counts: false },
    found: own(sql`exists (
      select from delivery d where d.shop = s.shop and d.forbidden_at > clock_timestamp() - interval '7 days')`),
  },
  unexplained: {
    ...{ lasts: 0, again: day, counts: true },
    found: counted(sql`paid_order p on p.shop = w.shop where ${isUnexplained('w')}`, sql`p.order_id`),
  },
  test_mode: {
    ...{ lasts: 0, again: day, counts: false },
    found: counted(
      sql`shop_order o on o.shop = w.shop where o.state = 'held' and o.reason ->> 'code' = 'test_mode'`,
      null,
    ),
  },
  undelivered: {
    ...{ lasts: 0, again: day, counts: true },
    found: counted(sql`delivery d on d.shop = w.shop where d.drifted and ${isUndelivered('d')}`, toldAs),
  },
  drift: {
    ...{ lasts: 0, again: day, counts: true },
    found: counted(sql`delivery d on d.shop = w.shop where d.drifted and not ${isUndelivered('d')}`, toldAs),
  },
  // Who sent the second one may be about to cancel the first.
  second_driver: {
    ...{ lasts: 15, again: day, counts: true },
    found: counted(
      sql`lateral (select ${toldAs} as id from delivery d where not d.drifted and ${isDoubled(sql.ref('w.shop'))}) as doubled on true`,
      sql`doubled.id`,
    ),
  },
  data_request: {
    ...{ lasts: 0, again: 7 * day, counts: true },
    found: counted(
      sql`data_request r on r.shop = w.shop where r.answered_at is null`,
      sql`r.id::text`,
      sql`min(r.requested_at)`,
    ),
  },
};

/** A process of another version may write down others, which are its own; a migration drops what is retired. */
const codes = Object.keys(conditions) as ConditionCode[];

const both = (some: RawBuilder<unknown>, others: RawBuilder<unknown>) =>
  sql`array(select unnest(${some}) intersect select unnest(${others}))`;

/** Whom of those found the shop was told of. A version before counts only: where it told of more, its count stands. */
const toldOfFound = sql`case when c.told_count <= cardinality(c.told_ids) then ${both(sql`c.told_ids`, sql`excluded.ids`)}
  when c.told_count >= excluded.count then excluded.ids end`;

/**
 * Writes down for every shop that has an address what stands still now, since when, and when its owner is to be told;
 * what has ended is forgotten. Safe to run by any number of workers.
 */
export async function refreshConditions(db: Kysely<Tables>): Promise<void> {
  const found = codes.map((code) => {
    const { lasts, counts, found: rows } = conditions[code];
    return sql`select ${code}::text as code, ${lasts}::int4 as lasts, ${counts}::boolean as counts, f.* from (${rows}) as f`;
  });
  await sql`
    with watched as materialized (
      select * from shop s where ${mailAddress} is not null
        and installed_at is not null and uninstalled_at is null
    ), found as materialized (${sql.join(found, sql` union all `)}),
    ended as (
      delete from shop_condition c where c.code = any(${codes}::text[])
        and not exists (select from found f where f.shop = c.shop and f.code = c.code)
    )
    insert into shop_condition as c (shop, code, count, ids, told_ids, counts, since, tell_at)
    select shop, code, count, ids, ${nobody}, counts, coalesce(since, clock_timestamp()),
      coalesce(since, clock_timestamp()) + lasts * interval '1 minute'
    from found order by shop, code
    on conflict (shop, code) do update set count = excluded.count, ids = excluded.ids, told_ids = ${toldOfFound},
      told_count = coalesce(cardinality(${toldOfFound}), least(c.told_count, excluded.count)),
      tell_at = case when c.counts and coalesce(cardinality(${toldOfFound}) < cardinality(excluded.ids), true)
        then least(c.tell_at, excluded.tell_at) else c.tell_at end
    where c.count <> excluded.count or c.ids is distinct from excluded.ids or c.told_count > cardinality(c.told_ids)`.execute(
    db,
  );
}

/** Whether shop `s` has a condition to be told of, as SQL. */
export const untoldCondition = sql`exists (
  select from shop_condition c
  where c.shop = s.shop and c.tell_at <= clock_timestamp() and c.code = any(${codes}::text[]))`;

/** What the shop's owner is to be told of now. */
export async function untoldConditions(db: Kysely<Tables>, shop: ShopDomain): Promise<ShopCondition[]> {
  const { rows } = await sql<ShopCondition>`
    select code, count, ids from shop_condition
    where shop = ${shop} and tell_at <= clock_timestamp() and code = any(${codes}::text[])`.execute(db);
  return inOrder(rows);
}

const inOrder = (found: ShopCondition[]): ShopCondition[] =>
  found.toSorted((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code));

/** What lasts for long enough to be told, told or not. */
export async function standingConditions(db: Kysely<Tables>, shop: ShopDomain): Promise<ShopCondition[]> {
  const { rows } = await sql<ShopCondition & { lasted: number }>`
    select code, count, ids, extract(epoch from clock_timestamp() - since)::float8 / 60 as lasted
    from shop_condition where shop = ${shop} and code = any(${codes}::text[])`.execute(db);
  const lasting = rows.filter(({ code, lasted }) => lasted >= conditions[code].lasts);
  return inOrder(lasting.map(({ lasted: _, ...condition }) => condition));
}

/** Writes down that they were told: again when they have lasted on, or concern others. */
export async function settleConditions(
  db: Kysely<Tables>,
  shop: ShopDomain,
  told: readonly ShopCondition[],
): Promise<void> {
  for (const { code, count, ids = null } of told) {
    const toldIds = ids && sql`case when c.ids is not null then ${both(sql`c.ids`, sql`${ids}::text[]`)} end`;
    await sql`update shop_condition c set told_ids = ${toldIds}, told_count = coalesce(cardinality(${toldIds}::text[]), least(${count}, c.count)),
        tell_at = clock_timestamp() + case
          when c.counts and (c.count > ${count} or cardinality(${toldIds}::text[]) < cardinality(c.ids)) then 0
          else ${conditions[code].again} end * interval '1 hour'
      where c.shop = ${shop} and c.code = ${code}`.execute(db);
  }
}
