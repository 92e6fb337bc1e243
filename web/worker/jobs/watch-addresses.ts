import type { ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { forgetCarrierService, readCarrierService } from '#storage/checkout-rates.ts';
import { fewAtATime } from '../few-at-a-time.ts';

type Needs = Pick<Context, 'storage' | 'shopify' | 'logger'>;

/**
 * Asks Shopify what it says of each shop: its name, zone, plan and what the app may do there. A merchant may rename
 * `….myshopify.com`: webhooks and the panel then come under the new name, and from then on it is another name of the shop.
 */
export async function watchAddresses(context: Needs, stopping?: AbortSignal): Promise<void> {
  const { storage, logger } = context;
  const askOne = async (shop: ShopDomain): Promise<void> => {
    try {
      await askAbout(context, shop);
    } catch (error) {
      logger.warn('the address of a shop could not be asked for', { code: codeOf(error), shop });
    }
  };
  await fewAtATime(await storage.shops.installedShops(), askOne, stopping);
}

async function askAbout({ storage: { db, shops }, shopify, logger }: Needs, shop: ShopDomain): Promise<void> {
  // Before Shopify is asked: the answer says nothing of a rate that is switched on meanwhile.
  const { secretHash } = await readCarrierService(db, shop);
  const facts = await shopify.readShop(shop);
  await shops.describe(shop, facts);
  // Shopify took it with an uninstall that nobody heard of before the shop was back: without the scope there is no rate.
  const isTaken = secretHash !== null && !facts.scopes.includes('write_shipping');
  if (isTaken) await forgetCarrierService(db, shop, secretHash);
  const { domain } = facts;
  const renamedTo = domain === null || domain === shop ? null : domain;
  const isNews = await shops.noteRenamed(shop, renamedTo);
  if (isNews && renamedTo !== null) logger.info('a shop has another address by now', { code: 'shop_renamed', shop });
}
