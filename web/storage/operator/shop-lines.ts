import { type RawBuilder, sql } from 'kysely';
import type { Storage } from '../open-storage.ts';
import { comparedSince, knownFor, readsRefusedNow } from '../panel/comparison.ts';
import { inTestMode, isPaused } from '../stored-settings.ts';

/** What keeps the orders of a whole shop from going on. */
export type Obstacle =
  | ('uninstalled' | 'not_installed' | 'reconnect' | 'reads_refused' | 'paused' | 'no_key' | 'key_refused')
  | ('address_wrong' | 'service_down' | 'throttled' | 'sweep_behind' | 'test_mode');

/** How one shop stands, as its operator may know it: nothing of a buyer. */
export interface ShopLine {
  domain: string;
  /** What Shopify calls it now, where that is another address; null where it is the same. */
  renamedTo: string | null;
  /** The gravest; null where nothing holds the shop. */
  obstacle: Obstacle | null;
  /** The order that has waited longest for a worker; null where none waits. */
  oldestDueOrder: { orderId: string; dueSince: Date } | null;
  /** Orders that wait for a person. */
  needsAttention: number;
  /** When the last whole comparison with Shopify's orders began. */
  lastComparison: Date | null;
  scopes: string[];
}

type Asked = Pick<Storage, 'db' | 'lendsTestKey'>;

const gate = (condition: RawBuilder<unknown>) => sql`exists (select from gate g where g.shop = s.shop
  and g.mode = case when ${inTestMode} then 'test' else 'live' end and ${condition})`;

/** Gravest first. */
const obstaclesWith = (lendsTestKey: boolean): readonly [Obstacle, RawBuilder<unknown>][] => [
  ['uninstalled', sql`s.uninstalled_at is not null`],
  ['not_installed', sql`s.installed_at is null`],
  ['reconnect', sql`s.reconnect`],
  ['reads_refused', readsRefusedNow],
  ['paused', isPaused],
  [
    'no_key',
    sql`case when ${inTestMode} then s.test_key_sealed is null and not (s.development and ${lendsTestKey}::boolean)
      else s.live_key_sealed is null end`,
  ],
  ['key_refused', gate(sql`g.state ->> 'hold' = 'key'`)],
  ['address_wrong', gate(sql`g.state ->> 'hold' = 'address'`)],
  ['service_down', gate(sql`g.state ->> 'hold' is null and g.state ->> 'breaker' <> 'closed'`)],
  ['throttled', sql`s.throttled_until > clock_timestamp()`],
  ['sweep_behind', sql`${comparedSince} < clock_timestamp() - ${knownFor}`],
  ['test_mode', inTestMode],
];

/** One line per shop, by domain; those that uninstalled the app and are not erased yet, too. */
export async function readShopLines({ db, lendsTestKey }: Asked): Promise<ShopLine[]> {
  const cases = obstaclesWith(lendsTestKey).map(([name, holds]) => sql`when ${holds} then ${name}`);
  const { rows } = await sql<{
    shop: string;
    renamed_to: string | null;
    obstacle: Obstacle | null;
    due_order: string | null;
    due_since: Date | null;
    attention: number;
    swept_at: Date | null;
    scope: string;
  }>`
    select s.shop, s.renamed_to, s.swept_at, s.scope, case ${sql.join(cases, sql` `)} end as obstacle,
      due.order_id as due_order, due.next_run_at as due_since,
      (select count(*)::int4 from shop_order o where o.shop = s.shop and o.state = 'needs_attention') as attention
    from shop s left join lateral (
      select order_id, next_run_at from order_run r
      where r.shop = s.shop and r.lease_until is null and r.next_run_at <= clock_timestamp()
      order by next_run_at limit 1
    ) due on true
    order by s.shop`.execute(db);
  return rows.map((row) => ({
    domain: row.shop,
    renamedTo: row.renamed_to,
    obstacle: row.obstacle,
    oldestDueOrder: row.due_order && row.due_since ? { orderId: row.due_order, dueSince: row.due_since } : null,
    needsAttention: row.attention,
    lastComparison: row.swept_at,
    scopes: row.scope.split(',').filter((scope) => scope !== ''),
  }));
}
