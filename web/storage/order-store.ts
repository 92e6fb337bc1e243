import { type Kysely, sql } from 'kysely';
import type { DeliveryRecord } from '#deliveries/delivery.ts';
import { changesIn } from '#deliveries/delivery-changes.ts';
import { afterChange, type Change, type ChangeOutcome, type Decided, type OrderAggregate } from '#deliveries/order.ts';
import type { KnownWebhooks, OrderStore } from '#deliveries/ports/stores.ts';
import type { DeliveryId, OrderId, OrderReference, ShopDomain } from '#placement/ids.ts';
import { attemptFromRow } from './attempt-rows.ts';
import type { BlindIndex } from './blind-index.ts';
import type { Cipher } from './encryption.ts';
import { OrderReadings } from './order-readings.ts';
import type { Tables } from './schema.ts';
import { type UniqueViolation, uniqueViolation } from './unique-violation.ts';
import { writeOrder } from './write-order.ts';

/** How often a change is decided anew because others were written meanwhile: each of them got on. */
const mostDecisions = 100;

/** The `OrderStore` port on PostgreSQL. */
export function createOrderStore(db: Kysely<Tables>, cipher: Cipher, blindIndex: BlindIndex): OrderStore {
  const readings = new OrderReadings(db, cipher);
  return {
    load: (shop, orderId) => readings.load(shop, orderId),
    isNewestRun: async (shop, orderId, fence) => {
      const run = await db
        .selectFrom('order_run')
        .select('fence')
        .where('shop', '=', shop)
        .where('order_id', '=', orderId)
        .executeTakeFirst();
      return run?.fence === fence;
    },
    change: (shop, orderId, decide, options = {}) =>
      changeOrder({ db, cipher, blindIndex, readings }, { shop, orderId, ...options }, decide),
    attempts: async (shop, orderId) => {
      const rows = await db
        .selectFrom('attempt')
        .selectAll()
        .where('shop', '=', shop)
        .where('order_id', '=', orderId)
        .orderBy('started_at')
        .execute();
      return rows.map((row) => attemptFromRow(row, cipher));
    },
    othersBooked: async ({ shop, account, orderReference }, most) => {
      const rows = await db
        .selectFrom('delivery')
        .select('delivery_id')
        .where('shop', '=', shop)
        .where('account', '=', account)
        .where('state', '=', 'placed')
        .where('order_reference', '<>', orderReference)
        .where('delivery_id', 'is not', null)
        .orderBy('placed_at', 'desc')
        .limit(most)
        .execute();
      return rows.map(({ delivery_id }) => delivery_id as DeliveryId);
    },
    markWebhooksKnown: (shop, orderId, known) => markKnown(db, shop, orderId, known),
    quarantineWebhooks: async (shop, ids, why) => {
      if (ids.length === 0) return;
      await db
        .updateTable('webhook')
        .set({ state: 'quarantined', why })
        .where('shop', '=', shop)
        .where(sql<boolean>`id = any(${ids}::int8[])`)
        .execute();
    },
  };
}

interface Store {
  db: Kysely<Tables>;
  cipher: Cipher;
  blindIndex: BlindIndex;
  readings: OrderReadings;
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
  store: Store,
  { shop, orderId, fence }: Changing,
  seen: OrderAggregate,
  change: Change,
): Promise<OrderAggregate | Collision | null> {
  const { db, readings } = store;
  const { version, fence: newest } = readings.of(seen);
  const number = change.order?.number ?? seen.order?.number ?? null;
  const changed = changesIn(seen, change);
  try {
    const moment = await writeOrder(store, { shop, orderId, version, fence: fence ?? null }, change, {
      stored: seen,
      number,
      changed,
    });
    if (moment === null) return null;
    const after = { ...afterChange(seen, change), ...moment };
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
