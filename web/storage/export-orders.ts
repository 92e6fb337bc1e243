import type { OrderId, ShopDomain } from '#placement/ids.ts';
import type { Storage } from './open-storage.ts';

/**
 * Everything that is stored about orders, unsealed, for the merchant to answer a person's request with. Orders that
 * were erased, or that another shop has, are not in it.
 */
export async function exportOrders(
  { db, orders }: Pick<Storage, 'db' | 'orders'>,
  shop: ShopDomain,
  orderIds: readonly OrderId[],
) {
  const read = async (orderId: OrderId) => {
    const { order, deliveries } = await orders.load(shop, orderId);
    if (!order) return null;
    const attempts = await orders.attempts(shop, orderId);
    const about = (table: 'audit' | 'access_log') =>
      db.selectFrom(table).selectAll().where('shop', '=', shop).where('order_id', '=', orderId).orderBy('id').execute();
    return { order, deliveries, attempts, audit: await about('audit'), views: await about('access_log') };
  };
  const found = await Promise.all(orderIds.map(read));
  return { shop, orders: found.filter((order) => order !== null) };
}
