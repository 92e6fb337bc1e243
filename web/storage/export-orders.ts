import { type Selectable, sql } from 'kysely';
import type { AttemptRecord } from '#deliveries/delivery.ts';
import type { LoadedOrder, OrderRecord } from '#deliveries/order.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { attemptFromRow } from './attempt-rows.ts';
import type { Storage } from './open-storage.ts';
import type { Tables } from './schema.ts';
import { matchedBodies, namesOneOf, unmatchedBodies } from './unmatched-bodies.ts';

/** Orders whose calls, audit and views are read together. */
const batch = 200;

/**
 * Everything that is stored about orders and their customer, unencrypted, for the merchant to answer a person's request
 * with: the orders with all that belongs to them, and the bodies of webhooks. Orders that were erased, or that another
 * shop has, are not in it. Each is read when it is asked for: thousands of orders may be one customer's.
 */
export function exportOrders(
  storage: Pick<Storage, 'db' | 'orders' | 'cipher'>,
  shop: ShopDomain,
  { orderIds, customerId }: { orderIds: readonly OrderId[]; customerId: string | null },
): { orders: AsyncIterable<ExportedOrder>; webhooks: AsyncIterable<ExportedBody> } {
  return {
    orders: ordersOf(storage, shop, orderIds),
    webhooks: bodiesAbout(storage, shop, orderIds, customerId),
  };
}

export interface ExportedOrder extends Pick<LoadedOrder, 'deliveries'> {
  order: OrderRecord;
  attempts: AttemptRecord[];
  audit: Selectable<Tables['audit']>[];
  views: Selectable<Tables['access_log']>[];
}

async function* ordersOf(
  { db, orders, cipher }: Pick<Storage, 'db' | 'orders' | 'cipher'>,
  shop: ShopDomain,
  orderIds: readonly OrderId[],
): AsyncGenerator<ExportedOrder> {
  // One after the other: all at once, they would keep every other shop waiting for a connection.
  for (let from = 0; from < orderIds.length; from += batch) {
    const some = orderIds.slice(from, from + batch);
    const about = sql<boolean>`shop = ${shop} and order_id = any(${some}::text[])`;
    const calls = byOrder(await db.selectFrom('attempt').selectAll().where(about).orderBy('started_at').execute());
    const audit = byOrder(await db.selectFrom('audit').selectAll().where(about).orderBy('id').execute());
    const views = byOrder(await db.selectFrom('access_log').selectAll().where(about).orderBy('id').execute());
    for (const orderId of some) {
      const { order, deliveries } = await orders.load(shop, orderId);
      if (!order) continue;
      const attempts = (calls.get(orderId) ?? []).map((row) => attemptFromRow(row, cipher));
      yield { order, deliveries, attempts, audit: audit.get(orderId) ?? [], views: views.get(orderId) ?? [] };
    }
  }
}

function byOrder<Row extends { order_id: string | null }>(rows: readonly Row[]): Map<string | null, Row[]> {
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

interface ExportedBody {
  topic: string;
  receivedAt: Date;
  /** As it came. */
  body: string;
}

/** Bodies that are known to be about these orders, then those that were never matched and name one of them or the customer. */
async function* bodiesAbout(
  storage: Pick<Storage, 'db' | 'cipher'>,
  shop: ShopDomain,
  orderIds: readonly OrderId[],
  customerId: string | null,
): AsyncGenerator<ExportedBody> {
  for await (const { topic, receivedAt, body } of matchedBodies(storage, shop, orderIds)) {
    if (body !== null) yield { topic, receivedAt, body: body.toString('utf8') };
  }
  const isAbout = namesOneOf(customerId === null ? orderIds : [...orderIds, customerId]);
  for await (const { topic, receivedAt, body } of unmatchedBodies(storage, shop)) {
    if (body !== null && isAbout(body)) yield { topic, receivedAt, body: body.toString('utf8') };
  }
}
