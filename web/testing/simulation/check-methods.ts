import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { ShopOrder } from '#placement/shop-order.ts';
import { unitsIn } from './check-goods.ts';
import { unitsToBring } from './sim-goods.ts';
import { placeOf } from './sim-places.ts';
import type { SimWorld } from './sim-world.ts';
import type { Watch } from './watch-history.ts';

const atCheckout = 'Same Day';
const isWanted = (title: string): boolean => /same day/i.test(title);

/** A driver who comes for goods that are to travel otherwise by now is told of, and no other is. */
export function checkMethods(
  world: SimWorld,
  { claimedOn }: Pick<Watch, 'claimedOn'>,
  now: ShopOrder,
  deliveries: readonly DeliveryRecord[],
): string[] {
  const replaced = new Set(deliveries.map(({ replaces }) => replaces));
  return deliveries.flatMap((row) => {
    const { shop, orderId, orderReference: reference, state, progress, request } = row;
    const isComing = state === 'placed' && (progress === null || progress === 'on_its_way');
    if (!isComing || replaced.has(reference) || now.cancelledAt !== null) return [];
    const told = row.drift.find(({ field }) => field === 'delivery_method');
    const edited = world.edits.methods.get(`${shop}/${orderId}`) ?? [];
    const title = edited.at(-1)?.title ?? atCheckout;
    if (told) {
      const isTrue = !isWanted(title) && told.now === title;
      return isTrue ? [] : [`${reference} tells that it is to go by ${told.now}, and it is to go by ${title}`];
    }
    // What it was to go by when he was sent was decided on then; a second that is read holds all of its changes.
    const claims = claimedOn.get(`${reference} ${request.customer_identifier}`) ?? [];
    const wasWanted = claims.every((instant) =>
      [atCheckout, ...edited.filter(({ at }) => at < instant + 1_000).map((one) => one.title)].every(isWanted),
    );
    const there = unitsToBring(now);
    const isThere = [...unitsIn(row.body).keys()].some((name) => there.has(`${name} at ${placeOf(row)}`));
    const isSilent = isThere && wasWanted && !isWanted(title);
    return isSilent ? [`${reference} comes for goods that are to go by ${title}, and nobody is told`] : [];
  });
}
