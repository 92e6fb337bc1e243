import { CompiledQuery, type Kysely } from 'kysely';
import type { ChangedDelivery } from '#deliveries/delivery-changes.ts';
import type { Change, OrderAggregate } from '#deliveries/order.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { attemptToRow } from './attempt-rows.ts';
import type { BlindIndex } from './blind-index.ts';
import type { Cipher } from './encryption.ts';
import { deliveryToRow, orderToRow, unchanged } from './order-rows.ts';
import { orderDueChannel } from './order-runs.ts';
import type { Tables } from './schema.ts';
import { type HealthJson, healthFromJson } from './service-health-store.ts';

/** The order as it was read: a change is written only while nobody else has written one. */
export interface SeenOrder {
  shop: ShopDomain;
  orderId: OrderId;
  /** null where the order had no row in `order_run`. */
  version: string | null;
  /** Of the run that the change belongs to; null: of nobody's run. */
  fence: string | null;
}

/** What is written besides the rows themselves. */
interface Beside {
  /** The rows that the change is written over. */
  stored: Pick<OrderAggregate, 'order' | 'deliveries'>;
  /** The order's, which its deliveries are sorted by. */
  number: number | null;
  /** What Flow is told of, in a shop that uses the trigger. */
  changed: readonly ChangedDelivery[];
}

const orderColumns = `number, name, state, reason, waits_for, test_order, paid, processed_at, paid_at, shopify_updated_at,
  cancelled_at, location_ids, sendable_from, prepared, due_at, sent_by_person, note_hash, own_write_at, own_note_hash,
  echo_fingerprint, private, first_seen_at, updated_at`;
const deliveryColumns = `order_number, account, mode, location_key, location_id, location_name, lines, state, reason,
  waits_for, fence, lease_until, uncertain, ever_unknown, duplicate, attempts, failures, due_at, deadline_at, word, delivery_id,
  slot_start, slot_end, service_state, placed_at, written_back_at, note_written, tags_added_at, fulfillment_id, forbidden_at,
  drifted, progress, progress_at, look_at, cost, replaces, cancellation, private, created_at, updated_at`;
const attemptColumns =
  'order_reference, account, fence, kind, started_at, finished_at, outcome, http_status, message_sealed';

/** What an existing row gets. An encrypted column that stays is not written anew, neither here nor outside the page. */
const setAll = (table: string, columns: string): string =>
  columns
    .split(/,\s+/u)
    .map((name) => {
      const value = `excluded.${name}`;
      return `${name} = ${name === 'private' ? `case when ${value} = '${unchanged}' then ${table}.${name} else ${value} end` : value}`;
    })
    .join(', ');

/** Whole rows from JSON: an existing one gets every column but its key. */
function upsert(table: string, key: string, columns: string, rows: string): string {
  const names = columns.split(/,\s+/u);
  return `insert into ${table} (${key}, ${columns}) select ${[...key.split(', '), ...names].map((name) => `r.${name}`).join(', ')}
    from guard, json_populate_recordset(null::${table}, ${rows}::json) as r
    on conflict (${key}) do update set ${setAll(table, columns)}`;
}

const wake = 'case when $5::boolean then clock_timestamp() else $6::timestamptz end';
/** The first change of an order that nobody has asked to run. */
const first = `insert into order_run (shop, order_id, version, next_run_at)
  select $1, $2, 1, ${wake} where $3::int8 is null and $4::int8 is null
  on conflict (shop, order_id) do nothing returning next_run_at`;
const next = `update order_run set version = version + 1, next_run_at = least(next_run_at, ${wake}),
    rank = case when ${wake} is null then rank else least(1, case when next_run_at is not null then rank end) end
  where shop = $1 and order_id = $2 and version = $3::int8 and ($4::int8 is null or fence = $4::int8)
  returning next_run_at`;

/**
 * One statement, so one transaction without a BEGIN. `guard` has a row only while the order is as it was seen, and locks
 * it: of two changes that saw the same, one is written. Whatever else is written hangs on it.
 */
