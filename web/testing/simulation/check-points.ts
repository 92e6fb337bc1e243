import type { StoredOrder } from './memory-order-store.ts';
import { homes } from './sim-addresses.ts';
import type { Call } from './sim-service.ts';
import type { SimWorld } from './sim-world.ts';

/** A person who types while the buyer moves may mean either place. */
const typingMs = 60_000;

/** No driver is sent to one address by a point that a person gave for another: the service goes by the point. */
export function checkPoint(world: SimWorld, { shop, orderId }: StoredOrder, { reference, body }: Call): string[] {
  const { dropoff_address: address, dropoff_coordinates: point } = JSON.parse(body) as Record<string, string>;
  const typedFor = homes.find((home) => home.point === point);
  const sentTo = homes.find(({ street }) => street.test(address ?? ''));
  if (!typedFor || !sentTo || typedFor === sentTo || world.edits.movedWhileTyped(shop, orderId, typingMs)) return [];
  return [`${reference} is sent to ${address} by the point of another address`];
}

/** By a shop's own wish nothing goes by itself before anybody has packed any of it. */
export function checkPacked(
  world: SimWorld,
  { shop, orderId, deliveries }: StoredOrder,
  { reference }: Call,
): string[] {
  const { trigger } = world.shops.record(shop).settings.automation;
  const isAsked = deliveries.get(reference)?.word !== null;
  if (trigger !== 'inProgress' || isAsked || world.shopify.everPacked.has(`${shop}/${orderId}`)) return [];
  return [`${reference} is sent though nobody has packed it`];
}
