import { oweForbidden } from '#deliveries/run/record-write-back.ts';
import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { codeOf } from '#runtime/logger.ts';
import { forbiddenOrders, type GrantedShop, grantedShops } from '#storage/forbidden-writes.ts';
import { fewAtATime } from '../few-at-a-time.ts';

type Needs = Pick<Context, 'storage' | 'logger'>;

/**
 * What Shopify forbade for lack of access is owed again once the shop has granted more: a few orders of each shop at a
 * time, so that thousands keep neither its own news waiting nor other shops.
 *
 * @returns one round.
 */
export function createForbiddenJob({ storage, logger }: Needs): (stopping?: AbortSignal) => Promise<void> {
  // An order that no key at hand opens stays behind: the others are taken up past it.
  const reached = new Map<ShopDomain, OrderId>();

  const oweIn = async (granted: GrantedShop, orderId: OrderId): Promise<void> => {
    const { shop, grantedAt } = granted;
    try {
      await storage.orders.change(shop, orderId, (aggregate) => {
        const { change, result } = oweForbidden(aggregate, grantedAt);
        // A version before that wrote the rows left their mark: it goes as they are written.
        return { change: change ?? { deliveries: aggregate.deliveries }, result };
      });
    } catch (error) {
      logger.warn('what was forbidden could not be taken up again', { code: codeOf(error), shop, orderId });
    }
  };

  return async (stopping) => {
    const granted = await grantedShops(storage.db);
    await fewAtATime(
      granted,
      async (one) => {
        const orders = await forbiddenOrders(storage.db, one, reached.get(one.shop) ?? null);
        for (const orderId of orders) if (!stopping?.aborted) await oweIn(one, orderId);
        const last = orders.at(-1);
        if (last === undefined) reached.delete(one.shop);
        else reached.set(one.shop, last);
      },
      stopping,
    );
  };
}