const statementWith = (guard: string): string => `with guard as (${guard}),
  orders as (
    insert into shop_order (shop, order_id, has_delivery, ${orderColumns})
    select r.shop, r.order_id, $13::boolean, ${orderColumns.replace(/(\w+)/gu, 'r.$1')}
    from guard, json_populate_recordset(null::shop_order, $7::json) as r
    on conflict (shop, order_id) do update set ${setAll('shop_order', orderColumns)},
      has_delivery = shop_order.has_delivery or excluded.has_delivery,
      mailed_reason = case when excluded.state = 'needs_attention' then shop_order.mailed_reason end
  ), deliveries as (${upsert('delivery', 'shop, order_id, order_reference', deliveryColumns, '$8')}
  ), attempts as (${upsert('attempt', 'shop, order_id, id', attemptColumns, '$9')}
  ), audited as (
    insert into audit (shop, order_id, actor, action, order_reference, detail)
    select $1, $2, r.actor, r.action, r."orderReference", r.detail
    from guard, json_to_recordset($10::json) as r(actor text, action text, "orderReference" text, detail text)
  ), taken_in as (
    update webhook set state = 'done' from guard where shop = $1 and id = any($11::int8[])
  ), paid as (
    insert into paid_order (shop, order_id, processed_at)
    select $1, $2, $12::timestamptz from guard where $12::timestamptz is not null
    on conflict (shop, order_id) do update set processed_at = excluded.processed_at
      where paid_order.processed_at < excluded.processed_at
  ), told as (
    insert into flow_event (shop, order_id, order_reference, change, slot_start)
    select $1, $2, r."orderReference", r.change, r."slotStart"
    from guard, json_to_recordset($14::json) as r("orderReference" text, change text, "slotStart" timestamptz)
    where exists (select from flow_trigger t where t.shop = $1 and t.enabled)
  ), found_by as (
    insert into order_search (shop, order_id, hashes) select $1, $2, $15::text[] from guard where $15::text[] is not null
    on conflict (shop, order_id) do update set hashes = excluded.hashes where order_search.hashes <> excluded.hashes
  )
  select clock_timestamp() as now, (select json_object_agg(g.mode, g.state) from gate g where g.shop = $1) as health, case when next_run_at <= clock_timestamp() then pg_notify('${orderDueChannel}', $1)::text end
  from guard`;
const writeFirst = statementWith(first);
const writeNext = statementWith(next);

/**
 * Writes a change of an order all or nothing.
 *
 * @returns the database's clock, epoch ms, and the service's health; null where the order is not as it was seen, and
 *   nothing was written.
 * @throws the database's unique_violation where a reference or a delivery id is another order's.
 */
export async function writeOrder(
  { db, cipher, blindIndex }: { db: Kysely<Tables>; cipher: Cipher; blindIndex: BlindIndex },
  { shop, orderId, version, fence }: SeenOrder,
  change: Change,
  { stored, number, changed }: Beside,
): Promise<Pick<OrderAggregate, 'now' | 'health'> | null> {
  const { deliveries = [], attempts = [], audit = [], webhooksDone = [], wakes = [] } = change;
  const times = wakes.flatMap(({ at }) => at ?? []);
  const paid = change.paidAtShopify === true && change.order ? change.order : null;
  const parameters = [
    shop,
    orderId,
    version,
    fence,
    wakes.some(({ at }) => at === null),
    times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    json(change.order ? [orderToRow(change.order, stored.order, cipher)] : []),
    json(
      deliveries.map((delivery) => {
        const before = stored.deliveries.find(({ orderReference }) => orderReference === delivery.orderReference);
        return { ...deliveryToRow(delivery, before ?? null, cipher), order_number: number };
      }),
    ),
    json(attempts.map((attempt) => attemptToRow(attempt, shop, orderId, cipher))),
    json(audit),
    webhooksDone,
    // An order paid long after it was placed belongs into the balance of the day of its payment.
    paid && new Date(Math.max(paid.processedAt, paid.paidAt ?? 0)).toISOString(),
    deliveries.length > 0,
    json(changed),
    change.foundBy ? blindIndex.hashes(shop, change.foundBy) : null,
  ];
  const { rows } = await db.executeQuery<{ now: Date; health: HealthJson }>(
    CompiledQuery.raw(version === null ? writeFirst : writeNext, parameters),
  );
  const [row] = rows;
  return row ? { now: row.now.getTime(), health: healthFromJson(row.health) } : null;
}

const json = (rows: readonly unknown[]): string => (rows.length === 0 ? '[]' : JSON.stringify(rows));
