import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type DeliveryState, deliveryStates } from '#api-contract/order.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';
import { conditionOf, type ResolvedFilter, type Source } from './delivery-filter.ts';

/** Which row: a delivery, or an order that has none (reference empty). */
export interface RowKey {
  orderId: string;
  orderReference: string;
}

export type DeliverySort = 'updated_desc' | 'updated_asc' | 'slot_asc' | 'slot_desc' | 'number_desc' | 'number_asc';

type SortBy = 'updated' | 'slot' | 'number';

/** A stretch of the list that one index can walk; a sort by slot ends with what has none, newest change first. */
interface Segment {
  by: SortBy;
  descending: boolean;
  slotless: boolean;
}

const printable = z
  .string()
  .regex(/^[\x20-\x7e]*$/)
  .max(255);
const cursorSchema = z.tuple([z.int().min(0).max(1), z.string().regex(/^\d{1,13}$/), printable, printable]);
/** Segment, value sorted by, order id, reference of the last row shown. */
type Cursor = z.infer<typeof cursorSchema>;

export function readCursor(text: string): Cursor | null {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}

const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function segmentsOf(sort: DeliverySort): Segment[] {
  const [by, direction] = sort.split('_') as [SortBy, 'asc' | 'desc'];
  const first: Segment = { by, descending: direction === 'desc', slotless: false };
  return by === 'slot' ? [first, { by: 'updated', descending: true, slotless: true }] : [first];
}

/** What one page is asked of. */
export interface KeyQuery {
  db: Kysely<Tables>;
  shop: ShopDomain;
  /** A row that any of them shows is of the list; none is shown by two. */
  filters: readonly ResolvedFilter[];
  limit: number;
}

/**
 * One page of keys in order. Every source and state is walked by its own index up to `limit` rows and the stretches are
 * merged, so a page costs the same among a thousand rows and among a million.
 */
export async function pageOfKeys(
  query: KeyQuery,
  sort: DeliverySort,
  cursor: Cursor | null,
): Promise<{ keys: RowKey[]; nextCursor: string | null }> {
  const { limit } = query;
  const found: { key: RowKey; cursor: Cursor }[] = [];
  for (const [index, segment] of segmentsOf(sort).entries()) {
    if (index < (cursor?.[0] ?? 0) || found.length > limit) continue;
    const after = cursor?.[0] === index ? cursor : null;
    const rows = await walk({ ...query, limit: limit + 1 - found.length, segment, after });
    for (const { k, order_id: orderId, order_reference: orderReference } of rows) {
      found.push({ key: { orderId, orderReference }, cursor: [index, k, orderId, orderReference] });
    }
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    keys: shown.map(({ key }) => key),
    nextCursor: found.length > limit && last ? writeCursor(last.cursor) : null,
  };
}

interface Walk extends KeyQuery {
  segment: Segment;
  after: Cursor | null;
}

interface KeyRow {
  k: string;
  order_id: string;
  order_reference: string;
}

async function walk(query: Walk): Promise<KeyRow[]> {
  const { segment } = query;
  const sources: Source[] = segment.by === 'slot' ? ['delivery'] : ['delivery', 'bare'];
  const stretches = query.filters.flatMap((filter) =>
    sources.flatMap((source) =>
      statesOf(source, filter, segment).map(
        (state) => sql`(${stretch(columnsOf(source, segment), { ...filter, state }, query)})`,
      ),
    ),
  );
  if (stretches.length === 0) return [];
  const direction = sql.raw(segment.descending ? 'desc' : 'asc');
  const { rows } = await sql<KeyRow>`
    select ${asText(segment)} as k, order_id, order_reference
    from (${sql.join(stretches, sql` union all `)}) as merged
    order by merged.k ${direction}, order_id ${direction}, order_reference ${direction}
    limit ${query.limit}`.execute(query.db);
  return rows;
}

/**
 * The states to walk one by one; null: all at once. Only what was booked has a slot. Where an index begins with the state
 * it is always named, because the planner cannot know how states and orders without a delivery hang together.
 */
function statesOf(source: Source, filter: ResolvedFilter, segment: Segment): (DeliveryState | null)[] {
  const asked = (states: readonly DeliveryState[]) =>
    states.filter((state) => filter.states.length === 0 || filter.states.includes(state));
  if (segment.by === 'slot') return asked(['placed', 'cancelled']);
  if (segment.by === 'number' && source === 'bare') return asked(deliveryStates);
  return filter.states.length > 0 ? [...filter.states] : [null];
}

/** Milliseconds for instants: rows are written by the millisecond. */
function asText({ by }: Segment): RawBuilder<unknown> {
  return by === 'number' ? sql`merged.k::text` : sql`(extract(epoch from merged.k) * 1000)::int8::text`;
}

/** Where a source is read from and what its rows are sorted by: value, order id, reference. */
interface Columns {
  source: Source;
  from: RawBuilder<unknown>;
  value: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** An order without a delivery has none. */
  reference: RawBuilder<unknown> | null;
}

function columnsOf(source: Source, { by }: Segment): Columns {
  if (source === 'bare') {
    const value = by === 'number' ? sql`o.number` : sql`o.updated_at`;
    return { source, from: sql`shop_order o`, value, id: sql`o.order_id`, reference: null };
  }
  const column = { number: sql`d.order_number`, slot: sql`d.slot_start`, updated: sql`d.updated_at` };
  return { source, from: sql`delivery d`, value: column[by], id: sql`d.order_id`, reference: sql`d.order_reference` };
}

/** A filter, and the one state of it that is walked; null: all at once. */
type Walked = ResolvedFilter & { state: DeliveryState | null };

function stretch(columns: Columns, filter: Walked, query: Walk): RawBuilder<unknown> {
  const { from, value, id, reference } = columns;
  const direction = sql.raw(query.segment.descending ? 'desc' : 'asc');
  const keys = [value, id, ...(reference ? [reference] : [])].map((key) => sql`${key} ${direction}`);
  return sql`select ${value} as k, ${id} as order_id, ${reference ?? sql`''::text`} as order_reference
    from ${from} where ${sql.join(conditionsOf(columns, filter, query), sql` and `)}
    order by ${sql.join(keys)} limit ${query.limit}`;
}

function conditionsOf(
  { source, ...columns }: Columns,
  filter: Walked,
  { shop, segment, after }: Walk,
): RawBuilder<unknown>[] {
  const row = sql.raw(source === 'delivery' ? 'd' : 'o');
  const conditions = [conditionOf(source, shop, filter)];
  if (segment.by === 'slot') conditions.push(sql`d.slot_start is not null`);
  if (segment.slotless && source === 'delivery') conditions.push(sql`d.slot_start is null`);
  if (filter.state !== null) conditions.push(sql`${row}.state = ${filter.state}`);
  if (after) conditions.push(beyond(after, segment, columns));
  return conditions;
}

/** Rows that come after the last one shown. */
function beyond(
  [, k, orderId, orderReference]: Cursor,
  { by, descending }: Segment,
  { value, id, reference }: Omit<Columns, 'source'>,
): RawBuilder<unknown> {
  const key = by === 'number' ? sql`${k}::int8` : sql`${new Date(Number(k))}::timestamptz`;
  const [near, far] = descending ? [sql`<=`, sql`<`] : [sql`>=`, sql`>`];
  return sql`${value} ${near} ${key}
    and (${value}, ${id}, ${reference ?? sql`''::text`}) ${far} (${key}, ${orderId}::text, ${orderReference}::text)`;
}
