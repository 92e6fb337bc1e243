import { type Kysely, sql, type Transaction } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import { isDataFault } from './data-fault.ts';
import { type Cipher, keyNotAtHand } from './encryption.ts';
import type { ReadWebhook, StoredWebhook } from './inbox.ts';
import { becomesDue, notifyWhereDue } from './order-runs.ts';
import type { Tables } from './schema.ts';
import { decryptBody, needsOtherKey, type StoredBody } from './webhook-body.ts';

interface Dispatching {
  db: Kysely<Tables>;
  cipher: Cipher;
  read: (webhook: StoredWebhook) => ReadWebhook;
}

/** What waits for nothing else in the inbox; the index `webhook_new` has the same words. */
const isPayment = sql<boolean>`(topic in ('orders/paid', 'sweep/paid'))`;

/** All rows in one transaction; where the database refuses what one of them carries, one by one, and that one rests. */
export async function dispatchWebhooks(dispatching: Dispatching, limit: number): Promise<number> {
  try {
    return await dispatchTogether(dispatching, limit);
  } catch (error) {
    if (!isDataFault(error)) throw error;
  }
  let count = 0;
  while (count < limit && (await dispatchNext(dispatching))) count += 1;
  return count;
}

function dispatchTogether(dispatching: Dispatching, limit: number): Promise<number> {
  return dispatching.db.transaction().execute(async (trx) => {
    const rows = await newRows(trx, limit);
    await handOn(trx, dispatching, rows);
    return rows.length;
  });
}

/** The oldest row alone; false where there is none. */
async function dispatchNext(dispatching: Dispatching): Promise<boolean> {
  const { db } = dispatching;
  let next: NewWebhook | undefined;
  try {
    await db.transaction().execute(async (trx) => {
      const rows = await newRows(trx, 1);
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

interface NewWebhook extends StoredBody {
  id: string;
  shop: string;
  webhook_id: string;
  topic: string;
  received_at: Date;
  order_id: string | null;
  payload_updated_at: Date | null;
  payment: boolean;
}

/** Payments first, shops in turn: a shop's flood keeps no other shop's webhook waiting. */
async function newRows(trx: Transaction<Tables>, limit: number): Promise<NewWebhook[]> {
  const { rows } = await sql<NewWebhook>`
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

/** One statement: rows get their orders, and orders become due; what is about an erased order is erased with its body. */
async function handOn(
  trx: Transaction<Tables>,
  { cipher, read }: Dispatching,
  rows: readonly NewWebhook[],
): Promise<void> {
  if (rows.length === 0) return;
  const readings = rows.map((row) => readingOf(row, sweptOf(row) ?? readSafely(read, storedOf(row, cipher))));
  // A planner takes JSON for a hundred rows, and would read a whole inbox rather than look up so many.
  const ids = readings.map(({ id }) => id);
  const orderIds = readings.map(({ order_id: orderId }) => orderId);
  await sql`
    with reading as (
      select * from json_to_recordset(${JSON.stringify(readings)}::json) as v(id int8, shop text, payment boolean,
        state text, why text, order_id text, paid boolean, updated_at timestamptz, note_hash text, fingerprint text,
        risk text)
    ), made_way as (
      -- As makeWayForPayments.
      delete from redaction r using reading v
      where v.paid and r.shop = v.shop and r.order_id = v.order_id and r.until_paid returning r.shop, r.order_id
    ), erased as (
      select v.id from reading v join redaction r on r.shop = v.shop and r.order_id = v.order_id
      where not exists (select from made_way m where m.shop = v.shop and m.order_id = v.order_id)
    ), forgotten as (
      delete from webhook w using erased e where w.id = e.id
    ), handed_on as (
      update webhook w set state = v.state, why = v.why, order_id = v.order_id, payload_updated_at = v.updated_at,
        note_hash = v.note_hash, echo_fingerprint = v.fingerprint, fraud_risk = v.risk
      from reading v
      where w.id = v.id and w.id = any(${ids}::int8[]) and not exists (select from erased e where e.id = v.id)
    ), asked as (
      insert into order_run (shop, order_id, next_run_at, rank)
      select v.shop, v.order_id, clock_timestamp(), min(case
        when v.payment then 0 when o.state in ('placed', 'skipped', 'needs_attention', 'cancelled') then 2 else 1 end)
      from reading v left join shop_order o
        on o.shop = v.shop and o.order_id = v.order_id and o.order_id = any(${orderIds}::text[])
      where v.order_id is not null and not exists (select from erased e where e.id = v.id)
      group by v.shop, v.order_id order by v.shop, v.order_id
      ${becomesDue}
      returning shop, next_run_at
    )
    ${notifyWhereDue}`.execute(trx);
}

/** What is written of a row, as the statement names it. */
function readingOf({ id, shop, payment }: NewWebhook, reading: ReadWebhook) {
  const {
    orderId = null,
    paid = false,
    updatedAt = null,
    noteHash = null,
    echoFingerprint = null,
    fraudRisk = null,
  } = reading.kind === 'order' ? reading : {};
  return {
    ...{
      id,
      shop,
      payment,
      paid,
      order_id: orderId,
      note_hash: noteHash,
      fingerprint: echoFingerprint,
      risk: fraudRisk,
    },
    updated_at: updatedAt === null ? null : new Date(updatedAt),
    ...(reading.kind === 'unusable' ? { state: 'quarantined', why: reading.why } : { state: 'dispatched', why: null }),
  };
}

function sweptOf({ order_id: orderId, payload_updated_at: updatedAt }: NewWebhook): ReadWebhook | null {
  if (orderId === null) return null;
  return {
    ...{ kind: 'order', orderId: orderId as OrderId, updatedAt: updatedAt?.getTime() ?? null },
    // The sweep has made way for payments itself.
    ...{ paid: false, noteHash: null, echoFingerprint: null, fraudRisk: null },
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
export function storedOf(
  row: Omit<NewWebhook, 'order_id' | 'payload_updated_at' | 'payment'>,
  cipher: Cipher,
): StoredWebhook {
  const body = decryptBody(cipher, row.shop, row.webhook_id, row);
  const whyNot = needsOtherKey(cipher, row) ? keyNotAtHand : 'cannot_be_opened';
  return {
    id: row.id,
    shop: row.shop as ShopDomain,
    webhookId: row.webhook_id,
    topic: row.topic,
    receivedAt: row.received_at,
    body,
    unopened: body === null ? whyNot : null,
  };
}
