import { type Kysely, sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Cipher } from './encryption.ts';
import type { Tables } from './schema.ts';
import { decryptBody, hasBody, type StoredBody } from './webhook-body.ts';

const mostRowsAtOnce = 500;
const mostBytesAtOnce = 4 * 1024 * 1024;

interface Stored {
  db: Kysely<Tables>;
  cipher: Cipher;
}

interface UnmatchedRow extends StoredBody {
  id: string;
  webhook_id: string;
  topic: string;
  state: string;
  received_at: Date;
}

/** A stored webhook that was never matched to its order, opened; `body` is null where it cannot be opened. */
export interface UnmatchedBody {
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
export async function* unmatchedBodies(
  { db, cipher }: Stored,
  shop: ShopDomain,
  { states, mostBytes = mostBytesAtOnce }: WhichBodies = {},
): AsyncGenerator<UnmatchedBody> {
  const isWanted = states === undefined ? sql`true` : sql`state = any(${[...states]}::text[])`;
  for (let after = '0'; ; ) {
    const { rows } = await sql<UnmatchedRow>`
      with first as (
        select id, coalesce(octet_length(payload_sealed), octet_length(body_sealed)) as bytes from webhook
        where shop = ${shop} and order_id is null and ${hasBody} and ${isWanted} and id > ${after}
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
  stored: Stored,
  shop: ShopDomain,
  which: WhichBodies,
  isDoomed: (one: UnmatchedBody) => boolean,
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
