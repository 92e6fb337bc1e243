import { type Kysely, sql } from 'kysely';
import { mayRun } from './claim-orders.ts';
import { isUnexplained } from './panel/balance.ts';
import { comparedSince, readsRefusedNow } from './panel/comparison.ts';
import type { Tables } from './schema.ts';

/** How the whole installation stands, over all installed shops together. */
export interface Figures {
  /** Runs of orders: ready to be taken, waiting for their time or until their shop's orders may run, under way. */
  jobs: Record<'ready' | 'deferred' | 'active', number>;
  /** Webhooks in the inbox that wait for the dispatcher. */
  webhooks: number;
  /** Seconds that the oldest ready run or waiting webhook has waited; 0 where none is. */
  oldestJobSeconds: number;
  /** Circuit breakers, one per shop and mode with a key: a hold counts before the breaker. */
  health: Record<'closed' | 'open' | 'half_open' | 'key_refused' | 'address_wrong', number>;
  /** Orders that wait for a person. */
  needsAttention: number;
  /**
   * Seconds since the orders of the shop that waits longest were compared with Shopify's list; 0 where there is no shop.
   * Of those that Shopify refuses to show only where it shows none: it then refuses the app.
   */
  comparisonAgeSeconds: number;
  /** Shops whose merchant must open the app once, because Shopify refuses the app's token. */
  toReconnect: number;
  /** Shops that Shopify calls by another address by now. */
  renamed: number;
  /** Orders of the last 7 days that Shopify has as paid and that are not known here. */
  unexplained: number;
}

/** Ready to be taken, as claims choose: what waits for a merchant or for Shopify is no stall of the workers. */
const isReady = sql`(r.lease_until is null and r.next_run_at <= now() and ${mayRun})`;
const comparedAgo = sql`extract(epoch from now() - ${comparedSince})`;

/** Reads all figures in one statement. It walks the tables of all shops: not for every request. */
export async function readFigures(db: Kysely<Tables>): Promise<Figures> {
  const { rows } = await sql<{
    ready: number;
    deferred: number;
    active: number;
    webhooks: number;
    oldest: number;
    gates: Partial<Figures['health']> | null;
    needs_attention: number;
    compared_ago: number;
    to_reconnect: number;
    renamed: number;
    unexplained: number;
  }>`
    with job as (
      select count(*) filter (where ${isReady})::int4 as ready,
        count(*) filter (where r.lease_until is null and r.next_run_at is not null and not ${isReady})::int4 as deferred,
        count(*) filter (where r.lease_until is not null)::int4 as active,
        min(r.next_run_at) filter (where ${isReady}) as since
      from order_run r join shop s on s.shop = r.shop where s.uninstalled_at is null
    ),
    inbox as (select count(*)::int4 as webhooks, min(received_at) as since from webhook where state = 'new'),
    gates as (
      select case g.state ->> 'hold' when 'key' then 'key_refused' when 'address' then 'address_wrong'
        else coalesce(g.state ->> 'breaker', 'closed') end as state, count(*)::int4 as count
      from shop s cross join lateral (values ('live', s.live_account), ('test', s.test_account)) as m(mode, account)
      left join gate g on g.shop = s.shop and g.mode = m.mode
      where s.uninstalled_at is null and (m.account is not null or g.shop is not null)
      group by 1
    ),
    shops as (
      select coalesce(
          max(${comparedAgo}) filter (where not s.reconnect and not coalesce(${readsRefusedNow}, false)),
          max(${comparedAgo}) filter (where not s.reconnect), 0)::float8 as compared_ago,
        count(*) filter (where s.reconnect)::int4 as to_reconnect,
        count(*) filter (where s.renamed_to is not null)::int4 as renamed
      from shop s where s.installed_at is not null and s.uninstalled_at is null
    )
    select job.ready, job.deferred, job.active, inbox.webhooks,
      coalesce(extract(epoch from now() - least(job.since, inbox.since)), 0)::float8 as oldest, (select json_object_agg(state, count) from gates) as gates,
      shops.compared_ago, shops.to_reconnect, shops.renamed,
      (select count(*)::int4 from shop_order o join shop s on s.shop = o.shop
        where o.state = 'needs_attention' and s.uninstalled_at is null) as needs_attention,
      (select count(*)::int4 from paid_order p join shop s on s.shop = p.shop
        where s.uninstalled_at is null and ${isUnexplained('s')}) as unexplained
    from job, inbox, shops`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('no figures');
  const { ready, deferred, active } = row;
  return {
    jobs: { ready, deferred, active },
    webhooks: row.webhooks,
    oldestJobSeconds: row.oldest,
    health: { closed: 0, open: 0, half_open: 0, key_refused: 0, address_wrong: 0, ...row.gates },
    needsAttention: row.needs_attention,
    comparisonAgeSeconds: row.compared_ago,
    toReconnect: row.to_reconnect,
    renamed: row.renamed,
    unexplained: row.unexplained,
  };
}
