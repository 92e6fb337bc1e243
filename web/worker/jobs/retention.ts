import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { eraseAgain } from '#storage/erase-again.ts';
import {
  eraseAnsweredRequests,
  eraseOldAccess,
  eraseOldBodies,
  eraseOldOrders,
  eraseOldWebhooks,
  forsakenShops,
} from '#storage/erase-old.ts';
import { forgetOldFlowEvents } from '#storage/flow-triggers.ts';
import { forgetOldHeartbeats } from '#storage/heartbeats.ts';
import { eraseLeftBehind, shopsLeftBehind } from '#storage/left-behind.ts';
import { redactShop } from '#storage/redact.ts';

/** Of one shop in one round: a short transaction, after which the next shop has its turn. */
const batch = 1_000;
/** Of the views of all shops: rows of a few bytes. */
const accessBatch = 10_000;

/**
 * Removes what is older than each shop's settings say: payloads, and orders with everything about them. One batch of
 * each shop a round, so that the volume of one keeps no other waiting, nor does a failure.
 *
 * @param stopping no further shop is begun once it is told
 * @returns whether there is more.
 */
export async function removeOld(
  { storage, logger }: Pick<Context, 'storage' | 'logger'>,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { db, shops } = storage;
  let more = false;
  const attempt = async (
    of: { shop: ShopDomain } | { outcome: string },
    remove: () => Promise<void>,
  ): Promise<void> => {
    if (stopping?.aborted) return;
    try {
      await remove();
    } catch (error) {
      logger.error('what is old could not be removed', { code: codeOf(error), ...of });
    }
  };
  await attempt({ outcome: 'heartbeats' }, () => forgetOldHeartbeats(db));
  await attempt({ outcome: 'answered requests' }, () => eraseAnsweredRequests(db));
  await attempt({ outcome: 'views' }, async () => {
    more = (await eraseOldAccess(db, accessBatch)) === accessBatch;
  });
  await attempt({ outcome: 'webhooks that name no shop' }, async () => {
    const webhooks = await eraseOldWebhooks(db, '', batch);
    more ||= webhooks === batch;
  });
  for (const shop of await shops.everyShop()) {
    await attempt({ shop }, async () => {
      const webhooks = await eraseOldWebhooks(db, shop, batch);
      const bodies = await eraseOldBodies(db, shop, batch);
      const orders = await eraseOldOrders(db, shop, batch);
      await forgetOldFlowEvents(db, shop);
      more ||= [webhooks, bodies, orders].includes(batch);
    });
  }
  for (const shop of await forsakenShops(db)) await attempt({ shop }, () => redactShop(storage, shop));
  for (const shop of await shopsLeftBehind(db)) await attempt({ shop }, () => eraseLeftBehind(db, shop));
  if (!more && !stopping?.aborted) await eraseAgain(storage);
  return more;
}
