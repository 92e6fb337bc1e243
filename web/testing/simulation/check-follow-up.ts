import type { DeliveryRecord } from '#deliveries/delivery.ts';
import type { StoredOrder } from './memory-order-store.ts';
import { keyOf, type SimFulfilment } from './sim-follow-up.ts';
import type { SimWorld } from './sim-world.ts';

const tag = 'same-day-delivery';
const statuses: Readonly<Record<string, string>> = {
  on_its_way: 'OUT_FOR_DELIVERY',
  delivered: 'DELIVERED',
  failed: 'ATTEMPTED_DELIVERY',
  returned: 'FAILURE',
};

/** Tags as the merchant wants them, each delivery fulfilled once, and its events told once and in their order. */
export function checkFollowUp(world: SimWorld, { shop, orderId, deliveries }: StoredOrder): string[] {
  const all = [...deliveries.values()];
  const order = world.shopify.order(shop, orderId);
  if (!order) return [];
  const { tags, fulfil } = world.shops.record(shop).settings.writeBack;
  const found = all.flatMap(({ orderReference, refusals }) =>
    refusals.some(({ forbiddenAt }) => forbiddenAt !== undefined)
      ? [`${orderReference} is allowed, and was not written`]
      : [],
  );
  const isTagged = order.tags.includes(tag);
  const placed = all.filter(({ state, service }) => state === 'placed' && service !== null);
  if (isTagged && (!tags || all.every(({ placedAt }) => placedAt === null)))
    found.push(`${order.name} has a tag for nothing`);
  if (!isTagged && tags && placed.length > 0) found.push(`${order.name} has no tag`);
  const made = world.shopify.followUp.of(shop, orderId);
  if (fulfil === 'never')
    return made.length > 0 ? [...found, `${order.name} is fulfilled, and nobody wants it`] : found;
  for (const fulfilment of made) found.push(...checkFulfilment(fulfilment, all, { fulfil, rowdy: world.rowdy }));
  // Of a line that has grown Shopify takes a second one: there the lease of a run alone keeps two from making it at once.
  const tracked = new Set(made.map(({ trackingNumber }) => trackingNumber));
  if (!world.rowdy && tracked.size < made.length) found.push(`${order.name}: one delivery was fulfilled twice`);
  return [...found, ...placed.flatMap((delivery) => checkFulfilled(delivery, made, fulfil))];
}

const hasGoods = ({ steps }: DeliveryRecord): boolean =>
  steps.some(({ state }) => state === 'on_its_way' || state === 'delivered');

/** It is of a delivery that was booked, and says of it what happened, once and in its order. */
function checkFulfilment(
  made: SimFulfilment,
  all: readonly DeliveryRecord[],
  { fulfil, rowdy }: { fulfil: 'placed' | 'pickedUp'; rowdy: boolean },
): string[] {
  const { id, trackingNumber, events } = made;
  // Of a job that was booked anew Shopify keeps the first number.
  const owner = all.find(
    ({ service }) => service?.deliveryId.replace('-anew', '') === trackingNumber.replace('-anew', ''),
  );
  if (!owner) return [`fulfilment ${id} is of no delivery`];
  const { orderReference: reference, steps, state, fulfillmentId } = owner;
  // Of two runs that made one each at once, one is known.
  if (rowdy && fulfillmentId !== null && fulfillmentId !== id) return [];
  const found: string[] = [];
  if (fulfil === 'pickedUp' && !hasGoods(owner)) found.push(`${reference} is fulfilled and no driver has it`);
  // Shopify tells no two alike apart, and the lease of a run alone keeps two from telling at once.
  const once = [...new Map(events.map((event) => [keyOf(event), event])).values()];
  // A second driver for the same goods tells on it of his own, which may be in the same second.
  const tellers = all.filter((one) => one === owner || one.replaces === reference).length;
  const isTwice = once.some((event) => events.filter((one) => keyOf(one) === keyOf(event)).length > tellers);
  if (!rowdy && isTwice) found.push(`${reference}: an event was told twice`);
  const times = once.map(({ happenedAt }) => Date.parse(happenedAt));
  if (times.some((time, index) => time < (times[index - 1] ?? 0))) found.push(`${reference}: events out of order`);
  const wanted = steps.flatMap((step) => statuses[step.state] ?? []);
  const told = once.map(({ status }) => status);
  const isReplaced = all.some(({ replaces }) => replaces === reference);
  if (state === 'placed' && !isReplaced && told.join() !== wanted.join())
    found.push(`${reference}: ${wanted.join()} happened, and ${told.join()} was told`);
  return found;
}

/** What is to be fulfilled is, or says why it is not. */
function checkFulfilled(
  delivery: DeliveryRecord,
  made: readonly SimFulfilment[],
  fulfil: 'placed' | 'pickedUp',
): string[] {
  const { orderReference: reference, fulfillmentId, refusals, service } = delivery;
  const own = made.filter(({ trackingNumber }) => trackingNumber === service?.deliveryId);
  const isRefused = refusals.some(({ of }) => of === 'fulfilment');
  if (own.length > 0 && isRefused) return [`${reference} was fulfilled, and says that it was refused`];
  if (own.length > 0 && own.every(({ id }) => id !== fulfillmentId))
    return [`${reference} was fulfilled, and is not known to be: ${fulfillmentId}`];
  const isWanted = fulfil === 'placed' || hasGoods(delivery);
  return isWanted && fulfillmentId === null && !isRefused ? [`${reference} was never fulfilled`] : [];
}
