import { type Kysely, type Selectable, sql } from 'kysely';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import {
  afterChange,
  type Change,
  type ChangeOutcome,
  type Decided,
  type LoadedOrder,
  type OrderAggregate,
  type WaitingWebhook,
} from '#deliveries/order.ts';
import type { KnownWebhooks, OrderStore } from '#deliveries/ports/stores.ts';
import type { OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { attemptFromRow } from './attempt-rows.ts';
import { type DeliveryJson, deliveryFromRow, orderFromRow } from './order-rows.ts';
import type { Tables } from './schema.ts';
import type { Sealer } from './sealing.ts';
import { type UniqueViolation, uniqueViolation } from './unique-violation.ts';
import { writeOrder } from './write-order.ts';

/** How often a change is decided anew because others were written meanwhile: each of them got on. */
const mostDecisions = 100;

/** The `OrderStore` port on PostgreSQL. */
export function createOrderStore(db: Kysely<Tables>, sealer: Sealer): OrderStore {
  const readings = new Readings(db, sealer);
  return {
    load: (shop, orderId) => readings.load(shop, orderId),
    change: (shop, orderId, decide, options = {}) =>
      changeOrder({ db, sealer, readings }, { shop, orderId, ...options }, decide),
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
    markWebhooksKnown: (shop, orderId, known) => markKnown(db, shop, orderId, known),
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

interface Store {
  db: Kysely<Tables>;
  sealer: Sealer;
  readings: Readings;
}

/**
 * Decides on the order as it is known, and writes only where it still is so; else reads it and decides anew. Nothing is
 * concluded from a reading that may be old: where there is nothing to write, the order is read first.
 */
async function changeOrder<R>(
  store: Store,
  { shop, orderId, from, fence }: Changing,
  decide: (aggregate: OrderAggregate) => Decided<R>,
): Promise<ChangeOutcome<R>> {
  const { readings } = store;
  let known = from ? readings.again(from) : null;
  for (let decisions = 0; decisions < mostDecisions; decisions += 1) {
    const aggregate: OrderAggregate = known ?? (await readings.load(shop, orderId));
    const isFresh = known === null;
    known = null;
    if (isFresh && fence !== undefined && fence !== readings.of(aggregate).fence) return { kind: 'overtaken' };
    const { change, result } = decide(aggregate);
    // An order that was read before its erasure must not come back after it.
    if (!change || aggregate.erased) {
      if (isFresh) return { kind: 'done', result, after: aggregate };
      continue;
    }
    const written = await write(store, { shop, orderId, fence }, aggregate, change);
    if (written === null) continue;
    return 'kind' in written ? written : { kind: 'done', result, after: written };
  }
  throw new Error('an order is changed faster than it can be decided on');
}

type Changing = { shop: ShopDomain; orderId: OrderId; from?: OrderAggregate; fence?: string | undefined };
type Collision = Exclude<ChangeOutcome<never>, { kind: 'done' | 'overtaken' }>;

/** @returns the order as it then stands; null where it is not as it was seen. */
async function write(
  { db, sealer, readings }: Store,
  { shop, orderId, fence }: Changing,
  seen: OrderAggregate,
  change: Change,
): Promise<OrderAggregate | Collision | null> {
  const { version, fence: newest } = readings.of(seen);
  const number = change.order?.number ?? seen.order?.number ?? null;
  try {
    const now = await writeOrder(db, sealer, { shop, orderId, version, fence: fence ?? null }, change, number);
    if (now === null) return null;
    const after = { ...afterChange(seen, change), now };
    readings.keep(after, { version: String(BigInt(version ?? 0) + 1n), fence: newest });
    return after;
  } catch (error) {
    const violation = uniqueViolation(error);
    if (!violation) throw error;
    return collisionOf(db, { shop, orderId, written: change.deliveries ?? [] }, violation);
  }
}

type Reserved = Pick<DeliveryRecord, 'account' | 'orderReference'>;

/**
 * Which reference collided, and whether with this shop: read after the transaction was rolled back. Shops that share an
 * account share its references, so the holder is looked for in that account, and nothing but its shop is read.
 */
async function collisionOf(
  db: Kysely<Tables>,
  { shop, orderId, written }: { shop: ShopDomain; orderId: OrderId; written: readonly Reserved[] },
  violation: UniqueViolation,
): Promise<Collision> {
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
  webhooks: WebhookJson[];
  erased: boolean;
  version: string | null;
  fence: string | null;
}

/** What a reading is worth: the version that it saw, and the newest run then. */
interface Reading {
  version: string | null;
  fence: string | null;
}

/** Reads orders, and knows of each reading which version of the order it saw, and when. */
class Readings {
  readonly #known = new WeakMap<OrderAggregate, Reading & { at: number }>();
  readonly #db: Kysely<Tables>;
  readonly #sealer: Sealer;

  constructor(db: Kysely<Tables>, sealer: Sealer) {
    this.#db = db;
    this.#sealer = sealer;
  }

  /** One statement: every run of an order begins with it. */
  async load(shop: ShopDomain, orderId: OrderId): Promise<LoadedOrder> {
    const { rows } = await sql<AggregateRow & StoredOrder>`
      select o.*, o.order_id as stored, clock_timestamp() as db_now, r.version, r.fence, (
        select coalesce(json_agg(d order by d.created_at, d.order_reference), '[]')
        from delivery d where d.shop = ${shop} and d.order_id = ${orderId}
      ) as deliveries, (
        select coalesce(json_agg(json_build_object('id', w.id::text, 'topic', w.topic, 'received_at', w.received_at,
          'payload_updated_at', w.payload_updated_at, 'note_hash', w.note_hash,
          'echo_fingerprint', w.echo_fingerprint, 'prepared', w.prepared) order by w.id), '[]')
        from webhook w where w.shop = ${shop} and w.order_id = ${orderId} and w.state = 'dispatched'
      ) as webhooks, exists (
        select from redaction e where e.shop = ${shop} and e.order_id = ${orderId}
      ) as erased
      from (values (true)) as always left join shop_order o on o.shop = ${shop} and o.order_id = ${orderId}
        left join order_run r on r.shop = ${shop} and r.order_id = ${orderId}`.execute(this.#db);
    const row = rows[0];
    if (!row) throw new Error('a read that always has one row had none');
    const loaded: LoadedOrder = {
      order: row.stored === null ? null : orderFromRow(row, this.#sealer),
      deliveries: row.deliveries.map((delivery) => deliveryFromRow(delivery, this.#sealer)),
      erased: row.erased,
      now: row.db_now.getTime(),
      webhooks: row.webhooks.map(waitingFromRow),
    };
    this.keep(loaded, row);
    return loaded;
  }

  keep(aggregate: OrderAggregate, { version, fence }: Reading): void {
    this.#known.set(aggregate, { version, fence, at: performance.now() });
  }

  of(aggregate: OrderAggregate): Reading {
    const reading = this.#known.get(aggregate);
    if (!reading) throw new Error('this order was not read here');
    return reading;
  }

  /** The same reading at the database's time of now; null where it was not read here. */
  again(aggregate: OrderAggregate): OrderAggregate | null {
    const reading = this.#known.get(aggregate);
    if (!reading) return null;
    const later = { ...aggregate, now: aggregate.now + Math.round(performance.now() - reading.at) };
    this.keep(later, reading);
    return later;
  }
}

interface WebhookJson {
  id: string;
  topic: string;
  received_at: string;
  payload_updated_at: string | null;
  note_hash: string | null;
  echo_fingerprint: string | null;
  prepared: string[] | null;
}

function waitingFromRow(row: WebhookJson): WaitingWebhook {
  return {
    id: row.id,
    topic: row.topic,
    receivedAt: Date.parse(row.received_at),
    payloadUpdatedAt: row.payload_updated_at === null ? null : Date.parse(row.payload_updated_at),
    payloadNoteHash: row.note_hash,
    echoFingerprint: row.echo_fingerprint,
    prepared: row.prepared ?? [],
  };
}

/** A change like any other: whoever saw the order before it decides anew. */
async function markKnown(
  db: Kysely<Tables>,
  shop: ShopDomain,
  orderId: OrderId,
  { ids, seenAt, echoFingerprint }: KnownWebhooks,
): Promise<void> {
  const seen = new Date(seenAt);
  await sql`
    with changed as (
      update order_run set version = version + 1 where shop = ${shop} and order_id = ${orderId} returning version
    ), seen as (
      update shop_order set shopify_updated_at = ${seen}, echo_fingerprint = ${echoFingerprint} from changed
      where shop = ${shop} and order_id = ${orderId} and shopify_updated_at <= ${seen}
    )
    update webhook set state = 'done' where shop = ${shop} and id = any(${ids}::int8[])`.execute(db);
}
