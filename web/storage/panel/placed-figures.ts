import { type Kysely, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';

/** The panel calls it 19 of 20: of fewer there is no such share. */
const fewestForP95 = 20;

/** How fast and how much: seconds from payment to placed over 7 days, of orders paid before, and placed deliveries per day over 14. */
export interface PlacedFigures {
  median: number | null;
  /** Null under 20 of them. */
  p95: number | null;
  /** Days (`YYYY-MM-DD`) without a delivery are missing. */
  perDay: { date: string; placed: number }[];
}

export async function readPlacedFigures(
  db: Kysely<Tables>,
  shop: ShopDomain,
  timeZone: string,
): Promise<PlacedFigures> {
  const speed = await sql<{ median: number | null; p95: number | null }>`
    select percentile_cont(0.5) within group (order by seconds) as median,
      case when count(*) >= ${fewestForP95} then percentile_cont(0.95) within group (order by seconds) end as p95
    from (
      select extract(epoch from d.placed_at - o.paid_at)::float8 as seconds
      from delivery d join shop_order o on o.shop = d.shop and o.order_id = d.order_id
      where d.shop = ${shop} and d.mode = 'live' and d.placed_at >= now() - interval '7 days' and d.replaces is null and o.paid_at <= d.placed_at
    ) as placed`.execute(db);
  const days = await sql<{ day: string; placed: string }>`
    select to_char(placed_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*) as placed
    from delivery where shop = ${shop} and mode = 'live' and placed_at >= now() - interval '15 days'
    group by day order by day`.execute(db);
  const { median = null, p95 = null } = speed.rows[0] ?? {};
  return { median, p95, perDay: days.rows.map(({ day, placed }) => ({ date: day, placed: Number(placed) })) };
}
