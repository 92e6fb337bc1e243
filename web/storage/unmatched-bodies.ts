import { type RawBuilder, sql } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Opened } from './encrypted-columns.ts';
import { decryptBody, hasBody, type StoredBody } from './webhook-body.ts';

const mostRowsAtOnce = 500;
const mostBytesAtOnce = 4 * 1024 * 1024;

interface StoredRow extends StoredBody {
  id: string;
  webhook_id: string;
  topic: string;
  state: string;
  received_at: Date;
}

/** A stored webhook, opened; `body` is null where it cannot be opened. */
export interface OpenedWebhook {
  id: string;
  topic: string;
  state: string;
  receivedAt: Date;
  body: Buffer | null;
}

/** States of webhooks that wait for nothing any more. */
export const restingStates = ['done', 'quarantined'] as const;

interface WhichBodies {
  /** Those of all states where none are named. */
  states?: readonly string[] | undefined;
  /** What is read at a time, encrypted; a body that is larger is read alone. */
  mostBytes?: number;
}

/** A shop's stored bodies without an order, such as quarantined ones, each opened when it is asked for. */
export function unmatchedBodies(
  stored: Opened,
  shop: ShopDomain,
  { states, mostBytes = mostBytesAtOnce }: WhichBodies = {},
): AsyncGenerator<OpenedWebhook> {
  const isWanted = states === undefined ? sql`true` : sql`state = any(${[...states]}::text[])`;
  return openedBodies(stored, shop, sql`order_id is null and ${isWanted}`, mostBytes);
}

/** The stored bodies that are known to be about these orders, each opened when it is asked for. */
export const matchedBodies = (stored: Opened, shop: ShopDomain, orderIds: readonly OrderId[]) =>
  openedBodies(stored, shop, sql`order_id in (select unnest(${orderIds}::text[]))`, mostBytesAtOnce);

async function* openedBodies(
  { db, cipher }: Opened,
  shop: ShopDomain,
  isWanted: RawBuilder<unknown>,
  mostBytes: number,
): AsyncGenerator<OpenedWebhook> {
  for (let after = '0'; ; ) {
    const { rows } = await sql<StoredRow>`
      with first as (
        select id, coalesce(octet_length(payload_sealed), octet_length(body_sealed)) as bytes from webhook
        where shop = ${shop} and ${hasBody} and ${isWanted} and id > ${after}
        order by id limit ${mostRowsAtOnce}
      ), page as (
        select id, sum(bytes) over (order by id) as total, row_number() over (order by id) as place from first
      )
      select w.id, w.webhook_id, w.topic, w.state, w.received_at, w.body_sealed, w.payload_sealed
      from webhook w join page p on p.id = w.id
      where w.shop = ${shop} and (p.total <= ${mostBytes} or p.place = 1) order by w.id`.execute(db);
    for (const row of rows) {
      yield {
        ...{ id: row.id, topic: row.topic, state: row.state, receivedAt: row.received_at },
        body: decryptBody(cipher, shop, row.webhook_id, row),
      };
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Erases those that are doomed by what they hold. */
export async function eraseUnmatched(
  stored: Opened,
  shop: ShopDomain,
  which: WhichBodies,
  isDoomed: (one: OpenedWebhook) => boolean,
): Promise<void> {
  let doomed: string[] = [];
  const erase = async () => {
    const ids = doomed;
    doomed = [];
    await sql`delete from webhook where shop = ${shop} and id = any(${ids}::int8[])`.execute(stored.db);
  };
  for await (const one of unmatchedBodies(stored, shop, which)) {
    if (isDoomed(one)) doomed.push(one.id);
    if (doomed.length >= mostRowsAtOnce) await erase();
  }
  if (doomed.length > 0) await erase();
}

/** Whether a body names one of these ids, as digits that stand alone. */
export function namesOneOf(ids: readonly string[]): (body: Buffer) => boolean {
  if (ids.length === 0) return () => false;
  const pattern = new RegExp(`(?<!\\d)(?:${ids.join('|')})(?!\\d)`);
  return (body) => pattern.test(body.toString('latin1'));
}
