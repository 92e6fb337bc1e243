import type { Context } from '#runtime/context.ts';
import { claimUnregistered, keepNotificationSecret, renewNotificationUrl } from '#storage/courier-notifications.ts';

/** Where the delivery service tells of its deliveries; a token follows. */
const notificationPath = '/api/courier/notifications';

/**
 * Registers the app with the service, once for every account: a new key, or a new address of the app, is a new
 * registration. Where that fails the app still asks by itself, and tries again later.
 */
export async function registerNotifications(
  { storage, courier, config, logger }: Pick<Context, 'storage' | 'courier' | 'config' | 'logger'>,
  stopping?: AbortSignal,
): Promise<void> {
  while (!stopping?.aborted) {
    const next = await claimUnregistered(storage.db, `${config.appUrl}${notificationPath}`);
    if (next === null) return;
    const account = (await storage.shops.shop(next.shop))?.accounts[next.mode];
    const outcome = account ? await courier.registerNotifications(account, next.url) : null;
    if (outcome?.kind === 'registered') {
      await keepNotificationSecret(storage, next, outcome.secret);
      continue;
    }
    logger.warn('the notifications of an account could not be registered', { shop: next.shop });
    if (outcome?.kind === 'refused') await renewNotificationUrl(storage.db, next);
  }
}
