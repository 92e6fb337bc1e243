import type { Kysely } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Tables } from './schema.ts';
import { places } from './sealed-places.ts';
import type { Sealer } from './sealing.ts';

const pageSize = 500;

/** A stored webhook that was never matched to its order, opened; `body` is null where no key at hand opens it. */
export interface UnmatchedBody {
  id: string;
  topic: string;
  state: string;
  receivedAt: Date;
  body: string | null;
}

/** A shop's stored bodies without an order, such as quarantined ones, page by page. */
export async function* unmatchedBodies(
  { db, sealer }: { db: Kysely<Tables>; sealer: Sealer },
  shop: ShopDomain,
): AsyncGenerator<UnmatchedBody[]> {
  for (let after = '0'; ; ) {
    const page = await db
      .selectFrom('webhook')
      .select(['id', 'webhook_id', 'topic', 'state', 'received_at', 'body_sealed'])
      .where('shop', '=', shop)
      .where('order_id', 'is', null)
      .where('body_sealed', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    yield page.map(({ id, webhook_id, topic, state, received_at, body_sealed }) => ({
      ...{ id, topic, state, receivedAt: received_at },
      body: sealer.openOrNull(body_sealed ?? '', places.webhook(shop, webhook_id)),
    }));
    const last = page.at(-1);
    if (page.length < pageSize || !last) return;
    after = last.id;
  }
}

/** Whether a text names one of these ids, as digits that stand alone. */
export function namesOneOf(ids: readonly string[]): (text: string) => boolean {
  if (ids.length === 0) return () => false;
  const pattern = new RegExp(`(?<!\\d)(?:${ids.join('|')})(?!\\d)`);
  return (text) => pattern.test(text);
}
