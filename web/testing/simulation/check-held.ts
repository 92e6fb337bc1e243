import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { comes, replacedIn, tells } from './delivery-rows.ts';
import { isOver } from './sim-edits.ts';
import { unitsToBring } from './sim-goods.ts';
import { placeOf, unitsAt } from './units.ts';

/** A driver who comes for goods that Shopify holds is told of, and of no others. */
export function checkHeld(now: ShopOrder, deliveries: readonly DeliveryRecord[]): string[] {
  if (isOver(now)) return [];
  const held = unitsToBring(now, ['ON_HOLD']);
  const replaced = replacedIn(deliveries);
  const current = deliveries.filter(({ orderReference }) => !replaced.has(orderReference));
  return deliveries.flatMap((delivery) => {
    const { orderReference: reference } = delivery;
    const place = placeOf(delivery);
    const own = [...unitsAt(delivery).keys()];
    const isHeld = own.some((key) => held.has(key));
    if (tells(delivery, 'on_hold'))
      return isHeld ? [] : [`${reference} tells of a hold, and none of its goods are on hold`];
    const there = current.filter((one) => placeOf(one) === place);
    const isOurs = there.length === 1 && there.includes(delivery) && comes(delivery);
    if (!isHeld || !isOurs || isTouchedAt(now, place)) return [];
    const free = unitsToBring(now, ['OPEN', 'IN_PROGRESS', 'SCHEDULED']);
    const silent = own.some((key) => held.has(key) && !free.has(key));
    return silent ? [`${reference} is booked for goods that are on hold, and nobody is told`] : [];
  });
}

/** What of the goods there was handed over is not known by their titles. */
const isTouchedAt = ({ fulfillmentOrders }: ShopOrder, locationId: string | null): boolean =>
  fulfillmentOrders
    .filter(({ location }) => location.id === locationId)
    .some(({ lines }) => lines.some(({ totalQuantity, remainingQuantity }) => totalQuantity > remainingQuantity));
