import type { Kysely } from 'kysely';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Tables } from '../schema.ts';

/** Since when (epoch ms) a webhook of an order waits to be taken in; null where none does. */
export async function waitingSince(db: Kysely<Tables>, shop: ShopDomain, orderId: OrderId): Promise<number | null> {
  const row = await db
    .selectFrom('webhook')
    .select('received_at')
    .where('shop', '=', shop)
    .where('order_id', '=', orderId)
    .where('state', '=', 'dispatched')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.received_at.getTime() ?? null;
}
