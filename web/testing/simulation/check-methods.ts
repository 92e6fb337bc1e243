import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { OrderRecord } from '#deliveries/order.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { toCome } from './delivery-rows.ts';
import { isByDriver, methodAtCheckout } from './sim-edits.ts';
import { unitsToBring } from './sim-goods.ts';
import type { SimWorld } from './sim-world.ts';
import { unitsAt } from './units.ts';
import type { Watch } from './watch-history.ts';

/** A driver who comes for goods that are to travel otherwise by now is told of, and no other is; an edit that was taken back holds nothing. */
export function checkMethods(
  world: SimWorld,
  { claimedOn }: Pick<Watch, 'claimedOn'>,
  now: ShopOrder,
  order: OrderRecord,
  deliveries: readonly DeliveryRecord[],
): string[] {
  const key = `${order.shop}/${order.orderId}`;
  const edited = world.edits.methods.get(key) ?? [];
  const title = edited.at(-1)?.title ?? methodAtCheckout;
  const waiting = [order, ...deliveries].filter(({ reason }) => reason?.code === 'method_edited');
  const found = isByDriver(title) ? waiting.map(() => `${key} waits for a person by an edit that was taken back`) : [];
  const ofDrivers = toCome(now, deliveries).flatMap(({ orderReference: reference, request, drift, ...row }) => {
    const told = drift.find(({ field }) => field === 'delivery_method');
    if (told) {
      const isTrue = !isByDriver(title) && told.now === title;
      return isTrue ? [] : [`${reference} tells that it is to go by ${told.now}, and it is to go by ${title}`];
    }
    // What it was to go by when he was sent was decided on then; a second that is read holds all of its changes.
    const claims = claimedOn.get(`${reference} ${request.customer_identifier}`) ?? [];
    const wasByDriver = claims.every((instant) =>
      [methodAtCheckout, ...edited.filter(({ at }) => at < instant + 1_000).map((one) => one.title)].every(isByDriver),
    );
    const there = unitsToBring(now);
    const isThere = [...unitsAt(row).keys()].some((key) => there.has(key));
    const isSilent = isThere && wasByDriver && !isByDriver(title);
    return isSilent ? [`${reference} comes for goods that are to go by ${title}, and nobody is told`] : [];
  });
  return [...found, ...ofDrivers];
}
