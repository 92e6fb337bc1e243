import { type Kysely, sql, type Transaction } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { isDataFault } from './data-fault.ts';
import type { DispatchOptions, ReadWebhook, StoredWebhook } from './inbox.ts';
import { type AskedRun, askForRuns } from './order-runs.ts';
import type { Tables } from './schema.ts';
import type { Sealer } from './sealing.ts';
import { eraseWebhooksOfErased, makeWayForPayments } from './tombstones.ts';
import { openBody, type StoredBody } from './webhook-body.ts';

interface Dispatching {
  db: Kysely<Tables>;
  sealer: Sealer;
  read: (webhook: StoredWebhook) => ReadWebhook;
}

/** What waits for nothing else in the inbox; the index `webhook_new` has the same words. */
const isPayment = sql<boolean>`(topic in ('orders/paid', 'sweep/paid'))`;
const restingStates = ['placed', 'skipped', 'needs_attention', 'cancelled'] as const;

/** All rows in one transaction; where the database refuses what one of them carries, one by one, and that one rests. */
export async function dispatchWebhooks(dispatching: Dispatching, options: DispatchOptions): Promise<number> {
  try {
    return await dispatchTogether(dispatching, options);
  } catch (error) {
    if (!isDataFault(error)) throw error;
  }
  let count = 0;
  while (count < options.limit && (await dispatchNext(dispatching, options))) count += 1;
  return count;
}

function dispatchTogether(dispatching: Dispatching, options: DispatchOptions): Promise<number> {
  return dispatching.db.transaction().execute(async (trx) => {
    const rows = await newRows(trx, options);
    await handOn(trx, dispatching, rows);
    return rows.length;
  });
}

/** The oldest row alone; false where there is none. */
async function dispatchNext(dispatching: Dispatching, options: DispatchOptions): Promise<boolean> {
  const { db } = dispatching;
  let next: WebhookRow | undefined;
  try {
    await db.transaction().execute(async (trx) => {
      const rows = await newRows(trx, { ...options, limit: 1 });
      [next] = rows;
      await handOn(trx, dispatching, rows);
    });
  } catch (error) {
    if (next === undefined || !isDataFault(error)) throw error;
    await db
      .updateTable('webhook')
      .set({ state: 'quarantined', why: 'cannot_be_stored' })
      .where('shop', '=', next.shop)
      .where('id', '=', next.id)
      .where('state', '=', 'new')
      .execute();
  }
  return next !== undefined;
}

interface WebhookRow extends StoredBody {
  id: string;
  shop: string;
  webhook_id: string;
  topic: string;
  received_at: Date;
  order_id: string | null;
  payload_updated_at: Date | null;
}

/** Payments first, shops in turn: a shop's flood keeps no other shop's webhook waiting. */
async function newRows(
  trx: Transaction<Tables>,
  { limit }: DispatchOptions,
): Promise<(WebhookRow & { payment: boolean })[]> {
  const { rows } = await sql<WebhookRow & { payment: boolean }>`
    with recursive waiting as (
      (select shop from webhook where state = 'new' order by shop limit 1)
      union all
      select (select n.shop from webhook n where n.state = 'new' and n.shop > w.shop order by n.shop limit 1)
      from waiting w where w.shop is not null
    ), picked as (
      select first.id, first.payment, row_number() over (partition by w.shop order by not first.payment, first.id) as place
      from waiting w cross join lateral (
        select id, ${isPayment} as payment from webhook where state = 'new' and shop = w.shop
        order by not ${isPayment}, id limit ${limit}
      ) as first
    ), chosen as (
      select id, payment, place from picked order by not payment, place, id limit ${limit}
    )
    select n.id, n.shop, n.webhook_id, n.topic, n.received_at, n.body_sealed, n.payload_sealed, n.order_id, n.payload_updated_at, c.payment
    from webhook n join chosen c on c.id = n.id
    where n.state = 'new' order by not c.payment, c.place, n.id for update of n skip locked`.execute(trx);
  return rows;
}

