import type { OrderView } from '#api-contract/order.ts';
import { orderView, waitingOrderView } from '#deliveries/order-view.ts';
import type { ShopRecord } from '#deliveries/ports/stores.ts';
import type { OrderId } from '#placement/ids.ts';
import type { Context } from '#runtime/context.ts';
import { noteAccessOnce, readAudit } from '#storage/panel/audit-log.ts';
import { readLate } from '#storage/panel/late-deliveries.ts';
import { waitingSince } from '#storage/panel/waiting-order.ts';
import { notFound } from '../../http-problem.ts';

/** The newest of them: more is under `GET /api/audit`. */
const shownActions = 100;

type Shown = Pick<Context, 'storage' | 'courier' | 'clock'>;

/** An order of this shop, on record as viewed. @throws HttpProblem 404. */
export async function showOrder(
  { storage, courier, clock }: Shown,
  viewer: { shop: ShopRecord; actor: string },
  orderId: OrderId,
): Promise<OrderView> {
  const { shop, actor } = viewer;
  const { order, deliveries, erased } = await storage.orders.load(shop.domain, orderId);
  if (!order) {
    const since = await waitingSince(storage.db, shop.domain, orderId);
    if (since === null || erased) throw notFound('This shop has no such order.');
    return waitingOrderView(orderId, since);
  }
  await noteAccessOnce(storage.db, shop.domain, { actor, what: 'order', orderId });
  const attempts = await storage.orders.attempts(shop.domain, orderId);
  const context = {
    timeZone: courier.timeZone,
    shopTimeZone: shop.timeZone,
    now: clock.now(),
    contactUrl: courier.contactUrl,
    testMode: shop.settings.automation.testMode,
    late: await readLate(storage.db, shop.domain, [orderId]),
  };
  const { entries: actions } = await readAudit(storage.db, shop.domain, { orderId, cursor: null, limit: shownActions });
  return orderView(order, deliveries, { attempts, actions }, context);
}
