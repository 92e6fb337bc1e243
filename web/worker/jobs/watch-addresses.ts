import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';

/**
 * Asks Shopify what it says of each shop: its name, zone, plan and what the app may do there. A merchant may rename `….myshopify.com`: webhooks and the panel then come under
 * the new name, which is another shop to the app, and nothing would say so.
 */
export async function watchAddresses(context: Pick<Context, 'storage' | 'shopify' | 'logger'>): Promise<void> {
  const { storage, shopify, logger } = context;
  for (const shop of await storage.shops.installedShops()) {
    try {
      const facts = await shopify.readShop(shop);
      await storage.shops.describe(shop, facts);
      const { domain } = facts;
      const renamedTo = domain === null || domain === shop ? null : domain;
      if (renamedTo !== null) logger.error('a shop has another address by now', { code: 'shop_renamed', shop });
      await storage.shops.noteRenamed(shop, renamedTo);
    } catch (error) {
      logger.warn('the address of a shop could not be asked for', { code: codeOf(error), shop });
    }
  }
}
