import { sql } from 'kysely';
import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { eraseOldOrders, eraseOldWebhooks } from '#storage/erase-old.ts';
import { repeatErasures } from '#storage/redact.ts';

/** Of one shop in one round: a short transaction, after which the next shop has its turn. */
const batch = 1_000;

/**
 * Removes what is older than each shop's settings say: payloads, and orders with everything about them. One batch of
 * each shop a round, so that the volume of one keeps no other waiting.
 *
 * @returns whether there is more.
 */
export async function removeOld({ storage }: Pick<Context, 'storage'>): Promise<boolean> {
  const { db } = storage;
  await db.deleteFrom('worker_heartbeat').where('at', '<', sql<Date>`now() - interval '1 day'`).execute();
  // Proof that a customer was answered; the orders it names are gone long before.
  await sql`delete from data_request where answered_at < now() - interval '1 year'`.execute(db);
  let more = false;
  for (const { shop } of await db.selectFrom('shop').select('shop').execute()) {
    const webhooks = await eraseOldWebhooks(db, shop as ShopDomain, batch);
    const orders = await eraseOldOrders(db, shop as ShopDomain, batch);
    more ||= webhooks === batch || orders === batch;
  }
  if (!more) await repeatErasures(db);
  return more;
}
