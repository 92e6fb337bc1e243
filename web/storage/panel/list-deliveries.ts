import { type Kysely, type Selectable, sql } from 'kysely';
import { type DeliveryState, deliveryStates, type Reason } from '#api-contract/order.ts';
import type { Progress, Slot } from '#deliveries/delivery.ts';
import type { OrderRecord } from '#deliveries/order.ts';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';
import {
  conditionOf,
  type DeliveryFilter,
  isToSend,
  type Reader,
  type ResolvedFilter,
  resolveFilter,
  resolveSearch,
} from './delivery-filter.ts';
import { type DeliverySort, pageOfKeys, type RowKey, readCursor } from './delivery-keys.ts';
import { readLate } from './late-deliveries.ts';
import { listedOrder } from './listed-order.ts';
import type { SlowMemo } from './slow-memo.ts';
import { isDoubled } from './undelivered.ts';

/** A delivery of an order, or an order that has none (reference null). Holds personal data. */
export interface ListedDelivery {
  orderId: string;
  orderNumber: number;
  orderName: string;
  orderReference: string | null;
  deliveryId: string | null;
  customerName: string | null;
  state: DeliveryState;
  reason: Reason | null;
  slot: Slot | null;
  locationName: string | null;
  progress: Progress | null;
  /** The service is asked to cancel it. */
  cancelling: boolean;
  isLate: boolean;
  drift: boolean;
  /** A newer driver is booked for the same goods. */
  secondDriver: boolean;
  testMode: boolean;
  updatedAt: Date;
}

export interface DeliveryPage {
  rows: ListedDelivery[];
  nextCursor: string | null;
}

export interface PageRequest {
  sort: DeliverySort;
  /** `nextCursor` of the page before; null for the first. */
  cursor: string | null;
  limit: number;
}

/** @returns null where the cursor is not one of ours. */
export async function listDeliveries(
  reader: Reader,
  shop: ShopDomain,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<DeliveryPage | null> {
  const cursor = page.cursor === null ? null : readCursor(page.cursor);
  if (page.cursor !== null && cursor === null) return null;
  const filters = await resolveFilter(reader, shop, filter);
  const { keys, nextCursor } = await pageOfKeys({ db: reader.db, shop, filters, limit: page.limit }, page.sort, cursor);
  return { rows: await readRows(reader, shop, keys), nextCursor };
}

/** Rows per state under the filter but its states and its view. */
export async function countByState(
  reader: Reader,
  memo: SlowMemo,
  shop: ShopDomain,
  filter: DeliveryFilter,
): Promise<Record<DeliveryState, number>> {
  const resolved = await resolveSearch(reader, shop, filter);
  const key = JSON.stringify(['states', shop, { ...resolved, states: [] }]);
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
  const found = await memo(key, () => count(reader.db, shop, resolved), sum);
  return Object.fromEntries(deliveryStates.map((state) => [state, found[state] ?? 0])) as Record<DeliveryState, number>;
}

/**
 * Rows of the lists that no state names, each by an index of its own; `changedOnly`: whose state needs nobody; `doubled`:
 * that need a person only because a second driver is booked.
 */
export async function countViews(
  reader: Reader,
  shop: ShopDomain,
  filter: DeliveryFilter,
): Promise<{ toSend: number; changed: number; changedOnly: number; doubled: number }> {
  const all = await resolveSearch(reader, shop, filter);
  const { rows } = await sql<{ to_send: string; changed: string; changed_only: string; doubled: string }>`
    select (select count(*) from shop_order o where ${conditionOf('bare', shop, all)} and ${isToSend('o')}) as to_send,
      (select count(*) from delivery d where ${conditionOf('delivery', shop, { ...all, view: 'doubled_only' })}) as doubled,
      changed.* from (
        select count(*) as changed, count(*) filter (where d.state <> 'needs_attention') as changed_only
        from delivery d where ${conditionOf('delivery', shop, all)} and d.drifted
      ) as changed`.execute(reader.db);
  const [row] = rows;
  return {
    toSend: Number(row?.to_send ?? 0),
    changed: Number(row?.changed ?? 0),
    changedOnly: Number(row?.changed_only ?? 0),
    doubled: Number(row?.doubled ?? 0),
  };
}

async function count(db: Kysely<Tables>, shop: ShopDomain, filter: ResolvedFilter): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; rows: string }>`
    select state, sum(n)::int8 as rows from (
      select d.state, count(*) as n from delivery d where ${conditionOf('delivery', shop, filter)} group by d.state
      union all
      select o.state, count(*) as n from shop_order o where ${conditionOf('bare', shop, filter)} group by o.state
    ) as counted group by state`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.state, Number(row.rows)]));
}

