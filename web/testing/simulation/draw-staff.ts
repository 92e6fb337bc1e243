import type { ShopDomain } from '#placement/ids.ts';
import { alsoWhen, changeGoods, eventsOf, later, pressNew, replace } from './draw-events.ts';
import { anyTime, type Chosen, firstNumber, firstOrder, firstOrderOf, minute, type Scale } from './draw-scale.ts';
import type { SeededRandom } from './seeded-random.ts';
import { setRules } from './shop-settings.ts';
import * as goods from './sim-goods.ts';
import type { SimWorld } from './sim-world.ts';

type Deed = () => void;

/** What the shop's staff do by hand to its first order, in Shopify and in the panel: at any time, or while it is being sent. */
export function drawStaff(world: SimWorld, staff: SeededRandom, { spreadMs }: Scale): void {
  if (!staff.chance(0.2)) return;
  const order = firstOrder(world);
  world.shopify.atOnce = staff.pick([
    [goods.hold, 2],
    [goods.fulfilOne, 1],
    [null, 3],
  ] as const);
  const [deeds, events] = [deedsOf(world, order), eventsOf(world, order)];
  for (let times = 1 + staff.below(3); times > 0; times -= 1) {
    const some = staff.chance(0.6) ? deeds : events;
    const deed = some[staff.below(some.length)] as Deed;
    whileSentOrAnyTime(world, staff, { shop: order.shop, spreadMs, whileSent: 0.3 }, deed);
  }
}

/** Where they are busy, staff press again and again about the first order, and its goods are held, moved, added, removed and handed over meanwhile. */
export function drawRush(world: SimWorld, rush: SeededRandom, { spreadMs, isBusy }: Scale & { isBusy: boolean }): void {
  if (!isBusy) return;
  const order = firstOrder(world);
  const [presses, changes] = [pressesOf(world, order), changesOf(world, order)];
  const withinMs = rush.pick([2, 4, 10].map((times) => [times * spreadMs, 1] as const));
  for (let times = 4 + rush.below(12); times > 0; times -= 1) {
    const some = rush.chance(0.5) ? presses : changes;
    const deed = some[rush.below(some.length)] as Deed;
    if (rush.chance(0.1)) whileSent(world, order.shop, deed);
    else world.scheduler.after(rush.below(withinMs), deed);
  }
}

function pressesOf(world: SimWorld, order: Chosen): Deed[] {
  const { shop, id } = order;
  const { people } = world;
  return [
    () => people.press(shop, id, { mode: 'again' }),
    () => people.press(shop, id, { mode: 'again' }),
    () => people.press(shop, id, { mode: 'again', corrections: { dropoff_contact_phone: '071 555 0000' } }),
    () => pressNew(world, order),
    () => pressNew(world, order),
    () => people.cancel(shop, id),
    () => replace(world, order),
    () => people.sendGoods(shop, id),
    () => people.refresh(shop, id),
    () => people.acknowledge(shop, id),
  ];
}

const changesOf = (world: SimWorld, order: Chosen): Deed[] =>
  [
    goods.hold,
    goods.hold,
    goods.release,
    goods.move,
    goods.move,
    goods.add,
    goods.remove,
    goods.fulfilPart,
    goods.fulfilPart,
    goods.takeBack,
  ].map((change) => () => changeGoods(world, order, change));

/** Somebody refreshes the pages of orders, at any time or again and again, also while one is being sent. */
export function drawRefreshes(world: SimWorld, staff: SeededRandom, { spreadMs }: Scale): void {
  const refresh = () => {
    const orders = [...world.shopify.orders.values()];
    const order = orders[staff.below(orders.length)];
    if (order) world.people.refresh(order.shop, order.id);
  };
  if (staff.chance(0.5)) for (const shop of world.shops.domains()) whileSent(world, shop, refresh);
  for (let times = 1 + staff.below(5); times > 0; times -= 1) {
    const withinMs = (staff.chance(0.7) ? 2 : 60) * spreadMs;
    world.scheduler.after(staff.below(withinMs), refresh);
  }
}

function deedsOf(world: SimWorld, { shop, id }: Chosen): Deed[] {
  const { shopify, people } = world;
  const twice = (press: () => void) => () => {
    press();
    if (world.random.chance(0.3)) later(world, 500, press);
  };
  return [
    () => shopify.changeGoods(shop, id, goods.fulfil),
    () => shopify.changeGoods(shop, id, goods.fulfilOne),
    () => {
      shopify.changeGoods(shop, id, goods.fulfilOne);
      later(world, 20_000, () => shopify.changeGoods(shop, id, goods.takeBack));
    },
    () => shopify.changeGoods(shop, id, goods.release),
    () => {
      shopify.changeGoods(shop, id, goods.add);
      later(world, 20_000, () => people.sendGoods(shop, id));
    },
    twice(() => people.sendGoods(shop, id)),
    twice(() => people.acknowledge(shop, id)),
  ];
}

/** Once, at the moment that a request for the shop's first order arrives at the service. */
export function whileSent({ service }: SimWorld, shop: ShopDomain, deed: Deed): void {
  let isDone = false;
  alsoWhen(service, 'onArrived', ({ customer }) => {
    if (isDone || customer !== `${shop.length}${firstNumber}`) return;
    isDone = true;
    deed();
  });
}

/** So often while the shop's first order is being sent, or else at any time. */
export function whileSentOrAnyTime(
  world: SimWorld,
  random: SeededRandom,
  { shop, spreadMs, whileSent: often }: { shop: ShopDomain; spreadMs: number; whileSent: number },
  deed: Deed,
): void {
  if (random.chance(often)) whileSent(world, shop, deed);
  else world.scheduler.after(anyTime(random, spreadMs), deed);
}

const leftOut = 'by hand';

/** A rule leaves out what staff tag, also when something of the order was sent; half of the time they take the tag off again. */
export function drawTags(world: SimWorld, staff: SeededRandom, { spreadMs }: Scale): void {
  for (const shop of world.shops.domains()) {
    setRules(world, shop, { excludeTags: [leftOut] });
    const { id } = firstOrderOf(shop);
    const tag = (...own: string[]) => {
      const { tags = [] } = world.shopify.order(shop, id) ?? {};
      world.shopify.edit(shop, id, { tags: [...tags.filter((one) => one !== leftOut), ...own] });
    };
    const at = world.scheduler.now() + staff.below(4 * spreadMs);
    world.scheduler.at(at, () => tag(leftOut));
    if (staff.chance(0.5)) world.scheduler.at(at + staff.below(4 * spreadMs), () => tag());
  }
}

/** In some staff send another driver for the first order, and call off the one that was booked last, once or twice. */
export function drawSecond(world: SimWorld, second: SeededRandom, { spreadMs }: Scale): void {
  if (!second.chance(0.06)) return;
  const { scheduler, people } = world;
  const order = firstOrder(world);
  let at = scheduler.now() + spreadMs;
  for (let times = 1 + second.below(2); times > 0; times -= 1) {
    at += second.below(5 * minute);
    scheduler.at(at, () => pressNew(world, order));
    at += second.below(second.chance(0.5) ? 10_000 : 5 * minute);
    scheduler.at(at, () => later(world, 1_000, () => people.cancel(order.shop, order.id, 'last')));
  }
}