async function handOn(
  trx: Transaction<Tables>,
  { sealer, read }: Dispatching,
  rows: readonly (WebhookRow & { payment: boolean })[],
): Promise<void> {
  if (rows.length === 0) return;
  const readings = rows.map((row) => ({ row, reading: sweptOf(row) ?? readSafely(read, storedOf(row, sealer)) }));
  const values = readings.map(({ row, reading }) => {
    const order = reading.kind === 'order' ? reading : null;
    const why = reading.kind === 'unusable' ? reading.why : null;
    const updatedAt = order?.updatedAt == null ? null : new Date(order.updatedAt);
    return sql`(${row.id}::int8, ${why === null ? 'dispatched' : 'quarantined'}, ${why}::text, ${order?.orderId ?? null}::text,
      ${updatedAt}::timestamptz, ${order?.noteHash ?? null}::text, ${order?.echoFingerprint ?? null}::text)`;
  });
  await sql`
    update webhook w set state = v.state, why = v.why, order_id = v.order_id, payload_updated_at = v.updated_at,
      note_hash = v.note_hash, echo_fingerprint = v.fingerprint
    from (values ${sql.join(values)}) as v(id, state, why, order_id, updated_at, note_hash, fingerprint)
    where w.id = v.id`.execute(trx);
  const paid = readings.flatMap(({ row: { shop }, reading }) =>
    reading.kind === 'order' && reading.paid ? [{ shop, orderId: reading.orderId }] : [],
  );
  await makeWayForPayments(trx, paid);
  await eraseWebhooksOfErased(
    trx,
    rows.map(({ id }) => id),
  );
  const orders = new Map<string, AskedRun>();
  for (const { row, reading } of readings) {
    if (reading.kind !== 'order') continue;
    const key = `${row.shop}/${reading.orderId}`;
    const rank = row.payment ? 'paid' : (orders.get(key)?.rank ?? 'next');
    orders.set(key, { shop: row.shop as ShopDomain, orderId: reading.orderId, at: null, rank });
  }
  await askForRuns(trx, await ranked(trx, [...orders.values()]));
}

/** News of an order that rests goes behind what is on its way, or was never looked at. */
async function ranked(trx: Transaction<Tables>, orders: readonly AskedRun[]): Promise<AskedRun[]> {
  const others = orders.filter(({ rank }) => rank === 'next');
  if (others.length === 0) return [...orders];
  const rows = await trx
    .selectFrom('shop_order')
    .select(['shop', 'order_id'])
    .where('shop', 'in', [...new Set(others.map(({ shop }) => shop))])
    .where('order_id', 'in', [...new Set(others.map(({ orderId }) => orderId))])
    .where('state', 'in', restingStates)
    .execute();
  const resting = new Set(rows.map(({ shop, order_id }) => `${shop}/${order_id}`));
  return orders.map((order) =>
    order.rank === 'next' && resting.has(`${order.shop}/${order.orderId}`) ? { ...order, rank: 'resting' } : order,
  );
}

function sweptOf({ order_id: orderId, payload_updated_at: updatedAt }: WebhookRow): ReadWebhook | null {
  if (orderId === null) return null;
  return {
    ...{ kind: 'order', orderId: orderId as OrderId, updatedAt: updatedAt?.getTime() ?? null },
    // The sweep has made way for payments itself.
    ...{ paid: false, noteHash: null, echoFingerprint: null },
  };
}

/** A fault of the reader is one row's, not the inbox's. */
function readSafely(read: Dispatching['read'], webhook: StoredWebhook): ReadWebhook {
  try {
    return read(webhook);
  } catch {
    return { kind: 'unusable', why: 'cannot_be_read' };
  }
}

/** The row with its body opened. */
export function storedOf(row: Omit<WebhookRow, 'order_id' | 'payload_updated_at'>, sealer: Sealer): StoredWebhook {
  return {
    id: row.id,
    shop: row.shop as ShopDomain,
    webhookId: row.webhook_id,
    topic: row.topic,
    receivedAt: row.received_at,
    body: openBody(sealer, row.shop, row.webhook_id, row),
  };
}
