import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';

/** Deliveries booked in `[from, to)`, by days and months of an IANA zone. */
export interface FigureRange {
  from: Date;
  to: Date;
  timeZone: string;
}

/** What a number of deliveries came to. */
export interface FigureSums {
  deliveries: number;
  delivered: number;
  failed: number;
  /** Delivered, and of a slot that has an end. */
  judged: number;
  onTime: number;
  medianMinutes: number | null;
  cost: number | null;
}

export interface DeliveryFigures {
  total: FigureSums;
  /** Days (`YYYY-MM-DD`) and months (`YYYY-MM`) without a delivery are missing. */
  perDay: (FigureSums & { day: string })[];
  perMonth: (FigureSums & { month: string })[];
  perLocation: (FigureSums & { locationId: string | null; locationName: string })[];
}

/**
 * The live deliveries that were booked in the range and not cancelled, with all that figures are made of. The one place
 * that knows how the end of a delivery is stored.
 */
function bookedDeliveries(shop: ShopDomain, { from, to }: FigureRange): RawBuilder<unknown> {
  return sql`
    select d.placed_at, d.location_id, d.location_name, d.slot_start, d.slot_end, d.cost,
      case when o.paid_at <= d.placed_at then o.paid_at end as paid_at,
      case when d.progress = 'delivered' then d.progress_at end as delivered_at, d.progress in ('failed', 'returned') as failed
    from delivery d join shop_order o on o.shop = d.shop and o.order_id = d.order_id
    where d.shop = ${shop} and d.mode = 'live' and d.state <> 'cancelled'
      and d.placed_at >= ${from}::timestamptz and d.placed_at < ${to}::timestamptz`;
}

interface SumRow {
  kind: number;
  day: string | null;
  month: string | null;
  location_id: string | null;
  location_name: string;
  deliveries: string;
  delivered: string;
  failed: string;
  judged: string;
  on_time: string;
  median_minutes: number | null;
  cost: number | null;
}

/** Bits of `grouping(day, month, location_id)`: set where the rows are not grouped by it. */
const kinds = { total: 7, day: 3, month: 5, location: 6 };

/** All sums in one reading of the rows. */
export async function readDeliveryFigures(
  db: Kysely<Tables>,
  shop: ShopDomain,
  range: FigureRange,
): Promise<DeliveryFigures> {
  const { rows } = await sql<SumRow>`
    with booked as (
      select to_char(placed_at at time zone ${range.timeZone}, 'YYYY-MM-DD') as day,
        to_char(placed_at at time zone ${range.timeZone}, 'YYYY-MM') as month, b.*
      from (${bookedDeliveries(shop, range)}) as b
    )
    select grouping(day, month, location_id) as kind, day, month, location_id, max(location_name) as location_name,
      count(*) as deliveries,
      count(delivered_at) as delivered,
      count(*) filter (where failed) as failed,
      count(delivered_at) filter (where slot_end is not null) as judged,
      count(*) filter (where delivered_at >= slot_start and delivered_at < slot_end) as on_time,
      percentile_cont(0.5) within group (order by extract(epoch from delivered_at - paid_at)::float8 / 60) as median_minutes,
      sum(cost)::float8 as cost
    from booked group by grouping sets ((), (day), (month), (location_id))
    order by day, month, location_id`.execute(db);
  const of = (kind: number) => rows.filter((row) => row.kind === kind);
  const [total] = of(kinds.total);
  return {
    total: total ? sumsOf(total) : noDeliveries,
    perDay: of(kinds.day).map((row) => ({ ...sumsOf(row), day: row.day ?? '' })),
    perMonth: of(kinds.month).map((row) => ({ ...sumsOf(row), month: row.month ?? '' })),
    perLocation: of(kinds.location).map((row) => ({
      ...sumsOf(row),
      locationId: row.location_id,
      locationName: row.location_name,
    })),
  };
}

/** Sums over nothing. */
export const noDeliveries: FigureSums = {
  ...{ deliveries: 0, delivered: 0, failed: 0, judged: 0, onTime: 0 },
  ...{ medianMinutes: null, cost: null },
};

function sumsOf(row: SumRow): FigureSums {
  return {
    deliveries: Number(row.deliveries),
    delivered: Number(row.delivered),
    failed: Number(row.failed),
    judged: Number(row.judged),
    onTime: Number(row.on_time),
    medianMinutes: row.median_minutes,
    cost: row.cost,
  };
}
