import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import {
  afterChange,
  type Change,
  type ChangeOutcome,
  type Decided,
  type OrderAggregate,
  type WaitingWebhook,
} from '#deliveries/order.ts';
import type { OrderStore } from '#deliveries/ports/stores.ts';
import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { attemptFromRow, attemptToRow } from './attempt-rows.ts';
import { type DeliveryJson, deliveryFromRow, deliveryToRow, orderFromRow, orderToRow } from './order-rows.ts';
import { askForRuns, isNewestRun } from './order-runs.ts';
import type { Tables } from './schema.ts';
import type { Sealer } from './sealing.ts';
import { type UniqueViolation, uniqueViolation } from './unique-violation.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

/** The `OrderStore` port on PostgreSQL. */
export function createOrderStore(db: Kysely<Tables>, sealer: Sealer): OrderStore {
  return {
    load: (shop, orderId) => readAggregate(db, sealer, shop, orderId),
    change: (shop, orderId, decide, fence) => changeOrder(db, sealer, { shop, orderId, fence }, decide),
    attempts: async (shop, orderId) => {
      const rows = await db
        .selectFrom('attempt')
        .selectAll()
        .where('shop', '=', shop)
        .where('order_id', '=', orderId)
        .orderBy('started_at')
        .execute();
      return rows.map((row) => attemptFromRow(row, sealer));
    },
    waitingWebhooks: (shop, orderId) => readWaiting(db, shop, orderId),
    markWebhooksKnown: async (shop, orderId, { ids, seenAt, echoFingerprint }) => {
      const seen = new Date(seenAt);
      await db
        .updateTable('shop_order')
        .set({ shopify_updated_at: seen, echo_fingerprint: echoFingerprint })
        .where('shop', '=', shop)
        .where('order_id', '=', orderId)
        .where('shopify_updated_at', '<=', seen)
        .execute();
      await markWebhooksDone(db, shop, ids);
    },
    quarantineWebhooks: async (shop, ids, why) => {
      if (ids.length === 0) return;
      await db
        .updateTable('webhook')
        .set({ state: 'quarantined', why })
        .where('shop', '=', shop)
        .where('id', 'in', ids)
        .execute();
    },
  };
}

async function changeOrder<R>(
  db: Kysely<Tables>,
  sealer: Sealer,
  { shop, orderId, fence }: { shop: ShopDomain; orderId: OrderId; fence?: string | undefined },
  decide: (aggregate: OrderAggregate) => Decided<R>,
): Promise<ChangeOutcome<R>> {
  let written: readonly Reserved[] = [];
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${shop}/${orderId}`}, 0))`.execute(trx);
      if (fence !== undefined && !(await isNewestRun(trx, { shop, orderId, fence }))) return { kind: 'overtaken' };
      const aggregate = await readAggregate(trx, sealer, shop, orderId);
      const { change, result } = decide(aggregate);
      written = change?.deliveries ?? [];
      // An order that was read before its erasure must not come back after it.
      if (!change || aggregate.erased) return { kind: 'done', result, after: aggregate };
      await writeChange(trx, { shop, orderId, change, sealer });
      return { kind: 'done', result, after: afterChange(aggregate, change) };
    });
  } catch (error) {
    const violation = uniqueViolation(error);
    if (!violation) throw error;
    return conflictOf(db, { shop, orderId, written }, violation);
  }
}

type Reserved = Pick<DeliveryRecord, 'account' | 'orderReference'>;

/**
 * Which reference collided, and whether with this shop: read after the transaction was rolled back. Shops that share an
 * account share its references, so the holder is looked for in that account, and nothing but its shop is read.
 */
async function conflictOf<R>(
  db: Db,
  { shop, orderId, written }: { shop: ShopDomain; orderId: OrderId; written: readonly Reserved[] },
  violation: UniqueViolation,
): Promise<ChangeOutcome<R>> {
  if (violation.constraint === 'delivery_id_once') return { kind: 'delivery_id_taken' };
  for (const { account, orderReference } of written) {
    const holder = await db
      .selectFrom('delivery')
      .select('shop')
      .where('account', '=', account)
      .where('order_reference', '=', orderReference)
      .where((row) => row.or([row('shop', '<>', shop), row('order_id', '<>', orderId)]))
      .executeTakeFirst();
    if (holder) return { kind: 'reference_taken', orderReference, sameShop: holder.shop === shop };
  }
  return {
    kind: 'reference_taken',
    orderReference: written[0]?.orderReference ?? ('' as OrderReference),
    sameShop: false,
  };
}

