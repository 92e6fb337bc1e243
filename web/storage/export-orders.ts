import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Storage } from './open-storage.ts';
import { namesOneOf, unmatchedBodies } from './unmatched-bodies.ts';
import { decryptBody, hasBody } from './webhook-body.ts';

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
  const { db, orders } = storage;
  const read = async (orderId: OrderId) => {
    const { order, deliveries } = await orders.load(shop, orderId);
    if (!order) return null;
    const attempts = await orders.attempts(shop, orderId);
    const about = (table: 'audit' | 'access_log') =>
      db.selectFrom(table).selectAll().where('shop', '=', shop).where('order_id', '=', orderId).orderBy('id').execute();
    return { order, deliveries, attempts, audit: await about('audit'), views: await about('access_log') };
  };
  const found: NonNullable<Awaited<ReturnType<typeof read>>>[] = [];
  // One after the other: all at once, they would keep every other shop waiting for a connection.
  for (const orderId of orderIds) {
    const one = await read(orderId);
    if (one !== null) found.push(one);
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
    .where('order_id', 'in', orderIds)
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
  for await (const page of unmatchedBodies(storage, shop)) {
    for (const { topic, receivedAt, body } of page) {
      if (body !== null && isAbout(body)) found.push({ topic, receivedAt, body: readable(body) });
    }
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
