import type { Context } from '#runtime/context.ts';
import { eraseAgain } from '#storage/erase-again.ts';
import {
  eraseAnsweredRequests,
  eraseOldAccess,
  eraseOldOrders,
  eraseOldWebhooks,
  forsakenShops,
} from '#storage/erase-old.ts';
import { forgetOldHeartbeats } from '#storage/heartbeats.ts';
import { redactShop } from '#storage/redact.ts';

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
  await forgetOldHeartbeats(db);
  await eraseAnsweredRequests(db);
  await eraseOldAccess(db);
  let more = false;
  for (const shop of await storage.shops.everyShop()) {
    const webhooks = await eraseOldWebhooks(db, shop, batch);
    const orders = await eraseOldOrders(db, shop, batch);
    more ||= webhooks === batch || orders === batch;
  }
  for (const shop of await forsakenShops(db)) await redactShop(storage, shop);
  if (!more) await eraseAgain(storage);
  return more;
}
