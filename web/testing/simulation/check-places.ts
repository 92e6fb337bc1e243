import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { FulfillmentOrder, ShopOrder } from '#placement/shop-order.ts';
import { comes, driverBefore, replacedBy, tells } from './delivery-rows.ts';
import { isOver } from './sim-edits.ts';
import { isByBuyer, unitsOrdered, unitsToBring } from './sim-goods.ts';
import { mostOf, placeOf, sumOf, type Units, unitsIn } from './units.ts';

/** A driver who comes for what the buyer collects is told of, and of goods that are where he collects nobody says that they are gone. */
export function checkPlaces(now: ShopOrder, deliveries: readonly DeliveryRecord[]): string[] {
  if (isOver(now)) return [];
  // The driver before one who was called off comes again for all that he was sent for, once a person has dealt with that.
  const left = deliveries.filter((one) => one.state !== 'cancelled' || isAskedAbout(one));
  const replaced = replacedBy(left, deliveries);
  const last = deliveries.filter(({ orderReference }) => !replaced.has(orderReference));
  const current = last.filter((one) => one.state !== 'cancelled' || !driverBefore(one, left, deliveries));
  return [...checkCollected(now, current), ...checkGoneInVain(now, current)];
}

/** Called off, and a person is asked what is to become of the goods. */
const isAskedAbout = (one: DeliveryRecord): boolean =>
  one.closed.length < one.drift.length && tells(one, 'not_delivered');

/** What a buyer collects, or has collected, beside fewer goods than drivers come for. */
function checkCollected(now: ShopOrder, current: readonly DeliveryRecord[]): string[] {
  const byBuyer = standing(now, isByBuyer);
  const byDriver = standing(now, (one) => !isByBuyer(one));
  // Whom a person sends all the same they know of.
  const coming = current.filter((one) => comes(one) && !one.word?.includes('goods_to_deliver'));
  return [...unitsOf(coming)].flatMap(([key, units]) => {
    const isTold = coming.some((one) => {
      return one.drift.some(({ about, field }) => about === 'goods_gone' && keyAt(one, field.slice(7)) === key);
    });
    return (byBuyer.get(key) ?? 0) > 0 && units > (byDriver.get(key) ?? 0) && !isTold
      ? [`#${now.number}: the buyer collects ${key}, a driver comes for it, and nobody is told`]
      : [];
  });
}

function checkGoneInVain(now: ShopOrder, current: readonly DeliveryRecord[]): string[] {
  const sent = unitsOf(current);
  const there = unitsToBring(now);
  return current.flatMap((one) => {
    const gone = one.drift.filter(({ about }) => about === 'goods_gone').map(({ field }) => keyAt(one, field.slice(7)));
    const inVain = gone.filter((key) => (there.get(key) ?? 0) >= (sent.get(key) ?? 0));
    return inVain.map((key) => `${one.orderReference} says that goods are gone, and all are there: ${key}`);
  });
}

/** Units by title and place that these deliveries are sent for, by whichever of their requests is the larger. */
function unitsOf(deliveries: readonly DeliveryRecord[]): Units {
  const largest = ({ body, earlier }: DeliveryRecord) => mostOf(unitsIn(body), unitsIn(earlier?.body ?? body));
  return sumOf(
    deliveries.flatMap((one) => [...largest(one)].map(([name, units]) => [keyAt(one, name), units] as const)),
  );
}

/** Units of some fulfilment orders, open or handed over, by title and place. */
function standing(now: ShopOrder, isOne: (one: FulfillmentOrder) => boolean): Units {
  const unitsAt = (one: FulfillmentOrder) =>
    [...unitsOrdered({ fulfillmentOrders: [one] })].map(
      ([title, count]) => [`${title} at ${one.location.id}`, count] as const,
    );
  return sumOf(now.fulfillmentOrders.filter(isOne).flatMap(unitsAt));
}

const keyAt = (delivery: DeliveryRecord, title: string): string => `${title} at ${placeOf(delivery)}`;
