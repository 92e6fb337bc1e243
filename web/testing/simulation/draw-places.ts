import { changeGoods } from './draw-events.ts';
import { drawPhones } from './draw-phones.ts';
import { anyShop, anyTime, firstOrderOf, type Scale, someLocation } from './draw-scale.ts';
import { whileSentOrAnyTime } from './draw-staff.ts';
import type { SeededRandom } from './seeded-random.ts';
import * as goods from './sim-goods.ts';
import * as pickups from './sim-pickups.ts';
import type { SimWorld } from './sim-world.ts';

/** What becomes of the places where goods are collected, and of who collects them. */
export function drawPlaces(world: SimWorld, places: SeededRandom, scale: Scale): void {
  if (places.chance(0.06)) drawPickups(world, places, scale);
  if (places.chance(0.06)) drawDeleted(world, places, scale);
  if (places.chance(0.06)) drawPhones(world, places, scale);
}

/** The buyer of a shop's first order collects instead: some of it or all, before or after a driver was booked, and changes their mind. */
function drawPickups(world: SimWorld, places: SeededRandom, { spreadMs }: Scale): void {
  const order = firstOrderOf(anyShop(world, places));
  const first = places.pick([
    [pickups.collectAll, 2],
    [pickups.collectOne, 1],
  ] as const);
  const then = [first, pickups.collectOne, pickups.bringAgain, pickups.bringAgain, pickups.collected];
  let next = first;
  for (let times = 1 + places.below(4); times > 0; times -= 1) {
    const change = next;
    const deed = () => changeGoods(world, order, change);
    whileSentOrAnyTime(world, places, { shop: order.shop, spreadMs, whileSent: 0.2 }, deed);
    next = then[places.below(then.length)] ?? first;
  }
}

/** A shop deletes a location or two in Shopify, which may tell of it or not; half of the time staff go on with the goods of its first order. */
function drawDeleted(world: SimWorld, places: SeededRandom, { spreadMs }: Scale): void {
  const order = firstOrderOf(anyShop(world, places));
  const { shop } = order;
  const { shopify, scheduler } = world;
  const at = (deed: () => void) => scheduler.after(anyTime(places, spreadMs), deed);
  const remove = (location: string, isTold: boolean) => () => {
    world.log(`${shop} deletes ${location}`);
    shopify.places.delete(shop, location);
    for (const one of isTold ? [...shopify.orders.values()] : [])
      if (one.shop === shop) shopify.edit(shop, one.id, {}, 'goods');
  };
  at(remove(someLocation(places), places.chance(0.5)));
  while (places.chance(0.5)) {
    const change = places.pick(changes.map((one) => [one, 1] as const));
    at(() => changeGoods(world, order, change));
  }
  if (places.chance(0.3)) at(remove(String(9001 + places.below(3)), places.chance(0.5)));
}

const changes = [goods.move, goods.add, goods.remove, goods.hold, goods.fulfilPart, goods.fulfilOne, goods.takeBack];
