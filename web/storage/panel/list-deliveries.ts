import { type Kysely, sql } from 'kysely';
import { type DeliveryState, deliveryStates, type Reason } from '#api-contract/order.ts';
import type { Slot } from '#deliveries/ports.ts';
import type { ShopDomain } from '#placement/ids.ts';
import { orderFromRow } from '../order-rows.ts';
import type { Tables } from '../schema.ts';
import type { Sealer } from '../sealing.ts';
import { conditionOf, type DeliveryFilter, type ResolvedFilter, resolveSearch } from './delivery-filter.ts';
import { type DeliverySort, pageOfKeys, readCursor, type RowKey } from './delivery-keys.ts';
import type { SlowMemo } from './slow-memo.ts';

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
  drift: boolean;
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
  db: Kysely<Tables>,
  sealer: Sealer,
  shop: ShopDomain,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<DeliveryPage | null> {
  const cursor = page.cursor === null ? null : readCursor(page.cursor);
  if (page.cursor !== null && cursor === null) return null;
  const resolved = await resolveSearch(db, shop, filter);
  const { keys, nextCursor } = await pageOfKeys(db, shop, resolved, { ...page, cursor });
  return { rows: await readRows(db, sealer, shop, keys), nextCursor };
}

/** Rows per state under the filter but its states. */
export async function countByState(
  db: Kysely<Tables>,
  memo: SlowMemo,
  shop: ShopDomain,
  filter: DeliveryFilter,
): Promise<Record<DeliveryState, number>> {
  const resolved = await resolveSearch(db, shop, filter);
  const key = JSON.stringify(['states', shop, { ...resolved, states: [] }]);
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
  const found = await memo(key, () => count(db, shop, resolved), sum);
  return Object.fromEntries(deliveryStates.map((state) => [state, found[state] ?? 0])) as Record<DeliveryState, number>;
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

async function readRows(
  db: Kysely<Tables>,
  sealer: Sealer,
  shop: ShopDomain,
  keys: readonly RowKey[],
): Promise<ListedDelivery[]> {
  if (keys.length === 0) return [];
  const ids = [...new Set(keys.map(({ orderId }) => orderId))];
  const references = keys.map(({ orderReference }) => orderReference);
  const orders = await db.selectFrom('shop_order').selectAll().where('shop', '=', shop).where('order_id', 'in', ids).execute();
  const deliveries = await db
    .selectFrom('delivery')
    .select(['order_id', 'order_reference', 'delivery_id', 'state', 'reason', 'slot_start', 'slot_end', 'location_name'])
    .select(['drifted', 'mode', 'updated_at'])
    .where('shop', '=', shop)
    .where('order_id', 'in', ids)
    .where('order_reference', 'in', references)
    .execute();
  const orderById = new Map(orders.map((row) => [row.order_id, orderFromRow(row, sealer)]));
  const deliveryByKey = new Map(deliveries.map((row) => [`${row.order_id}/${row.order_reference}`, row]));
  return keys.flatMap(({ orderId, orderReference }) => {
    const order = orderById.get(orderId);
    if (!order) return [];
    const delivery = deliveryByKey.get(`${orderId}/${orderReference}`);
    const { number: orderNumber, name: orderName, customerName } = order;
    const slotStart = delivery?.slot_start ?? null;
    return [
      {
        orderId,
        orderNumber,
        orderName,
        customerName,
        orderReference: delivery?.order_reference ?? null,
        deliveryId: delivery?.delivery_id ?? null,
        state: delivery?.state ?? order.state,
        reason: delivery ? delivery.reason : order.reason,
        slot: slotStart && { start: slotStart.toISOString(), end: delivery?.slot_end?.toISOString() ?? null },
        locationName: delivery?.location_name ?? null,
        drift: delivery?.drifted ?? false,
        testMode: delivery?.mode === 'test',
        updatedAt: delivery?.updated_at ?? new Date(order.updatedAt),
      },
    ];
  });
}