async function readRows({ db, cipher }: Reader, shop: ShopDomain, keys: readonly RowKey[]): Promise<ListedDelivery[]> {
  if (keys.length === 0) return [];
  const ids = [...new Set(keys.map(({ orderId }) => orderId))];
  const references = keys.map(({ orderReference }) => orderReference);
  const orders = await db
    .selectFrom('shop_order')
    .selectAll()
    .where('shop', '=', shop)
    .where('order_id', 'in', ids)
    .execute();
  const deliveries = await db
    .selectFrom('delivery as d')
    .select(deliveryColumns)
    .select(isDoubled(shop).as('doubled'))
    .where('shop', '=', shop)
    .where('order_id', 'in', ids)
    .where('order_reference', 'in', references)
    .execute();
  const late = await readLate(db, shop, ids);
  const orderById = new Map(orders.map((row) => [row.order_id, listedOrder(row, cipher)]));
  const deliveryByKey = new Map(deliveries.map((row) => [`${row.order_id}/${row.order_reference}`, row]));
  return keys.flatMap(({ orderId, orderReference }) => {
    const order = orderById.get(orderId);
    const delivery = deliveryByKey.get(`${orderId}/${orderReference}`);
    if (!order) return [];
    return [delivery ? withDelivery(order, delivery, late) : withoutDelivery(order)];
  });
}

const deliveryColumns = [
  'order_id',
  'order_reference',
  'delivery_id',
  'state',
  'reason',
  'slot_start',
  'slot_end',
  'location_name',
  'progress',
  'cancellation',
  'drifted',
  'mode',
  'updated_at',
] as const;
type DeliveryColumns = Pick<Selectable<Tables['delivery']>, (typeof deliveryColumns)[number]> & { doubled: boolean };

function withoutDelivery(order: OrderRecord): ListedDelivery {
  return {
    orderId: order.orderId,
    orderNumber: order.number,
    orderName: order.name,
    customerName: order.customerName,
    orderReference: null,
    deliveryId: null,
    state: order.state,
    reason: order.reason,
    slot: null,
    locationName: null,
    progress: null,
    cancelling: false,
    isLate: false,
    drift: false,
    secondDriver: false,
    testMode: false,
    updatedAt: new Date(order.updatedAt),
  };
}

function withDelivery(order: OrderRecord, row: DeliveryColumns, late: ReadonlySet<string>): ListedDelivery {
  const { slot_start: start, slot_end: end } = row;
  return {
    ...withoutDelivery(order),
    orderReference: row.order_reference,
    deliveryId: row.delivery_id,
    state: row.state,
    reason: row.reason,
    slot: start && { start: start.toISOString(), end: end?.toISOString() ?? null },
    locationName: row.location_name,
    progress: row.state === 'placed' ? row.progress : null,
    cancelling: row.state === 'placed' && row.cancellation?.stage === 'wanted',
    isLate: late.has(row.order_reference),
    drift: row.drifted,
    secondDriver: row.doubled,
    testMode: row.mode === 'test',
    updatedAt: row.updated_at,
  };
}
