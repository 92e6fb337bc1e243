import { sql, type Transaction } from 'kysely';
import type { OrderId } from '#placement/ids.ts';
import type { Tables } from './schema.ts';

/**
 * Orders that Shopify says are paid: a tombstone that the retention left on an unpaid order gives way, so that the
 * order comes back and is decided anew. The tombstone of a privacy request, or of a paid order, stays for ever.
 */
export async function makeWayForPayments(
  trx: Transaction<Tables>,
  paid: readonly { shop: string; orderId: OrderId }[],
): Promise<void> {
  if (paid.length === 0) return;
  const shops = paid.map(({ shop }) => shop);
  const orders = paid.map(({ orderId }) => orderId);
  await sql`
    delete from redaction r using unnest(${shops}::text[], ${orders}::text[]) as p(shop, order_id)
    where r.shop = p.shop and r.order_id = p.order_id and r.until_paid`.execute(trx);
}

/** What is about an erased order is erased with its body, whenever it comes. */
export async function eraseWebhooksOfErased(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  await sql`delete from webhook w using redaction r
    where w.id in (${sql.join([...ids])}) and w.shop = r.shop and w.order_id = r.order_id`.execute(trx);
}
