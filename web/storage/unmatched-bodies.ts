import type { Kysely } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Cipher } from './encryption.ts';
import type { Tables } from './schema.ts';
import { decryptBody, hasBody } from './webhook-body.ts';

const pageSize = 500;

/** A stored webhook that was never matched to its order, opened; `body` is null where it cannot be opened. */
export interface UnmatchedBody {
  id: string;
  topic: string;
  state: string;
  receivedAt: Date;
  body: Buffer | null;
}

/** A shop's stored bodies without an order, such as quarantined ones, page by page. */
export async function* unmatchedBodies(
  { db, cipher }: { db: Kysely<Tables>; cipher: Cipher },
  shop: ShopDomain,
): AsyncGenerator<UnmatchedBody[]> {
  for (let after = '0'; ; ) {
    const page = await db
      .selectFrom('webhook')
      .select(['id', 'webhook_id', 'topic', 'state', 'received_at', 'body_sealed', 'payload_sealed'])
      .where('shop', '=', shop)
      .where('order_id', 'is', null)
      .where(hasBody)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    yield page.map((row) => ({
      ...{ id: row.id, topic: row.topic, state: row.state, receivedAt: row.received_at },
      body: decryptBody(cipher, shop, row.webhook_id, row),
    }));
    const last = page.at(-1);
    if (page.length < pageSize || !last) return;
    after = last.id;
  }
}

/** Whether a body names one of these ids, as digits that stand alone. */
export function namesOneOf(ids: readonly string[]): (body: Buffer) => boolean {
  if (ids.length === 0) return () => false;
  const pattern = new RegExp(`(?<!\\d)(?:${ids.join('|')})(?!\\d)`);
  return (body) => pattern.test(body.toString('latin1'));
}
