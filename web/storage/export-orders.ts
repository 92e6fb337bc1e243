import { type Selectable, sql } from 'kysely';
import type { AttemptRecord } from '#deliveries/delivery.ts';
import type { LoadedOrder, OrderRecord } from '#deliveries/order.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { attemptFromRow } from './attempt-rows.ts';
import type { Storage } from './open-storage.ts';
import type { Tables } from './schema.ts';
import { namesOneOf, unmatchedBodies } from './unmatched-bodies.ts';
import { decryptBody, hasBody } from './webhook-body.ts';

/** Orders whose calls, audit and views are read together. */
const batch = 200;

/**
 * Everything that is stored about orders and their customer, unencrypted, for the merchant to answer a person's request
 * with: the orders with all that belongs to them, and the bodies of webhooks. Orders that were erased, or that another
 * shop has, are not in it.
 */
export async function exportOrders(
  storage: Pick<Storage, 'db' | 'orders' | 'cipher'>,
  shop: ShopDomain,
  { orderIds, customerId }: { orderIds: readonly OrderId[]; customerId: string | null },
) {
  const found: ExportedOrder[] = [];
  // One after the other: all at once, they would keep every other shop waiting for a connection.
  for (let from = 0; from < orderIds.length; from += batch) {
    found.push(...(await ordersOf(storage, shop, orderIds.slice(from, from + batch))));
  }
  return {
    shop,
    orders: found,
    webhooks: [
      ...(await bodiesOf(storage, shop, orderIds)),
      ...(await bodiesNaming(storage, shop, orderIds, customerId)),
    ],
  };
}

interface ExportedOrder extends Pick<LoadedOrder, 'deliveries'> {
  order: OrderRecord;
  attempts: AttemptRecord[];
  audit: Selectable<Tables['audit']>[];
  views: Selectable<Tables['access_log']>[];
}

async function ordersOf(
  { db, orders, cipher }: Pick<Storage, 'db' | 'orders' | 'cipher'>,
  shop: ShopDomain,
  orderIds: readonly OrderId[],
): Promise<ExportedOrder[]> {
  const about = sql<boolean>`shop = ${shop} and order_id = any(${orderIds}::text[])`;
  const calls = byOrder(await db.selectFrom('attempt').selectAll().where(about).orderBy('started_at').execute());
  const audit = byOrder(await db.selectFrom('audit').selectAll().where(about).orderBy('id').execute());
  const views = byOrder(await db.selectFrom('access_log').selectAll().where(about).orderBy('id').execute());
  const found: ExportedOrder[] = [];
  for (const orderId of orderIds) {
    const { order, deliveries } = await orders.load(shop, orderId);
    if (!order) continue;
    const attempts = (calls.get(orderId) ?? []).map((row) => attemptFromRow(row, cipher));
    found.push({ order, deliveries, attempts, audit: audit.get(orderId) ?? [], views: views.get(orderId) ?? [] });
  }
  return found;
}

function byOrder<Row extends { order_id: string | null }>(rows: readonly Row[]): Map<string | null, Row[]> {
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

interface ExportedBody {
  topic: string;
  receivedAt: Date;
  /** As JSON where it is, else as text. */
  body: unknown;
}

/** Bodies that are known to be about these orders. */
async function bodiesOf(
  { db, cipher }: Pick<Storage, 'db' | 'cipher'>,
  shop: ShopDomain,
  orderIds: readonly OrderId[],
): Promise<ExportedBody[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom('webhook')
    .select(['topic', 'received_at', 'webhook_id', 'body_sealed', 'payload_sealed'])
    .where('shop', '=', shop)
    .where(sql<boolean>`order_id = any(${orderIds}::text[])`)
    .where(hasBody)
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => {
    const body = decryptBody(cipher, shop, row.webhook_id, row);
    return body === null ? [] : [{ topic: row.topic, receivedAt: row.received_at, body: readable(body) }];
  });
}

/** Bodies that were never matched to their order and name one of them or the customer. */
async function bodiesNaming(
  storage: Pick<Storage, 'db' | 'cipher'>,
  shop: ShopDomain,
  orderIds: readonly OrderId[],
  customerId: string | null,
): Promise<ExportedBody[]> {
  const isAbout = namesOneOf(customerId === null ? orderIds : [...orderIds, customerId]);
  const found: ExportedBody[] = [];
  for await (const { topic, receivedAt, body } of unmatchedBodies(storage, shop)) {
    if (body !== null && isAbout(body)) found.push({ topic, receivedAt, body: readable(body) });
  }
  return found;
}

function readable(body: Buffer): unknown {
  const text = body.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
