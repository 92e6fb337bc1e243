import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { DeliveryState } from '#api-contract/order.ts';
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

const printable = z.string().regex(/^[\x20-\x7e]*$/).max(255);
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

/**
 * One page of keys in order. Every source and state is walked by its own index up to `limit` rows and the stretches are
 * merged, so a page costs the same among a thousand rows and among a million.
 */
export async function pageOfKeys(
  db: Kysely<Tables>,
  shop: ShopDomain,
  filter: ResolvedFilter,
  page: { sort: DeliverySort; cursor: Cursor | null; limit: number },
): Promise<{ keys: RowKey[]; nextCursor: string | null }> {
  const found: { key: RowKey; cursor: Cursor }[] = [];
  const segments = segmentsOf(page.sort);
  for (const [index, segment] of segments.entries()) {
    if (index < (page.cursor?.[0] ?? 0) || found.length > page.limit) continue;
    const after = page.cursor?.[0] === index ? page.cursor : null;
    const rows = await walk(db, shop, filter, segment, after, page.limit + 1 - found.length);
    for (const { k, order_id: orderId, order_reference: orderReference } of rows) {
      found.push({ key: { orderId, orderReference }, cursor: [index, k, orderId, orderReference] });
    }
  }
  const shown = found.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    keys: shown.map(({ key }) => key),
    nextCursor: found.length > page.limit && last ? writeCursor(last.cursor) : null,
  };
}

interface KeyRow {
  k: string;
  order_id: string;
  order_reference: string;
}

async function walk(
  db: Kysely<Tables>,
  shop: ShopDomain,
  filter: ResolvedFilter,
  segment: Segment,
  after: Cursor | null,
  limit: number,
): Promise<KeyRow[]> {
  const sources: Source[] = segment.by === 'slot' ? ['delivery'] : ['delivery', 'bare'];
  const states: (DeliveryState | null)[] = filter.states.length > 0 ? [...filter.states] : [null];
  const stretches = sources.flatMap((source) =>
    states.map((state) => sql`(${stretch(source, state, { shop, filter, segment, after, limit })})`),
  );
  const direction = sql.raw(segment.descending ? 'desc' : 'asc');
  const { rows } = await sql<KeyRow>`
    select ${asText(segment)} as k, order_id, order_reference from (${sql.join(stretches, sql` union all `)}) as merged
    order by merged.k ${direction}, order_id ${direction}, order_reference ${direction} limit ${limit}`.execute(db);
  return rows;
}

/** Milliseconds for instants: rows are written by the millisecond. */
function asText({ by }: Segment): RawBuilder<unknown> {
  return by === 'number' ? sql`merged.k::text` : sql`(extract(epoch from merged.k) * 1000)::int8::text`;
}

interface Walking {
  shop: ShopDomain;
  filter: ResolvedFilter;
  segment: Segment;
  after: Cursor | null;
  limit: number;
}

function stretch(source: Source, state: DeliveryState | null, walking: Walking): RawBuilder<unknown> {
  const { shop, filter, segment, after, limit } = walking;
  const row = sql.raw(source === 'delivery' ? 'd' : 'o');
  const reference = source === 'delivery' ? sql`d.order_reference` : sql`''::text`;
  const value = segment.by === 'number' ? sql`o.number` : sql`${row}.${sql.raw(segment.by === 'slot' ? 'slot_start' : 'updated_at')}`;
  const from =
    source === 'bare'
      ? sql`shop_order o`
      : segment.by === 'number'
        ? sql`shop_order o join delivery d on d.shop = o.shop and d.order_id = o.order_id`
        : sql`delivery d`;
  const conditions = [conditionOf(source, shop, filter)];
  if (segment.by === 'number' && source === 'delivery') conditions.push(sql`o.shop = ${shop}`);
  if (state !== null) conditions.push(sql`${row}.state = ${state}`);
  if (segment.by === 'slot') conditions.push(sql`d.slot_start is not null`);
  if (segment.slotless && source === 'delivery') conditions.push(sql`d.slot_start is null`);
  if (after) conditions.push(beyond(after, segment, value, row, reference));
  const direction = sql.raw(segment.descending ? 'desc' : 'asc');
  const id = segment.by === 'number' ? sql`o.order_id` : sql`${row}.order_id`;
  const lastKey = source === 'delivery' ? sql`, d.order_reference ${direction}` : sql``;
  return sql`select ${value} as k, ${id} as order_id, ${reference} as order_reference from ${from}
    where ${sql.join(conditions, sql` and `)} order by ${value} ${direction}, ${id} ${direction}${lastKey} limit ${limit}`;
}

/** Rows that come after the last one shown. The first comparison is what the index can use across a join. */
function beyond(
  [, k, orderId, orderReference]: Cursor,
  { by, descending }: Segment,
  value: RawBuilder<unknown>,
  row: RawBuilder<unknown>,
  reference: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const key = by === 'number' ? sql`${k}::int8` : sql`${new Date(Number(k))}::timestamptz`;
  const [near, far] = descending ? [sql`<=`, sql`<`] : [sql`>=`, sql`>`];
  return sql`${value} ${near} ${key} and (${value}, ${row}.order_id, ${reference}) ${far} (${key}, ${orderId}::text, ${orderReference}::text)`;
}
