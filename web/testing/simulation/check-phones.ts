import type { StoredOrder } from './memory-order-store.ts';
import { isOver } from './sim-edits.ts';
import { unitsToBring } from './sim-goods.ts';
import type { Call } from './sim-service.ts';
import type { SimWorld } from './sim-world.ts';
import { placeOf } from './units.ts';

/** The code of the reason that says so. */
export const phoneIsMissing = 'pickup_phone_missing';

/** Whether the order, or a delivery of it, waits for the phone number of a location. */
export const asksForPhone = ({ order, deliveries }: StoredOrder): boolean =>
  [order, ...deliveries.values()].some((row) => row?.reason?.code === phoneIsMissing);

/** No driver is sent to where nobody can be called: not before somebody has entered a number. */
export function checkPhone({ shopify }: SimWorld, { shop }: StoredOrder, { reference, body }: Call): string[] {
  const place = placeOf({ body });
  return shopify.places.neverHadPhone.has(`${shop} ${place}`)
    ? [`${reference} is sent to a location without a phone number`]
    : [];
}

/** What lacks one is a person's, as long as it is lacking and no longer. */
export function checkPhones(world: SimWorld): string[] {
  return world.orders.all().flatMap((stored) => {
    const { shop, orderId, order, deliveries } = stored;
    const now = world.shopify.order(shop, orderId);
    if (!asksForPhone(stored) || now === null || isOver(now)) return [];
    const asking = [order, ...deliveries.values()].filter((row) => row?.reason?.code === phoneIsMissing);
    const isTheirs = asking.every((row) => row?.state === 'needs_attention');
    const toBring = [...unitsToBring(now).keys()].map((key) => key.split(' at ')[1] ?? '');
    // A person may send what goes by post, too.
    const sent = new Set([...deliveries.values()].flatMap(({ lines }) => lines.map((line) => line.fulfillmentOrderId)));
    const posted = now.fulfillmentOrders.filter(({ id }) => toBring.length === 0 || sent.has(id));
    const places = [...toBring, ...posted.flatMap(({ location }) => location.id ?? [])];
    const isLacking = places.some((place) => lacksPhone(world, shop, place));
    return [
      ...(isTheirs ? [] : [`${shop}/${orderId} lacks a phone number and is no person's`]),
      ...(isLacking || isTaken(world, stored, now.number)
        ? []
        : [`${shop}/${orderId} asks for a phone number that is there`]),
    ];
  });
}

/** Another order has its reference: that is what a press on it is refused with. */
function isTaken({ orders, shops }: SimWorld, stored: StoredOrder, number: number): boolean {
  const reference = `${shops.record(stored.shop).settings.reference.prefix}${number}`;
  return orders.all().some((other) => other !== stored && [...other.deliveries.keys()].includes(reference));
}

/** Whether nobody at the place could be called at an instant, by Shopify or by the shop's settings; epoch ms. */
export function lacksPhone(
  { shopify, shops }: SimWorld,
  shop: StoredOrder['shop'],
  place: string,
  at?: number,
): boolean {
  const own = shops.record(shop).settings.locations[place];
  // Settings are found by an id that Shopify shows no more once the location was deleted.
  const { places } = shopify;
  const isKnown = own?.contactPhone && !places.isDeleted(shop, place) && places.wasEntered(shop, place, at);
  return !places.hasPhone(shop, place, at) && !isKnown;
}
