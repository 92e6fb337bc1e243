import { type RawBuilder, sql } from 'kysely';
import type { DeliveriesQuery } from '#api-contract/deliveries.ts';
import type { DeliveryState } from '#api-contract/order.ts';
import { searchedFor } from '#placement/found-by.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { BlindIndex } from '../blind-index.ts';
import type { Opened } from '../encrypted-columns.ts';
import { isDoubled } from './undelivered.ts';

/** The same, and what finds in it by name and phone. */
export interface Reader extends Opened {
  blindIndex: BlindIndex;
}

/** What the list is narrowed to. All of it holds at once. */
export interface DeliveryFilter {
  /** Empty: every state. */
  states: readonly DeliveryState[];
  /** Order number or name, reference, or the service's delivery id. */
  search: string | null;
  /** The search may also be words of the buyer's name, or a phone number. */
  byBuyer?: boolean;
  /** Last change, `[from, to)`. */
  from: Date | null;
  to: Date | null;
  locationId: string | null;
  /** Of the orders that count as paid in that time. */
  paid: DeliveriesQuery['paid'] | null;
  view: DeliveryView | null;
}

/** Lists that no state names. */
type DeliveryView = NonNullable<DeliveriesQuery['view']>;

/** A row that waits for a person only because the shop sends by hand, as SQL over `o` or `d`. */
export function isToSend(row: 'o' | 'd'): RawBuilder<boolean> {
  return sql.raw(`(${row}.state = 'skipped' and ${row}.reason ->> 'code' = 'manual_mode')`);
}

/** A filter whose search has been resolved to the ids of the orders it finds, and that one condition can say. */
export type ResolvedFilter = Omit<DeliveryFilter, 'search' | 'byBuyer' | 'view'> & {
  orderIds: string[] | null;
  /** `changed_only`: changed since booking, and nothing else needs a person; `doubled_only`: the same of a second driver. */
  view: Exclude<DeliveryView, 'needs_you'> | 'changed_only' | 'doubled_only' | null;
};

export type Source = 'delivery' | 'bare';

const mostFound = 500;
const mostNumber = 2_147_483_647;

/**
 * A filter as one or more that share no row, each by an index of its own: what needs a person does so by its state, by an
 * alarm whatever its state, or because a second driver is booked.
 */
export async function resolveFilter(
  reader: Reader,
  shop: ShopDomain,
  { view, ...filter }: DeliveryFilter,
): Promise<ResolvedFilter[]> {
  const resolved = await resolveSearch(reader, shop, filter);
  if (view !== 'needs_you') return [{ ...resolved, view }];
  const { states } = resolved;
  const byState: ResolvedFilter = { ...resolved, view: null, states: ['needs_attention'] };
  const byAlarm: ResolvedFilter = { ...resolved, view: 'changed_only' };
  const byDouble: ResolvedFilter = { ...resolved, view: 'doubled_only', states: ['placed'] };
  return [
    ...(states.length === 0 || states.includes('needs_attention') ? [byState] : []),
    byAlarm,
    ...(states.length === 0 || states.includes('placed') ? [byDouble] : []),
  ];
}

/** Finds the orders that a search means, each way by an index of its own; of every view. */
export async function resolveSearch(
  { db, blindIndex }: Reader,
  shop: ShopDomain,
  { search, byBuyer = false, ...filter }: Omit<DeliveryFilter, 'view'>,
): Promise<ResolvedFilter> {
  if (search === null) return { ...filter, view: null, orderIds: null };
  const bare = search.replace(/^#/, '');
  const number = /^\d{1,10}$/.test(bare) && Number(bare) <= mostNumber ? Number(bare) : null;
  const hashes = blindIndex.hashes(shop, byBuyer ? searchedFor(search) : []);
  const spellings = [...new Set([search, bare, bare.toUpperCase(), bare.toLowerCase()])];
  const { rows } = await sql<{ order_id: string }>`
    select order_id from shop_order where shop = ${shop} and number = ${number}::int4
    union
    select order_id from shop_order where shop = ${shop} and lower(name) = any(${[bare.toLowerCase(), `#${bare.toLowerCase()}`]}::text[])
    union
    select order_id from delivery where shop = ${shop} and order_reference = any(${spellings}::text[])
    union
    select order_id from delivery where shop = ${shop} and delivery_id = any(${spellings}::text[])
    union
    (select f.order_id from order_search f join shop_order o on o.shop = f.shop and o.order_id = f.order_id
      where f.shop = ${shop} and f.hashes @> ${hashes}::text[] and cardinality(${hashes}::text[]) > 0
      order by o.updated_at desc limit ${mostFound})
    limit ${mostFound}`.execute(db);
  return { ...filter, view: null, orderIds: rows.map((row) => row.order_id) };
}

/** The filter as a condition on one of the two sources, `d` or `o`; the state is left to the caller. */
export function conditionOf(source: Source, shop: ShopDomain, filter: ResolvedFilter): RawBuilder<unknown> {
  const { from, to, locationId, orderIds, paid, view } = filter;
  const row = sql.raw(source === 'delivery' ? 'd' : 'o');
  const parts = [sql`${row}.shop = ${shop}`];
  if (source === 'bare') parts.push(sql`not o.has_delivery`);
  if (orderIds) parts.push(sql`${row}.order_id = any(${orderIds}::text[])`);
  if (from) parts.push(sql`${row}.updated_at >= ${from}::timestamptz`);
  if (to) parts.push(sql`${row}.updated_at < ${to}::timestamptz`);
  // An order without a delivery counts for its first location: that is what an index can hold.
  if (locationId !== null) {
    parts.push(source === 'delivery' ? sql`d.location_id = ${locationId}` : sql`o.location_ids ->> 0 = ${locationId}`);
  }
  if (paid) parts.push(countsAsPaid(row, paid));
  if (view !== null) parts.push(views[view](source, shop));
  return sql.join(parts, sql` and `);
}

const periods = { '24h': sql`interval '24 hours'`, '7d': sql`interval '7 days'` };

/** Whether the order of a row is one of those that the balance counts for that time. */
function countsAsPaid(row: RawBuilder<unknown>, within: keyof typeof periods): RawBuilder<unknown> {
  return sql`exists (select from paid_order p join shop_order t on t.shop = p.shop and t.order_id = p.order_id
    where p.shop = ${row}.shop and p.order_id = ${row}.order_id and p.processed_at >= now() - ${periods[within]}
      and t.test_order is not true)`;
}

const views: Record<NonNullable<ResolvedFilter['view']>, (source: Source, shop: ShopDomain) => RawBuilder<unknown>> = {
  to_send: (source) => isToSend(source === 'delivery' ? 'd' : 'o'),
  left_out: (source) => sql`not coalesce(${isToSend(source === 'delivery' ? 'd' : 'o')}, false)`,
  changed: (source) => (source === 'delivery' ? sql`d.drifted` : sql`false`),
  changed_only: (source) => (source === 'delivery' ? sql`d.drifted and d.state <> 'needs_attention'` : sql`false`),
  doubled_only: (source, shop) => (source === 'delivery' ? sql`not d.drifted and ${isDoubled(shop)}` : sql`false`),
};
