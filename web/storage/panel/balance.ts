import { type Kysely, sql } from 'kysely';
import type { Counts } from '#api-contract/overview.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';
import { isToSend } from './delivery-filter.ts';

type CountRow = Record<keyof Counts, string>;

/** An order that Shopify has as paid is known here within this time, or it is unexplained. */
const explainedWithin = sql`interval '15 minutes'`;

/** Whether paid order `p` of the last 7 days is known neither here nor as erased, as SQL; `shop` is its shop's row. */
export const isUnexplained = (shop: 's' | 'w') =>
  sql`p.processed_at >= greatest(date_trunc('second', ${sql.ref(`${shop}.installed_at`)}), now() - interval '7 days')
    and p.seen_at < now() - ${explainedWithin}
    and not exists (select from shop_order o where o.shop = p.shop and o.order_id = p.order_id)
    and not exists (select from redaction r where r.shop = p.shop and r.order_id = p.order_id)`;

/**
 * Every order that Shopify lists as paid counts once, in the state of its order row; those without one are in progress
 * while they are young and unexplained after that. Redacted orders are known by their id alone and left out; so are test
 * orders, which nobody paid.
 */
export async function readBalance(db: Kysely<Tables>, shop: ShopDomain): Promise<{ last24h: Counts; last7d: Counts }> {
  const counts = (since: ReturnType<typeof sql>) => {
    const of = (condition: ReturnType<typeof sql>) =>
      sql`count(*) filter (where processed_at >= ${since} and ${condition})`;
    return sql`json_build_object(
      'paid', ${of(sql`true`)},
      'placed', ${of(sql`state = 'placed'`)},
      'inProgress', ${of(sql`(state in ('queued', 'placing', 'confirming') or (state is null and not overdue))`)},
      'skipped', ${of(sql`state = 'skipped'`)},
      'toSend', ${of(sql`to_send`)},
      'held', ${of(sql`state = 'held'`)},
      'needsAttention', ${of(sql`state = 'needs_attention'`)},
      'cancelled', ${of(sql`state = 'cancelled'`)},
      'unexplained', ${of(sql`state is null and overdue`)})`;
  };
  const { rows } = await sql<{ day: CountRow; week: CountRow }>`
    with paid as (
      select p.processed_at, o.state, coalesce(${isToSend('o')}, false) as to_send, p.seen_at < now() - ${explainedWithin} as overdue
      from paid_order p
      join shop s on s.shop = p.shop
      left join shop_order o on o.shop = p.shop and o.order_id = p.order_id
      where p.shop = ${shop} and p.processed_at >= now() - interval '7 days'
        and (o.order_id is not null or p.processed_at >= date_trunc('second', s.installed_at))
        and o.test_order is not true
        and not exists (select from redaction r where r.shop = p.shop and r.order_id = p.order_id)
    )
    select ${counts(sql`now() - interval '24 hours'`)} as day, ${counts(sql`now() - interval '7 days'`)} as week from paid`.execute(
    db,
  );
  return { last24h: countsOf(rows[0]?.day), last7d: countsOf(rows[0]?.week) };
}

function countsOf(row: CountRow | undefined): Counts {
  const number = (name: keyof Counts) => Number(row?.[name] ?? 0);
  return {
    paid: number('paid'),
    placed: number('placed'),
    inProgress: number('inProgress'),
    skipped: number('skipped'),
    toSend: number('toSend'),
    held: number('held'),
    needsAttention: number('needsAttention'),
    cancelled: number('cancelled'),
    unexplained: number('unexplained'),
  };
}