type StoredOrder = Selectable<Tables['shop_order']>;
interface AggregateRow {
  db_now: Date;
  /** null where the order has no row. */
  stored: StoredOrder['order_id'] | null;
  deliveries: DeliveryJson[];
  erased: boolean;
}

/** One statement: every step of an order begins with it. */
async function readAggregate(db: Db, sealer: Sealer, shop: ShopDomain, orderId: OrderId): Promise<OrderAggregate> {
  const { rows } = await sql<AggregateRow & StoredOrder>`
    select o.*, o.order_id as stored, clock_timestamp() as db_now, (
      select coalesce(json_agg(d order by d.created_at, d.order_reference), '[]')
      from delivery d where d.shop = ${shop} and d.order_id = ${orderId}
    ) as deliveries, exists (
      select from redaction r where r.shop = ${shop} and r.order_id = ${orderId}
    ) as erased
    from (values (true)) as always left join shop_order o on o.shop = ${shop} and o.order_id = ${orderId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('a read that always has one row had none');
  return {
    order: row.stored === null ? null : orderFromRow(row, sealer),
    deliveries: row.deliveries.map((delivery) => deliveryFromRow(delivery, sealer)),
    erased: row.erased,
    now: row.db_now.getTime(),
  };
}

async function readWaiting(db: Db, shop: ShopDomain, orderId: OrderId): Promise<WaitingWebhook[]> {
  const rows = await db
    .selectFrom('webhook')
    .select(['id', 'topic', 'received_at', 'payload_updated_at', 'note_hash', 'echo_fingerprint', 'prepared'])
    .where('shop', '=', shop)
    .where('order_id', '=', orderId)
    .where('state', '=', 'dispatched')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    topic: row.topic,
    receivedAt: row.received_at.getTime(),
    payloadUpdatedAt: row.payload_updated_at?.getTime() ?? null,
    payloadNoteHash: row.note_hash,
    echoFingerprint: row.echo_fingerprint,
    prepared: row.prepared ?? [],
  }));
}

async function markWebhooksDone(db: Db, shop: ShopDomain, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('webhook').set({ state: 'done' }).where('shop', '=', shop).where('id', 'in', ids).execute();
}

interface Writing {
  shop: ShopDomain;
  orderId: OrderId;
  change: Change;
  sealer: Sealer;
}

async function writeChange(trx: Transaction<Tables>, writing: Writing): Promise<void> {
  const { shop, orderId, change, sealer } = writing;
  const { order, deliveries = [], attempts = [], audit = [], webhooksDone = [], wakes = [] } = change;
  if (order) {
    const row =
      deliveries.length > 0 ? { ...orderToRow(order, sealer), has_delivery: true } : orderToRow(order, sealer);
    await upsert(trx, 'shop_order', ['shop', 'order_id'], [row]);
  }
  const number = order ? { order_number: order.number } : {};
  const rows = deliveries.map((delivery) => ({ ...deliveryToRow(delivery, sealer), ...number }));
  await upsert(trx, 'delivery', ['shop', 'order_id', 'order_reference'], rows);
  await upsert(
    trx,
    'attempt',
    ['shop', 'order_id', 'id'],
    attempts.map((a) => attemptToRow(a, shop, orderId, sealer)),
  );
  if (audit.length > 0) {
    const entries = audit.map(({ orderReference, ...entry }) => ({
      ...entry,
      shop,
      order_id: orderId,
      order_reference: orderReference,
    }));
    await trx.insertInto('audit').values(entries).execute();
  }
  await markWebhooksDone(trx, shop, webhooksDone);
  if (change.paidAtShopify && order) {
    // An order paid long after it was placed belongs into the balance of the day of its payment.
    const paidAt = new Date(Math.max(order.processedAt, order.paidAt ?? 0));
    await trx
      .insertInto('paid_order')
      .values({ shop, order_id: orderId, processed_at: paidAt })
      .onConflict((conflict) =>
        conflict
          .columns(['shop', 'order_id'])
          .doUpdateSet({ processed_at: paidAt })
          .where('paid_order.processed_at', '<', paidAt),
      )
      .execute();
  }
  await askForRuns(
    trx,
    wakes.map(({ at }) => ({ shop, orderId, at })),
  );
}

/** Writes whole rows: an existing one gets every column but its key. */
async function upsert<T extends 'shop_order' | 'delivery' | 'attempt'>(
  trx: Transaction<Tables>,
  table: T,
  key: string[],
  rows: Insertable<Tables[T]>[],
): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = Object.keys(first).filter((column) => !key.includes(column));
  const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
  const values = sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`));
  const names = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  const keys = sql.join(key.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names}) values ${values} on conflict (${keys}) do update set ${set}`.execute(
    trx,
  );
}
